// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <type_traits>

namespace lacuna::kernels {

/// Rows of f32 in somebody else's memory: rows × columns, row-major, `stride` ≥ columns values from row to row.
template<typename T>
struct BasicMatrix {
    T* data = nullptr;
    int rows = 0;
    int columns = 0;
    std::ptrdiff_t stride = 0;

    BasicMatrix() = default;
    BasicMatrix(T* values, int rowCount, int columnCount)
        : BasicMatrix(values, rowCount, columnCount, columnCount)
    {
    }
    BasicMatrix(T* values, int rowCount, int columnCount, std::ptrdiff_t rowStride)
        : data(values)
        , rows(rowCount)
        , columns(columnCount)
        , stride(rowStride)
    {
    }
    /// A matrix that may be written is one that may be read.
    operator BasicMatrix<const T>() const // NOLINT: implicit on purpose
        requires(!std::is_const_v<T>)
    {
        return {data, rows, columns, stride};
    }

    T* row(int index) const { return data + index * stride; }
};

using Matrix = BasicMatrix<float>;
using ConstMatrix = BasicMatrix<const float>;

} // namespace lacuna::kernels
