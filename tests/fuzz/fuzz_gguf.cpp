// SPDX-License-Identifier: GPL-3.0-or-later
// Opens any bytes as a GGUF file and touches everything that a reader could: nothing may crash, hang or be read outside
// the bytes, and what the public header promises must hold.
#include "gguf/file.h"
#include "gguf/json_export.h"
#include "gguf/summary.h"
#include "gguf/value_text.h"

#include <QBuffer>

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace lacuna;
using namespace lacuna::gguf;

namespace {

constexpr quint64 s_elementsRead = 5000; // of an array; each at() is checked on its own, so more would only cost time

void require(bool promise)
{
    if (!promise)
        std::abort();
}

quint64 s_sum = 0; // what is read goes here, or the compiler would drop the reading

void touch(QByteArrayView bytes)
{
    for (const char byte : bytes)
        s_sum += static_cast<uchar>(byte);
}

void touch(const Value& value)
{
    require(value.toUnsigned().has_value() <= value.isInteger());
    require(value.toSigned().has_value() <= value.isInteger());
    require(value.toDouble().has_value() == (value.isInteger() || value.isFloat()));
    require(value.toBytes().has_value() == value.isString());
    require(value.toBool().has_value() == (value.type() == ValueType::Bool));
    if (value.isString())
        touch(*value.toBytes());
    const quint64 size = value.size();
    for (quint64 i = 0; i < std::min(size, s_elementsRead); ++i)
        touch(value.at(i));
    if (size > s_elementsRead)
        touch(value.at(size - 1));
}

void touch(const File& file)
{
    for (const KeyValue& entry : file.metadata()) {
        touch(entry.value);
        s_sum += static_cast<quint64>(escaped(entry.key).size() + preview(entry.key, entry.value, 50).size());
    }
    for (const TensorInfo& info : file.tensors()) {
        const auto data = file.data(info);
        require(data.has_value() == info.inFile);
        if (data) {
            require(data->size() == info.bytes);
            s_sum += std::to_integer<quint64>(data->front()) + std::to_integer<quint64>(data->back());
        }
    }
    require(file.checkUnchanged().has_value());
    require(summarise(file).types.size() <= file.tensors().size());
    QBuffer json;
    json.open(QIODevice::WriteOnly);
    require(writeJson(file, {.arrayElements = 10, .whyNot = {}}, json).has_value());
}

/// A file that may run has sound tables: every tensor whole, named once, apart from all others.
void checkPromises(const File& file)
{
    if (!file.checkRunnable())
        return;
    require(!file.isBigEndian() && file.version() >= 2);
    std::vector<std::pair<quint64, quint64>> places;
    for (const TensorInfo& info : file.tensors()) {
        require(info.inFile && info.elements > 0 && info.offset % file.alignment() == 0);
        require(file.tensor(info.name) == &info);
        places.emplace_back(info.offset, info.offset + info.bytes);
    }
    std::sort(places.begin(), places.end());
    for (size_t i = 1; i < places.size(); ++i)
        require(places[i - 1].second <= places[i].first);
    for (const KeyValue& entry : file.metadata())
        require(file.find(entry.key) == &entry.value);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // A heap block of exactly this size, so that a read beyond it is seen.
    std::vector<std::byte> bytes(size);
    std::copy_n(reinterpret_cast<const std::byte*>(data), size, bytes.begin());
    const auto file = File::openMemory(bytes);
    if (!file)
        return 0;
    touch(**file);
    checkPromises(**file);
    // Another program may rewrite a mapped file: values change then, but reading stays inside.
    for (size_t i = 0; i < size; i += 3)
        bytes[i] = std::byte {0xff};
    touch(**file);
    return 0;
}
