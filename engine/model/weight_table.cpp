// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/weight_table.h"

#include "quant/dequantise.h"

namespace lacuna::model {

namespace {

QString shapeText(const gguf::TensorInfo& info)
{
    QStringList sizes;
    for (std::size_t i = 0; i < std::size_t(std::max(info.dimensions, 1)); ++i)
        sizes << QString::number(info.shape[i]);
    return sizes.join(QStringLiteral(" × "));
}

} // namespace

WeightTable::WeightTable(const gguf::File& file)
    : m_file(file)
    , m_used(file.tensors().size())
{
}

bool WeightTable::contains(QByteArrayView name) const
{
    return m_file.tensor(name) != nullptr;
}

kernels::WeightView WeightTable::matrix(const QByteArray& name, int outputs, int inputs)
{
    const gguf::TensorInfo* info = find(name, quint64(inputs), quint64(outputs));
    if (info == nullptr)
        return {};
    const quant::TypeTraits* traits = quant::findTraits(info->typeId);
    if (traits == nullptr || !traits->canRun) {
        refuse(Error::Code::Unsupported, *info,
               QStringLiteral("is of type %1, which this engine cannot run").arg(quant::typeName(info->typeId)));
        return {};
    }
    return {.type = traits->type, .data = data(*info).data(), .outputs = outputs, .inputs = inputs};
}

kernels::WeightView WeightTable::lookup(const QByteArray& name, int rows, int columns)
{
    const gguf::TensorInfo* info = find(name, quint64(columns), quint64(rows));
    if (info == nullptr)
        return {};
    const quant::TypeTraits* traits = quant::findTraits(info->typeId);
    if (traits == nullptr || !traits->canDequantise) {
        refuse(Error::Code::Unsupported, *info,
               QStringLiteral("is of type %1, which this engine cannot decode").arg(quant::typeName(info->typeId)));
        return {};
    }
    return {.type = traits->type, .data = data(*info).data(), .outputs = rows, .inputs = columns};
}

std::vector<float> WeightTable::vector(const QByteArray& name, int size)
{
    const kernels::WeightView view = lookup(name, 1, size);
    if (view.data == nullptr)
        return {};
    std::vector<float> values(static_cast<std::size_t>(size));
    const auto bytes = quant::byteSize(view.type, quint64(size));
    if (const auto done = quant::dequantise(view.type, {view.data, std::size_t(*bytes)}, values); !done)
        m_firstWrong = m_firstWrong ? m_firstWrong : done.error();
    return values;
}

void WeightTable::forbid(const QByteArray& name)
{
    if (const gguf::TensorInfo* info = m_file.tensor(name))
        refuse(Error::Code::Unsupported, *info, QStringLiteral("is not supported: it would change the results"));
}

const gguf::TensorInfo* WeightTable::find(const QByteArray& name, quint64 ne0, quint64 ne1)
{
    const gguf::TensorInfo* info = m_file.tensor(name);
    if (info == nullptr) {
        m_missing << gguf::escaped(name);
        return nullptr;
    }
    m_used[std::size_t(info - m_file.tensors().data())] = true;
    if (info->shape != std::array<quint64, 4> {ne0, ne1, 1, 1}) {
        refuse(
            Error::Code::Malformed, *info,
            QStringLiteral("has the shape %1, but the metadata call for %2")
                .arg(shapeText(*info), ne1 == 1 ? QString::number(ne0) : QStringLiteral("%1 × %2").arg(ne0).arg(ne1)));
        return nullptr;
    }
    return info;
}

std::span<const std::byte> WeightTable::data(const gguf::TensorInfo& info)
{
    const auto bytes = m_file.data(info);
    if (!bytes) {
        m_firstWrong = m_firstWrong ? m_firstWrong : bytes.error();
        return {};
    }
    return *bytes;
}

void WeightTable::refuse(Error::Code code, const gguf::TensorInfo& info, const QString& reason)
{
    if (!m_firstWrong) {
        const QString name = gguf::escaped(info.name);
        m_firstWrong = Error {code, QStringLiteral("Tensor %1 %2.").arg(name, reason), info.offset, name};
    }
}

Result<void> WeightTable::problem() const
{
    if (!m_missing.isEmpty()) {
        // A file without its layers lacks hundreds: name enough to see the pattern.
        constexpr int named = 12;
        QString list = m_missing.mid(0, named).join(QStringLiteral(", "));
        if (m_missing.size() > named)
            list += QStringLiteral(" and %1 more").arg(m_missing.size() - named);
        return failure(Error::Code::Missing,
                       QStringLiteral("The file lacks %1 of the tensors that its metadata call for: %2.")
                           .arg(m_missing.size())
                           .arg(list),
                       std::nullopt, m_missing.first());
    }
    if (m_firstWrong)
        return tl::unexpected<Error>(*m_firstWrong);
    return {};
}

QStringList WeightTable::superfluous() const
{
    QStringList names;
    for (std::size_t i = 0; i < m_used.size(); ++i)
        if (!m_used[i])
            names << gguf::escaped(m_file.tensors()[i].name);
    return names;
}

} // namespace lacuna::model
