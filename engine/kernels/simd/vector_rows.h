// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kernels that go along one row of floats, for any vector class V of 16 lanes.

#include "kernels/kernel_table.h"

namespace lacuna::kernels {

inline constexpr int lanes = 16;

/// x[0 … count), zeros in the other lanes; count ≤ 16.
template<typename V>
typename V::Floats loadPart(const float* x, int count)
{
    if (count == lanes)
        return V::load(x);
    alignas(64) float part[lanes] = {};
    __builtin_memcpy(part, x, std::size_t(count) * sizeof(float));
    return V::load(part);
}

template<typename V>
void storePart(float* y, typename V::Floats value, int count)
{
    if (count == lanes)
        return V::store(y, value);
    alignas(64) float part[lanes];
    V::store(part, value);
    __builtin_memcpy(y, part, std::size_t(count) * sizeof(float));
}

/// Calls body(first column, count) for every 16 columns, and for the rest. In one place: bodies are to be inlined.
template<typename Body>
void forEachVector(int columns, Body body)
{
    for (int i = 0; i < columns; i += lanes)
        body(i, columns - i < lanes ? columns - i : lanes);
}

/// e^x, within two units in the last place; 0 and Inf where f32 ends.
template<typename V>
[[gnu::always_inline]] inline typename V::Floats exponential(typename V::Floats x)
{
    x = V::max(V::all(-104.0f), V::min(V::all(89.0f), x)); // in this order a NaN comes through
    // x = n · ln 2 + r with |r| ≤ ln 2 / 2; ln 2 in two parts, of which the first times n is exact.
    const typename V::Bits n = V::roundToInt(V::multiply(x, V::all(0x1.715476p0f)));
    const typename V::Floats count = V::toFloat(n);
    typename V::Floats r = V::fma(count, V::all(-0x1.62e4p-1f), x);
    r = V::fma(count, V::all(-0x1.7f7d1cp-20f), r);
    // The power series up to r^7: the rest is below 6e-9.
    typename V::Floats sum = V::all(1.0f / 5040);
    for (float coefficient : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f})
        sum = V::fma(sum, r, V::all(coefficient));
    // 2^n as two factors, since n goes beyond the exponents of f32.
    const typename V::Bits half = V::template shiftRightSigned<1>(n);
    const auto power = [](typename V::Bits exponent) {
        return V::asFloats(V::template shiftLeft<23>(V::add(exponent, V::all(127u))));
    };
    return V::multiply(V::multiply(sum, power(half)), power(V::subtract(n, half)));
}

template<typename V>
struct RowKernels {
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;

    static void quantiseQ8K(const float* x, int values, ActivationBlock& block)
    {
        Floats highest = V::all(0.0f);
        Floats lowest = V::all(0.0f);
        for (int k = 0; k < values; k += lanes) {
            const Floats part = V::load(x + k);
            highest = V::max(part, highest); // in this order a NaN is passed over
            lowest = V::max(V::negate(part), lowest);
        }
        const float above = V::maximum(highest);
        const float below = V::maximum(lowest);
        float largest = above > below ? above : -below;
        if (above == below) { // the first one counts
            const float* first = x;
            while (first != x + values - 1 && __builtin_fabsf(*first) != above)
                ++first;
            largest = *first;
        }
        if (above == 0 && below == 0) {
            __builtin_memset(&block, 0, sizeof block);
            return;
        }
        const float inverse = -127.0f / largest;
        for (int k = 0; k < values; k += lanes)
            V::storeInt8(block.q + k, V::roundToInt(V::multiply(V::all(inverse), V::load(x + k))));
        block.scale[0] = 1 / inverse;
        V::sumSixteens(block.q, block.sums);
    }

    static void quantiseQ80(const float* x, int values, ActivationBlock& block, float* sums)
    {
        alignas(64) float scale[lanes] = {};
        alignas(64) float sum[lanes] = {};
        __builtin_memset(&block, 0, sizeof block);
        for (int g = 0; g < values / 32; ++g, x += 32) {
            const Floats first = V::load(x);
            const Floats second = V::load(x + lanes);
            const Floats zero = V::all(0.0f);
            const float largest = V::maximum(V::max(V::abs(first), V::max(V::abs(second), zero)));
            const Floats inverse = V::all(largest != 0 ? 127.0f / largest : 0.0f);
            V::storeInt8(block.q + 32 * g, V::roundToInt(V::multiply(first, inverse)));
            V::storeInt8(block.q + 32 * g + lanes, V::roundToInt(V::multiply(second, inverse)));
            scale[g] = largest / 127.0f;
        }
        V::sumSixteens(block.q, block.sums);
        for (int g = 0; g < values / 32; ++g)
            sum[g] = scale[g] * float(block.sums[2 * g] + block.sums[2 * g + 1]);
        alignas(64) float rounded[lanes];
        V::store(rounded, V::roundToHalf(V::load(scale)));
        __builtin_memcpy(block.scale, rounded, sizeof block.scale);
        if (sums) {
            V::store(rounded, V::roundToHalf(V::load(sum)));
            __builtin_memcpy(sums, rounded, sizeof block.scale);
        }
    }

    static void roundF16(const float* x, int values, float* y)
    {
        forEachVector(values,
                      [&](int i, int count) { storePart<V>(y + i, V::roundToHalf(loadPart<V>(x + i, count)), count); });
    }

    static void roundBf16(const float* x, int values, float* y)
    {
        forEachVector(values, [&](int i, int count) {
            const Bits bits = V::asBits(loadPart<V>(x + i, count));
            const Bits odd = V::bitAnd(V::template shiftRight<16>(bits), V::all(1u));
            const Bits rounded = V::add(V::add(bits, V::all(0x7fffu)), odd);
            storePart<V>(y + i, V::asFloats(V::bitAnd(rounded, V::all(0xffff0000u))), count);
        });
    }

    static void rmsNorm(const float* x, const float* weight, float epsilon, int columns, float* y)
    {
        Floats squares[4] = {V::all(0.0f), V::all(0.0f), V::all(0.0f), V::all(0.0f)};
        forEachVector(columns, [&](int i, int count) {
            const Floats part = loadPart<V>(x + i, count);
            Floats& sum = squares[i / lanes % 4];
            sum = V::fma(part, part, sum);
        });
        const float sum = V::sum(V::add(V::add(squares[0], squares[1]), V::add(squares[2], squares[3])));
        const Floats scale = V::all(1 / __builtin_sqrtf(sum / float(columns) + epsilon));
        forEachVector(columns, [&](int i, int count) {
            const Floats scaled = V::multiply(loadPart<V>(x + i, count), scale);
            storePart<V>(y + i, V::multiply(scaled, loadPart<V>(weight + i, count)), count);
        });
    }

    static void swiglu(const float* up, int columns, float* gate)
    {
        forEachVector(columns, [&](int i, int count) {
            const Floats z = loadPart<V>(gate + i, count);
            const Floats silu = V::divide(z, V::add(V::all(1.0f), exponential<V>(V::negate(z))));
            storePart<V>(gate + i, V::multiply(silu, loadPart<V>(up + i, count)), count);
        });
    }

    static void add(const float* delta, int columns, float* x)
    {
        forEachVector(columns, [&](int i, int count) {
            storePart<V>(x + i, V::add(loadPart<V>(x + i, count), loadPart<V>(delta + i, count)), count);
        });
    }

    static void ropeHead(const float* cosSin, int dimensions, float* head)
    {
        forEachVector(dimensions, [&](int i, int count) {
            const Floats turn = loadPart<V>(cosSin + i, count);
            const Floats pairs = loadPart<V>(head + i, count);
            const Floats crossed = V::multiply(V::swapPairs(pairs), V::oddOfPairs(turn));
            storePart<V>(head + i, V::fmaAddSub(pairs, V::evenOfPairs(turn), crossed), count);
        });
    }

    static void softmax(float factor, int columns, float* x)
    {
        Floats largest = V::all(-__builtin_huge_valf());
        forEachVector(columns, [&](int i, int count) {
            if (count == lanes)
                largest = V::max(largest, V::load(x + i));
            else // zeros beside the values would count
                for (int k = i; k < i + count; ++k)
                    largest = V::max(largest, V::all(x[k]));
        });
        const Floats shift = V::all(factor * V::maximum(largest));
        Floats sums[4] = {V::all(0.0f), V::all(0.0f), V::all(0.0f), V::all(0.0f)};
        float rest = 0;
        forEachVector(columns, [&](int i, int count) {
            const Floats scaled = V::multiply(V::all(factor), loadPart<V>(x + i, count));
            const Floats value = exponential<V>(V::subtract(scaled, shift));
            storePart<V>(x + i, value, count);
            if (count == lanes) {
                Floats& sum = sums[i / lanes % 4];
                sum = V::add(sum, value);
            } else {
                for (int k = i; k < i + count; ++k)
                    rest += x[k];
            }
        });
        const float sum = rest + V::sum(V::add(V::add(sums[0], sums[1]), V::add(sums[2], sums[3])));
        const Floats inverse = V::all(1 / sum);
        forEachVector(columns, [&](int i, int count) {
            storePart<V>(x + i, V::multiply(loadPart<V>(x + i, count), inverse), count);
        });
    }
};

} // namespace lacuna::kernels
