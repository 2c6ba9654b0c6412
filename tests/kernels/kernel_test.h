// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/isa.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace lacuna::test {

/// A row of test data for every instruction set that this machine has.
inline void addIsas()
{
    QTest::addColumn<kernels::Isa>("isa");
    for (kernels::Isa isa : kernels::availableIsas())
        QTest::newRow(qPrintable(kernels::isaName(isa))) << isa;
}

/// For init(): selects the current test row's instruction set, the scalar one for tests without rows of them.
inline void selectIsaOfRow()
{
    kernels::selectIsa(kernels::Isa::Scalar);
    for (kernels::Isa isa : kernels::availableIsas()) {
        if (QTest::currentDataTag() && kernels::isaName(isa) == QLatin1String(QTest::currentDataTag()))
            kernels::selectIsa(isa);
    }
}

inline std::vector<float> normalValues(size_t count, std::mt19937& random, float sigma = 1)
{
    std::normal_distribution<float> normal(0, sigma);
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

inline bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// The largest |a − b| / (1e-6 + |b|).
inline double worstRelativeDifference(const std::vector<float>& a, const std::vector<double>& b)
{
    double worst = a.size() == b.size() ? 0 : HUGE_VAL;
    for (size_t i = 0; i < a.size() && i < b.size(); ++i)
        worst = std::max(worst, std::fabs(double(a[i]) - b[i]) / (1e-6 + std::fabs(b[i])));
    return worst;
}

} // namespace lacuna::test

/// Fails with the figure where `value` exceeds `bound`.
#define VERIFY_AT_MOST(value, bound)                                                                                   \
    QVERIFY2((value) <= (bound), qPrintable(QStringLiteral("%1 exceeds %2").arg(value).arg(bound)))
