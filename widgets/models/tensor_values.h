// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace lacuna::models {

/// How often values fall between low and high, in bins of equal width. Empty where no value is finite.
struct Histogram {
    double low = 0;
    double high = 0;
    std::vector<quint64> counts;
};

/// A tensor seen as a matrix (its first dimension across, all others down), each cell standing for a block of values.
/// Figures are row-major, over the finite values of a block; NaN where it has none.
struct HeatMap {
    static constexpr int s_mostCells = 256; ///< in each direction

    int columns = 0;
    int rows = 0;
    quint64 valuesAcross = 0;
    quint64 valuesDown = 0;
    std::vector<float> mean;
    std::vector<float> rootMeanSquare;
    std::vector<float> largest; ///< magnitude

    bool isExact() const { return quint64(columns) == valuesAcross && quint64(rows) == valuesDown; }
};

/// What the values of a tensor look like. Minimum to σ are over the finite values, NaN where there are none.
struct TensorValues {
    static constexpr int s_first = 256;

    quint64 count = 0;
    quint64 zeros = 0;
    quint64 nans = 0;
    quint64 infinities = 0;
    double minimum = 0;
    double maximum = 0;
    double mean = 0;
    double sigma = 0; ///< of the population
    std::vector<float> first; ///< the first s_first values, or all
    Histogram histogram;
    HeatMap heatMap;
};

/// Dequantises a tensor of `file` twice, a chunk at a time. `report`, where given, gets the share that is done, now and
/// then. Errors: Unsupported (the type cannot be dequantised, or the file is big-endian), Malformed (the data is not in
/// the file), Io (the file changed meanwhile), Cancelled.
Result<TensorValues> measureTensor(const gguf::File& file, const gguf::TensorInfo& tensor,
                                   const std::function<void(double)>& report = {}, std::stop_token stop = {});

} // namespace lacuna::models
