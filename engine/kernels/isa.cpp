// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/isa.h"

#include "kernels/kernel_table.h"

#include <QStringList>

#include <atomic>

namespace lacuna::kernels {

namespace {

struct Entry {
    Isa isa;
    const char* name;
    const KernelTable* (*table)();
};

constexpr Entry entries[] = {
    {Isa::Scalar, "scalar", scalarKernels}, //
    {Isa::Avx2, "avx2", avx2Kernels},
    {Isa::AvxVnni, "avxvnni", avxVnniKernels},
    {Isa::Avx512Vnni, "avx512vnni", avx512VnniKernels},
    {Isa::AmxInt8, "amxint8", amxInt8Kernels},
};

const Entry& fastest()
{
    const Entry* best = &entries[0];
    for (const Entry& entry : entries) {
        if (entry.table())
            best = &entry;
    }
    return *best;
}

/// What the environment asks for; null where it names nothing that there is.
const Entry* requested(const QByteArray& wanted)
{
    if (wanted.isEmpty())
        return &fastest();
    for (const Entry& entry : entries) {
        if (wanted == entry.name && entry.table())
            return &entry;
    }
    return nullptr;
}

constexpr const char* variable = "LACUNA_ISA";

/// The entry in use. The environment is read once.
std::atomic<const Entry*>& current()
{
    static std::atomic<const Entry*> entry = [] {
        const Entry* wanted = requested(qgetenv(variable));
        return wanted ? wanted : &fastest();
    }();
    return entry;
}

std::atomic<bool> selected = false;

} // namespace

QString isaName(Isa isa)
{
    for (const Entry& entry : entries) {
        if (entry.isa == isa)
            return QString::fromLatin1(entry.name);
    }
    return {};
}

std::vector<Isa> availableIsas()
{
    std::vector<Isa> result;
    for (const Entry& entry : entries) {
        if (entry.table())
            result.push_back(entry.isa);
    }
    return result;
}

Result<Isa> activeIsa()
{
    const QByteArray wanted = qgetenv(variable);
    if (!selected && !requested(wanted)) {
        QStringList names;
        for (Isa isa : availableIsas())
            names << isaName(isa);
        return failure(
            Error::Code::InvalidArgument,
            QStringLiteral("The environment variable %1 is \"%2\", which this processor or this program does not "
                           "have. Unset it, or set it to one of: %3.")
                .arg(QLatin1String(variable), QString::fromLocal8Bit(wanted), names.join(QStringLiteral(", "))));
    }
    return current().load()->isa;
}

void selectIsa(Isa isa)
{
    for (const Entry& entry : entries) {
        if (entry.isa == isa && entry.table()) {
            current() = &entry;
            selected = true;
        }
    }
}

const KernelTable& kernels()
{
    return *current().load()->table();
}

} // namespace lacuna::kernels
