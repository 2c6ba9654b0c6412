// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace lacuna::diffusion {

/// Random numbers that are a function of the place they are used at (seed, step, position, index) and of nothing else,
/// so neither the number of threads nor the order of work can change a result.
///
/// The numbers of one place are the SplitMix64 sequence (Steele, Lea, Flood 2014: a Weyl sequence through a mixing
/// function), read at any index; its starting point is mixed from seed, step and position in the same manner.
/// Index 0 belongs to the position itself, index id + 1 to the vocabulary id.
class CounterRandom {
public:
    CounterRandom(quint64 seed, int step, int position)
        : m_key(next(next(next(0, seed), quint64(step)), quint64(position)))
    {
    }

    /// 64 random bits.
    quint64 bits(quint64 index) const { return next(m_key, index); }
    /// Uniform in (0, 1), both ends excluded: 52 bits and a half, so that both logarithms of Gumbel's formula are
    /// finite.
    static double uniform(quint64 bits) { return (double(bits >> 12) + 0.5) * 0x1p-52; }

private:
    static quint64 next(quint64 start, quint64 index)
    {
        quint64 z = start + (index + 1) * 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    quint64 m_key;
};

} // namespace lacuna::diffusion
