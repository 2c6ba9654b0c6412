// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace lacuna::kernels {

/// Memory for plain `T`s, aligned to a cache line. Grows, never shrinks; contents are not kept when it grows.
template<typename T>
class Scratch {
public:
    void reserve(std::size_t count)
    {
        if (count <= m_capacity)
            return;
        m_capacity = 0;
        m_values.reset(); // first, so that both are never there
        m_values.reset(static_cast<T*>(::operator new(count * sizeof(T), alignment)));
        m_capacity = count;
    }
    T* data() const { return m_values.get(); }

private:
    static constexpr std::align_val_t alignment {64};
    static_assert(alignof(T) <= 64);
    struct Free {
        void operator()(T* values) const { ::operator delete(values, alignment); }
    };
    std::unique_ptr<T, Free> m_values;
    std::size_t m_capacity = 0;
};

} // namespace lacuna::kernels
