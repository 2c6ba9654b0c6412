// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runtime/huge_pages.h"

#include <cstddef>
#include <memory>
#include <new>

namespace lacuna::kernels {

/// Memory for plain `T`s, aligned to a cache line, and in huge pages if it fills one. Grows, never shrinks; contents
/// are not kept when it grows, and not set to anything.
template<typename T>
class Scratch {
public:
    void reserve(std::size_t count)
    {
        if (count <= m_capacity)
            return;
        m_capacity = 0;
        m_values.reset(); // first, so that both are never there
        const std::size_t bytes = count * sizeof(T);
        const bool isLarge = bytes >= runtime::hugePageBytes;
        const std::align_val_t alignment {isLarge ? runtime::hugePageBytes : cacheLine};
        m_values = {static_cast<T*>(::operator new(bytes, alignment)), Free {alignment}};
        if (isLarge)
            runtime::preferHugePages(m_values.get(), bytes);
        m_capacity = count;
    }
    T* data() const { return m_values.get(); }

private:
    static constexpr std::size_t cacheLine = 64;
    static_assert(alignof(T) <= cacheLine);
    struct Free {
        std::align_val_t alignment {cacheLine};
        void operator()(T* values) const { ::operator delete(values, alignment); }
    };
    std::unique_ptr<T, Free> m_values;
    std::size_t m_capacity = 0;
};

} // namespace lacuna::kernels
