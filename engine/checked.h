// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <bit>
#include <optional>

// Arithmetic on numbers that a file supplied. All of it that could wrap goes through here: nothing comes back where the
// true result does not fit.

namespace lacuna {

inline std::optional<quint64> checkedAdd(quint64 a, quint64 b)
{
    quint64 sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

inline std::optional<quint64> checkedMultiply(quint64 a, quint64 b)
{
    quint64 product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

/// The smallest multiple of `alignment`, a power of two, that is ≥ `value`.
inline std::optional<quint64> checkedAlignUp(quint64 value, quint64 alignment)
{
    Q_ASSERT(std::has_single_bit(alignment));
    const auto bumped = checkedAdd(value, alignment - 1);
    if (!bumped)
        return std::nullopt;
    return *bumped & ~(alignment - 1);
}

} // namespace lacuna
