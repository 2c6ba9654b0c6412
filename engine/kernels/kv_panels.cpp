// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kv_panels.h"

#include "kernels/kernel_table.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace lacuna::kernels {

namespace {

constexpr int roundUp(int value, int multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/// What the packing of keys writes.
constexpr int keyDepth(const HeadShape& shape)
{
    return roundUp(shape.headSize, 8);
}

std::size_t floatsOfKeys(const HeadShape& shape, int positions)
{
    return std::size_t(shape.kvHeads) * std::size_t(roundUp(positions, panelRows)) * std::size_t(keyDepth(shape));
}

/// Rows whose positions follow each other within a panel begin at these; the number of rows comes last.
std::vector<int> runsWithinPanels(std::span<const int> positions)
{
    std::vector<int> begins;
    for (std::size_t row = 0; row < positions.size(); ++row) {
        if (row == 0 || positions[row] != positions[row - 1] + 1 || positions[row] % panelRows == 0)
            begins.push_back(int(row));
    }
    begins.push_back(int(positions.size()));
    return begins;
}

/// panel[column][row] = rows[row][column], with zeros for the rows that 16 lack.
void turnRound(ConstMatrix rows, float* panel)
{
    for (int i = 0; i < rows.columns; i += plainBlockValues) {
        const int columns = std::min(plainBlockValues, rows.columns - i);
        const auto decode = [&](const float* block, std::ptrdiff_t stride) {
            kernels().decodePlain(quant::TensorType::F32, reinterpret_cast<const std::byte*>(block),
                                  stride * std::ptrdiff_t(sizeof(float)), columns,
                                  reinterpret_cast<PlainPanel&>(panel[i * panelRows]));
        };
        if (rows.rows == panelRows && columns % 4 == 0) { // what the kernel wants
            decode(rows.data + i, rows.stride);
            continue;
        }
        float copies[panelRows][plainBlockValues] = {};
        for (int row = 0; row < rows.rows; ++row)
            std::memcpy(copies[row], rows.row(row) + i, std::size_t(columns) * sizeof(float));
        decode(copies[0], plainBlockValues);
    }
}

/// panel[column][row] = rows[row][column], and nothing else.
void scatter(ConstMatrix rows, float* panel)
{
    for (int row = 0; row < rows.rows; ++row) {
        for (int column = 0; column < rows.columns; ++column)
            panel[column * panelRows + row] = rows.row(row)[column];
    }
}

} // namespace

KvPanels::KvPanels(HeadShape shape, int positions, float* memory)
    : m_shape(shape)
    , m_positions(positions)
    , m_keys(memory)
    , m_values(memory + floatsOfKeys(shape, positions))
{
}

std::size_t KvPanels::floats(HeadShape shape, int positions)
{
    const std::size_t values =
        std::size_t(shape.kvHeads) * std::size_t(positions) * std::size_t(roundUp(shape.headSize, panelRows));
    return floatsOfKeys(shape, positions) + values;
}

int KvPanels::keyPanels() const
{
    return (m_positions + panelRows - 1) / panelRows;
}

int KvPanels::valuePanels() const
{
    return (m_shape.headSize + panelRows - 1) / panelRows;
}

std::ptrdiff_t KvPanels::keyPanelSize() const
{
    return std::ptrdiff_t(keyDepth(m_shape)) * panelRows;
}

std::ptrdiff_t KvPanels::valuePanelSize() const
{
    return std::ptrdiff_t(m_positions) * panelRows;
}

float* KvPanels::keyPanel(int kvHead, int panel) const
{
    return m_keys + (std::ptrdiff_t(kvHead) * keyPanels() + panel) * keyPanelSize();
}

float* KvPanels::valuePanel(int kvHead, int panel) const
{
    return m_values + (std::ptrdiff_t(kvHead) * valuePanels() + panel) * valuePanelSize();
}

bool KvPanels::store(Matrix keys, ConstMatrix values, std::span<const int> positions, const RopeTable& rope,
                     runtime::ThreadPool& pool, std::stop_token stop)
{
    Q_ASSERT(keys.rows == int(positions.size()) && keys.columns == m_shape.kvHeads * m_shape.headSize);
    Q_ASSERT(values.rows == keys.rows && values.columns == keys.columns && m_shape.headSize >= rope.dimensions());
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Attention);
    const std::vector<int> begins = runsWithinPanels(positions);
    const auto storeRun = [&](int run, int) {
        const int first = begins[std::size_t(run)];
        const int end = begins[std::size_t(run) + 1];
        for (int row = first; row < end; ++row) {
            const int position = positions[std::size_t(row)];
            for (int head = 0; head < m_shape.kvHeads; ++head)
                kernels().ropeHead(rope.row(position), rope.dimensions(), keys.row(row) + head * m_shape.headSize);
        }
        storeKeys(keys, first, end - first, positions[std::size_t(first)]);
        storeValues(values, first, end - first, positions[std::size_t(first)]);
    };
    return pool.run(int(begins.size()) - 1, storeRun, stop);
}

/// `rows` keys that follow each other within a panel. Whole panels are turned round by the kernel, others row by row.
void KvPanels::storeKeys(ConstMatrix keys, int row, int rows, int position) const
{
    const int lane = position % panelRows;
    const bool isWhole = lane == 0 && (rows == panelRows || position + rows == m_positions);
    for (int head = 0; head < m_shape.kvHeads; ++head) {
        float* panel = keyPanel(head, position / panelRows);
        const float* from = keys.row(row) + head * m_shape.headSize;
        const ConstMatrix ofHead(from, rows, m_shape.headSize, keys.stride);
        if (isWhole)
            turnRound(ofHead, panel);
        else
            scatter(ofHead, panel + lane);
    }
}

void KvPanels::storeValues(ConstMatrix values, int row, int rows, int position) const
{
    for (int head = 0; head < m_shape.kvHeads; ++head) {
        for (int panel = 0; panel < valuePanels(); ++panel) {
            const int first = panel * panelRows;
            const int columns = std::min(panelRows, m_shape.headSize - first);
            const float* from = values.row(row) + head * m_shape.headSize + first;
            float* to = valuePanel(head, panel) + std::ptrdiff_t(position) * panelRows;
            for (int r = 0; r < rows; ++r, from += values.stride, to += panelRows) {
                if (columns == panelRows)
                    std::memcpy(to, from, panelRows * sizeof(float));
                else
                    std::copy_n(from, columns, to);
            }
        }
    }
}

} // namespace lacuna::kernels
