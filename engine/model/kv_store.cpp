// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kv_store.h"

#include <algorithm>
#include <exception>

namespace lacuna::model {

quint64 KvStore::bytes(const Hyperparameters& hyperparameters, int positions, Keep keep)
{
    const quint64 layers = keep == Keep::EveryLayer ? quint64(hyperparameters.layers) : 1;
    return layers * kernels::KvPanels::floats(hyperparameters.headShape(), positions) * sizeof(float);
}

Result<KvStore> KvStore::create(const Hyperparameters& hyperparameters, int positions, Keep keep)
{
    if (positions < 1) {
        return failure(Error::Code::InvalidArgument,
                       QStringLiteral("A canvas needs at least one position, not %1.").arg(positions));
    }
    if (positions > hyperparameters.context) {
        return failure(
            Error::Code::InvalidArgument,
            QStringLiteral("A canvas of %1 positions (prompt and answer) is longer than this model's context of %2. "
                           "Shorten the prompt or the answer.")
                .arg(positions)
                .arg(hyperparameters.context));
    }
    KvStore store;
    store.m_positions = positions;
    store.m_layers = hyperparameters.layers;
    store.m_shape = hyperparameters.headShape();
    store.m_keep = keep;
    const quint64 bytes = KvStore::bytes(hyperparameters, positions, keep);
    try {
        store.m_memory.reserve(bytes / sizeof(float));
        store.m_filled.resize(std::size_t(positions));
    } catch (const std::exception&) {
        return failure(
            Error::Code::OutOfMemory,
            QStringLiteral("Keys and values of %1 positions need %2 MiB, more than there is. Use a shorter canvas.")
                .arg(positions)
                .arg(bytes >> 20));
    }
    std::fill_n(store.m_memory.data(), bytes / sizeof(float), 0.0f);
    return store;
}

kernels::KvPanels KvStore::layer(int index) const
{
    const std::size_t before = m_keep == Keep::EveryLayer ? std::size_t(index) : 0;
    return {m_shape, m_positions, m_memory.data() + before * kernels::KvPanels::floats(m_shape, m_positions)};
}

void KvStore::setFilled(std::span<const int> positions, bool filled)
{
    for (int position : positions)
        m_filled[std::size_t(position)] = filled;
}

} // namespace lacuna::model
