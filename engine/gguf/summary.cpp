// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/summary.h"

#include "checked.h"
#include "gguf/text.h"

#include <algorithm>
#include <limits>

namespace lacuna::gguf {

namespace {

quint64 saturatingAdd(quint64 a, quint64 b)
{
    return checkedAdd(a, b).value_or(std::numeric_limits<quint64>::max());
}

double bitsPerElement(quint64 bytes, quint64 elements)
{
    return elements == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(elements);
}

} // namespace

Summary summarise(const File& file)
{
    Summary summary;
    quint64 sizedElements = 0;
    for (const TensorInfo& info : file.tensors()) {
        auto share = std::find_if(summary.types.begin(), summary.types.end(),
                                  [&info](const TypeShare& other) { return other.typeId == info.typeId; });
        if (share == summary.types.end())
            share = summary.types.insert(share, TypeShare {info.typeId});
        ++share->tensors;
        share->elements = saturatingAdd(share->elements, info.elements);
        share->bytes = saturatingAdd(share->bytes, info.bytes);
        summary.elements = saturatingAdd(summary.elements, info.elements);
        summary.bytes = saturatingAdd(summary.bytes, info.bytes);
        if (info.bytes > 0)
            sizedElements = saturatingAdd(sizedElements, info.elements);
    }
    summary.bitsPerWeight = bitsPerElement(summary.bytes, sizedElements);
    std::stable_sort(summary.types.begin(), summary.types.end(),
                     [](const TypeShare& a, const TypeShare& b) { return a.bytes > b.bytes; });
    return summary;
}

QString shownText(const File& file, QByteArrayView key)
{
    const auto bytes = file.bytesValue(key);
    return bytes ? escaped(*bytes) : QString();
}

double bitsPerWeight(const TensorInfo& info)
{
    return bitsPerElement(info.bytes, info.elements);
}

} // namespace lacuna::gguf
