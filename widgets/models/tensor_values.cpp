// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/tensor_values.h"

#include "gguf/text.h"
#include "quant/dequantise.h"
#include "widgets/models/value_moments.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace lacuna::models {

namespace {

using gguf::TensorInfo;

constexpr int s_bins = 64;

QString tr(const char* text)
{
    return QCoreApplication::translate("TensorValues", text);
}

/// Goes over all values of one tensor, dequantising a chunk at a time.
class ValueStream {
public:
    /// Values of a chunk: a multiple of every block, small enough for the second-level cache and for a quick stop.
    static constexpr quint64 s_chunk = 1 << 16;

    ValueStream(const TensorInfo& tensor, std::span<const std::byte> data)
        : m_tensor(tensor)
        , m_traits(*quant::findTraits(tensor.typeId))
        , m_data(data)
        , m_values(size_t(std::min(tensor.elements, s_chunk)))
    {
    }

    /// Calls use(first index, values) for each chunk; `report` gets the share that is done.
    template<typename Use>
    Result<void> forEach(Use use, const std::function<void(double)>& report, const std::stop_token& stop)
    {
        for (quint64 first = 0; first < m_tensor.elements; first += s_chunk) {
            if (stop.stop_requested())
                return failure(Error::Code::Cancelled, tr("Reading the tensor was stopped."));
            const quint64 count = std::min(s_chunk, m_tensor.elements - first);
            const std::span<float> values(m_values.data(), size_t(count));
            const quint64 blockBytes = m_traits.blockBytes;
            const auto blocks = m_data.subspan(size_t(first / m_traits.blockElements * blockBytes),
                                               size_t(count / m_traits.blockElements * blockBytes));
            if (auto done = quant::dequantise(m_traits.type, blocks, values); !done)
                return done;
            use(first, std::span<const float>(values));
            report(double(first + count) / double(m_tensor.elements));
        }
        return {};
    }

private:
    const TensorInfo& m_tensor;
    const quant::TypeTraits& m_traits;
    std::span<const std::byte> m_data;
    std::vector<float> m_values;
};

/// Collects the moments of the blocks of values that make up a heat map.
class CellGrid {
public:
    explicit CellGrid(const TensorInfo& tensor)
        : m_across(tensor.shape[0])
        , m_down(tensor.elements / tensor.shape[0])
        , m_columns(std::min<quint64>(m_across, HeatMap::s_mostCells))
        , m_rows(std::min<quint64>(m_down, HeatMap::s_mostCells))
        , m_cells(size_t(m_columns * m_rows))
    {
    }

    void add(quint64 first, std::span<const float> values, float pivot)
    {
        quint64 row = first / m_across;
        quint64 column = first % m_across;
        while (!values.empty()) {
            const quint64 cell = cellOf(column, m_across, m_columns);
            const quint64 end = firstOf(cell + 1, m_across, m_columns);
            const size_t count = size_t(std::min<quint64>(end - column, values.size()));
            m_cells[size_t(cellOf(row, m_down, m_rows) * m_columns + cell)].add(values.first(count), pivot);
            values = values.subspan(count);
            column += count;
            if (column == m_across) {
                column = 0;
                ++row;
            }
        }
    }

    ValueMoments total() const
    {
        ValueMoments total;
        for (const ValueMoments& cell : m_cells)
            total.add(cell);
        return total;
    }

    HeatMap heatMap(float pivot) const
    {
        HeatMap map;
        map.columns = int(m_columns);
        map.rows = int(m_rows);
        map.valuesAcross = m_across;
        map.valuesDown = m_down;
        for (const ValueMoments& cell : m_cells) {
            const float none = std::numeric_limits<float>::quiet_NaN();
            map.mean.push_back(float(cell.mean(pivot)));
            map.rootMeanSquare.push_back(float(cell.rootMeanSquare(pivot)));
            map.largest.push_back(cell.finite() > 0 ? std::max(std::abs(cell.minimum()), std::abs(cell.maximum()))
                                                    : none);
        }
        return map;
    }

private:
    // Cell i of n cells over `size` values begins at value ⌈i · size / n⌉. Sizes are below 2^63 / 256 in any file
    // whose data exists.
    static quint64 firstOf(quint64 cell, quint64 size, quint64 cells) { return (cell * size + cells - 1) / cells; }
    static quint64 cellOf(quint64 index, quint64 size, quint64 cells) { return index * cells / size; }

    quint64 m_across;
    quint64 m_down;
    quint64 m_columns;
    quint64 m_rows;
    std::vector<ValueMoments> m_cells;
};

void count(Histogram& histogram, std::span<const float> values)
{
    const auto low = float(histogram.low);
    const auto high = float(histogram.high);
    const double width = histogram.high - histogram.low;
    const double scale = width > 0 ? s_bins / width : 0;
    for (const float value : values) {
        if (value >= low && value <= high) // not so for NaN and infinities
            ++histogram.counts[size_t(std::min(int((double(value) - histogram.low) * scale), s_bins - 1))];
    }
}

Result<void> checkReadable(const gguf::File& file, const TensorInfo& tensor)
{
    const quant::TypeTraits* traits = quant::findTraits(tensor.typeId);
    if (!traits || !traits->canDequantise) {
        return failure(Error::Code::Unsupported,
                       tr("Values of type %1 cannot be shown: this program does not know how they are packed.")
                           .arg(quant::typeName(tensor.typeId)));
    }
    if (file.isBigEndian()) {
        return failure(Error::Code::Unsupported,
                       tr("Values of big-endian files cannot be shown, only their metadata and tensor table."));
    }
    return file.checkUnchanged();
}

} // namespace

Result<TensorValues> measureTensor(const gguf::File& file, const TensorInfo& tensor,
                                   const std::function<void(double)>& report, std::stop_token stop)
{
    if (auto readable = checkReadable(file, tensor); !readable)
        return tl::unexpected(readable.error());
    const auto data = file.data(tensor);
    if (!data)
        return tl::unexpected(data.error());

    // The passes take about the same time each.
    const auto reportHalf = [&report](double start) {
        return [&report, start](double share) {
            if (report)
                report(start + share / 2);
        };
    };
    ValueStream stream(tensor, *data);
    CellGrid grid(tensor);
    TensorValues result;
    std::optional<float> pivot;
    const auto first = stream.forEach(
        [&](quint64 index, std::span<const float> values) {
            if (index == 0) {
                const auto shown = values.first(std::min(values.size(), size_t(TensorValues::s_first)));
                result.first.assign(shown.begin(), shown.end());
                const auto finite =
                    std::find_if(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
                pivot = finite == values.end() ? 0 : *finite;
            }
            grid.add(index, values, *pivot);
        },
        reportHalf(0), stop);
    if (!first)
        return tl::unexpected(first.error());

    const ValueMoments total = grid.total();
    result.count = tensor.elements;
    result.zeros = total.zeros();
    result.nans = total.nans();
    result.infinities = total.infinities();
    result.mean = total.mean(*pivot);
    result.sigma = total.sigma();
    result.heatMap = grid.heatMap(*pivot);
    result.minimum = result.maximum = std::numeric_limits<double>::quiet_NaN();
    if (total.finite() > 0) {
        result.minimum = double(total.minimum());
        result.maximum = double(total.maximum());
        result.histogram = {result.minimum, result.maximum, std::vector<quint64>(s_bins)};
        const auto second = stream.forEach(
            [&](quint64, std::span<const float> values) { count(result.histogram, values); }, reportHalf(0.5), stop);
        if (!second)
            return tl::unexpected(second.error());
    }
    if (auto unchanged = file.checkUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return result;
}

} // namespace lacuna::models
