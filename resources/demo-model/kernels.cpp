// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a training step that are not matrix products, each in one pass over memory; numbers are bfloat16.
// Built by kernels.py: g++ -O3 -march=native -ffast-math -shared -fPIC
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

using bf16 = uint16_t;

inline float get(bf16 x)
{
    const uint32_t bits = uint32_t(x) << 16;
    float f;
    std::memcpy(&f, &bits, 4);
    return f;
}

inline bf16 put(float f)
{
    uint32_t bits;
    std::memcpy(&bits, &f, 4);
    return bf16((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

} // namespace

extern "C" {

// sum = x + delta, y = sum / rms(sum), scale = 1 / rms(sum)
void add_norm(int64_t n, int64_t d, float epsilon, const bf16* x, const bf16* delta, bf16* sum, bf16* y, float* scale)
{
    for (int64_t i = 0; i < n; ++i, x += d, delta += d, sum += d, y += d) {
        float squares = 0;
        for (int64_t j = 0; j < d; ++j) {
            const float s = get(x[j]) + get(delta[j]);
            sum[j] = put(s);
            squares += s * s;
        }
        const float r = scale[i] = 1 / std::sqrt(squares / float(d) + epsilon);
        for (int64_t j = 0; j < d; ++j)
            y[j] = put(get(sum[j]) * r);
    }
}

// the gradient of both x and delta
void add_norm_back(int64_t n, int64_t d, const bf16* dsum, const bf16* dy, const bf16* y, const float* scale, bf16* dx)
{
    for (int64_t i = 0; i < n; ++i, dsum += d, dy += d, y += d, dx += d) {
        float dot = 0;
        for (int64_t j = 0; j < d; ++j)
            dot += get(dy[j]) * get(y[j]);
        dot /= float(d);
        const float r = scale[i];
        for (int64_t j = 0; j < d; ++j)
            dx[j] = put(get(dsum[j]) + (get(dy[j]) - get(y[j]) * dot) * r);
    }
}

// rows [batch, length, 3, heads, head] to q, k, v [batch, heads, length, head]; q and k turned by their position, q
// scaled
void split_turn(int64_t batch, int64_t length, int64_t heads, int64_t head, float scale, const float* cosine,
                const float* sine, const bf16* in, bf16* q, bf16* k, bf16* v)
{
    for (int64_t b = 0; b < batch; ++b)
        for (int64_t t = 0; t < length; ++t)
            for (int part = 0; part < 3; ++part)
                for (int64_t h = 0; h < heads; ++h, in += head) {
                    bf16* const out = (part == 0 ? q : part == 1 ? k : v) + ((b * heads + h) * length + t) * head;
                    if (part == 2) {
                        std::memcpy(out, in, size_t(head) * sizeof(bf16));
                        continue;
                    }
                    const float s = part == 0 ? scale : 1;
                    const float *c = cosine + t * head / 2, *z = sine + t * head / 2;
                    for (int64_t j = 0; j < head / 2; ++j) {
                        const float x0 = get(in[2 * j]) * s, x1 = get(in[2 * j + 1]) * s;
                        out[2 * j] = put(x0 * c[j] - x1 * z[j]);
                        out[2 * j + 1] = put(x1 * c[j] + x0 * z[j]);
                    }
                }
}

void split_turn_back(int64_t batch, int64_t length, int64_t heads, int64_t head, float scale, const float* cosine,
                     const float* sine, bf16* out, const bf16* q, const bf16* k, const bf16* v)
{
    for (int64_t b = 0; b < batch; ++b)
        for (int64_t t = 0; t < length; ++t)
            for (int part = 0; part < 3; ++part)
                for (int64_t h = 0; h < heads; ++h, out += head) {
                    const bf16* const in = (part == 0 ? q : part == 1 ? k : v) + ((b * heads + h) * length + t) * head;
                    if (part == 2) {
                        std::memcpy(out, in, size_t(head) * sizeof(bf16));
                        continue;
                    }
                    const float s = part == 0 ? scale : 1;
                    const float *c = cosine + t * head / 2, *z = sine + t * head / 2;
                    for (int64_t j = 0; j < head / 2; ++j) {
                        const float x0 = get(in[2 * j]) * s, x1 = get(in[2 * j + 1]) * s;
                        out[2 * j] = put(x0 * c[j] + x1 * z[j]);
                        out[2 * j + 1] = put(x1 * c[j] - x0 * z[j]);
                    }
                }
}

// [batch, heads, length, head] <-> [batch, length, heads, head]: swaps the middle two
void swap_middle(int64_t batch, int64_t first, int64_t second, int64_t head, const bf16* in, bf16* out)
{
    for (int64_t b = 0; b < batch; ++b)
        for (int64_t i = 0; i < first; ++i)
            for (int64_t j = 0; j < second; ++j, in += head)
                std::memcpy(out + ((b * second + j) * first + i) * head, in, size_t(head) * sizeof(bf16));
}

void softmax(int64_t n, int64_t d, bf16* x)
{
    float e[1024];
    for (int64_t i = 0; i < n; ++i, x += d) {
        float most = -1e30f, sum = 0;
        for (int64_t j = 0; j < d; ++j)
            most = std::fmax(most, get(x[j]));
        for (int64_t j = 0; j < d; ++j)
            sum += e[j] = std::exp(get(x[j]) - most);
        const float r = 1 / sum;
        for (int64_t j = 0; j < d; ++j)
            x[j] = put(e[j] * r);
    }
}

// p: probabilities, g: their gradient, replaced by the gradient of the scores
void softmax_back(int64_t n, int64_t d, const bf16* p, bf16* g)
{
    for (int64_t i = 0; i < n; ++i, p += d, g += d) {
        float dot = 0;
        for (int64_t j = 0; j < d; ++j)
            dot += get(p[j]) * get(g[j]);
        for (int64_t j = 0; j < d; ++j)
            g[j] = put(get(p[j]) * (get(g[j]) - dot));
    }
}

// rows of [gate, up] to silu(gate) * up
void gated(int64_t n, int64_t f, const bf16* in, bf16* out)
{
    for (int64_t i = 0; i < n; ++i, in += 2 * f, out += f)
        for (int64_t j = 0; j < f; ++j) {
            const float g = get(in[j]);
            out[j] = put(g / (1 + std::exp(-g)) * get(in[f + j]));
        }
}

void gated_back(int64_t n, int64_t f, const bf16* in, const bf16* dout, bf16* din)
{
    for (int64_t i = 0; i < n; ++i, in += 2 * f, dout += f, din += 2 * f)
        for (int64_t j = 0; j < f; ++j) {
            const float g = get(in[j]), u = get(in[f + j]), d = get(dout[j]), s = 1 / (1 + std::exp(-g));
            din[j] = put(d * u * s * (1 + g * (1 - s)));
            din[f + j] = put(d * g * s);
        }
}
}
