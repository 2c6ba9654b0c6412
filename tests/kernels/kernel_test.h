// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/isa.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace lacuna::test {

/// A row of test data for every instruction set that the program has.
inline void addIsas()
{
    using kernels::Isa;
    QTest::addColumn<Isa>("isa");
    for (Isa isa : {Isa::Scalar, Isa::Avx2, Isa::AvxVnni, Isa::Avx512Vnni, Isa::AmxInt8})
        QTest::newRow(qPrintable(kernels::isaName(isa))) << isa;
}

/// Makes the kernels use an instruction set; false where this machine does not have it.
inline bool useIsa(kernels::Isa isa)
{
    const std::vector<kernels::Isa> available = kernels::availableIsas();
    if (std::find(available.begin(), available.end(), isa) == available.end())
        return false;
    kernels::selectIsa(isa);
    return true;
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

/// First in tests that have addIsas() for data.
#define USE_ISA_OF_ROW()                                                                                               \
    QFETCH(lacuna::kernels::Isa, isa);                                                                                 \
    if (!lacuna::test::useIsa(isa))                                                                                    \
    QSKIP("this machine does not have the instruction set")

/// Fails with the figure where `value` exceeds `bound`.
#define VERIFY_AT_MOST(value, bound)                                                                                   \
    QVERIFY2((value) <= (bound), qPrintable(QStringLiteral("%1 exceeds %2").arg(value).arg(bound)))
