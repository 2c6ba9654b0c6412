// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Loops and choices whose bodies want constants.

namespace lacuna::kernels {

/// Calls body<0>() … body<count − 1>().
template<int count, typename Body>
[[gnu::always_inline]] inline void unroll(Body body)
{
    if constexpr (count > 0) {
        unroll<count - 1>(body);
        body.template operator()<count - 1>();
    }
}

/// Calls body<size>() for a size in 1 … largest that is known at run time only.
template<int largest, typename Body>
void withConstant(int size, Body body)
{
    if constexpr (largest > 1) {
        if (size < largest)
            return withConstant<largest - 1>(size, body);
    }
    body.template operator()<largest>();
}

} // namespace lacuna::kernels
