// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plain_transformer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lacuna::test {

namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

class Plain {
public:
    Plain(const gguf::File& file, const model::Hyperparameters& hyperparameters)
        : m_file(file)
        , m_h(hyperparameters)
    {
    }

    std::vector<double> logits(std::span<const TokenId> tokens) const
    {
        const Rows embedding = tensor("token_embd.weight");
        Rows x;
        for (const TokenId token : tokens)
            x.push_back(embedding[std::size_t(token)]);
        for (int layer = 0; layer < m_h.layers; ++layer) {
            const QByteArray block = "blk." + QByteArray::number(layer) + '.';
            addTo(x, attention(block, normed(x, block + "attn_norm.weight")));
            addTo(x, feedForward(block, normed(x, block + "ffn_norm.weight")));
        }
        const bool isTied = m_file.tensor("output.weight") == nullptr;
        std::vector<double> all;
        for (const Row& row : times(normed(x, "output_norm.weight"), isTied ? "token_embd.weight" : "output.weight"))
            all.insert(all.end(), row.begin(), row.end());
        return all;
    }

private:
    Rows tensor(const QByteArray& name) const
    {
        const gguf::TensorInfo& info = *m_file.tensor(name);
        const std::span<const std::byte> bytes = m_file.data(info).value();
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        Rows rows;
        const auto columns = std::ptrdiff_t(info.shape[0]);
        for (auto at = values.begin(); at != values.end(); at += columns)
            rows.emplace_back(at, at + columns);
        return rows;
    }

    Rows times(const Rows& x, const QByteArray& name) const
    {
        const Rows weights = tensor(name);
        Rows y(x.size(), Row(weights.size()));
        for (std::size_t r = 0; r < x.size(); ++r)
            for (std::size_t o = 0; o < weights.size(); ++o)
                for (std::size_t i = 0; i < x[r].size(); ++i)
                    y[r][o] += x[r][i] * weights[o][i];
        return y;
    }

    Rows normed(Rows x, const QByteArray& name) const
    {
        const Row weight = tensor(name).front();
        for (Row& row : x) {
            double squares = 0;
            for (const double value : row)
                squares += value * value;
            const double scale = 1 / std::sqrt(squares / double(row.size()) + double(m_h.rmsEpsilon));
            for (std::size_t i = 0; i < row.size(); ++i)
                row[i] *= scale * weight[i];
        }
        return x;
    }

    /// Turns each pair of neighbours in each head by its frequency times the position.
    Rows rotated(Rows x) const
    {
        for (std::size_t position = 0; position < x.size(); ++position) {
            for (std::size_t i = 0; i < x[position].size(); i += 2) {
                const double exponent = double(i % std::size_t(m_h.headSize)) / double(m_h.headSize);
                const double angle = double(position) * std::pow(double(m_h.ropeBase), -exponent);
                double& a = x[position][i];
                double& b = x[position][i + 1];
                const double turned = a * std::cos(angle) - b * std::sin(angle);
                b = a * std::sin(angle) + b * std::cos(angle);
                a = turned;
            }
        }
        return x;
    }

    Rows attention(const QByteArray& block, const Rows& x) const
    {
        const Rows queries = rotated(times(x, block + "attn_q.weight"));
        const Rows keys = rotated(times(x, block + "attn_k.weight"));
        const Rows values = times(x, block + "attn_v.weight");
        const auto size = std::size_t(m_h.headSize);
        Rows out(x.size(), Row(std::size_t(m_h.queryWidth())));
        for (std::size_t head = 0; head < std::size_t(m_h.heads); ++head) {
            const std::size_t kvHead = head / std::size_t(m_h.heads / m_h.kvHeads);
            for (std::size_t r = 0; r < x.size(); ++r) {
                Row weights;
                for (const Row& key : keys) {
                    double dot = 0;
                    for (std::size_t i = 0; i < size; ++i)
                        dot += queries[r][head * size + i] * key[kvHead * size + i];
                    weights.push_back(std::exp(dot / std::sqrt(double(size))));
                }
                double sum = 0;
                for (const double weight : weights)
                    sum += weight;
                for (std::size_t p = 0; p < values.size(); ++p)
                    for (std::size_t i = 0; i < size; ++i)
                        out[r][head * size + i] += weights[p] / sum * values[p][kvHead * size + i];
            }
        }
        return times(out, block + "attn_output.weight");
    }

    Rows feedForward(const QByteArray& block, const Rows& x) const
    {
        Rows gate = times(x, block + "ffn_gate.weight");
        const Rows up = times(x, block + "ffn_up.weight");
        for (std::size_t r = 0; r < gate.size(); ++r)
            for (std::size_t i = 0; i < gate[r].size(); ++i)
                gate[r][i] *= up[r][i] / (1 + std::exp(-gate[r][i]));
        return times(gate, block + "ffn_down.weight");
    }

    static void addTo(Rows& x, const Rows& delta)
    {
        for (std::size_t r = 0; r < x.size(); ++r)
            for (std::size_t i = 0; i < x[r].size(); ++i)
                x[r][i] += delta[r][i];
    }

    const gguf::File& m_file;
    const model::Hyperparameters& m_h;
};

} // namespace

std::vector<double> plainLogits(const gguf::File& file, const model::Hyperparameters& hyperparameters,
                                std::span<const TokenId> tokens)
{
    return Plain(file, hyperparameters).logits(tokens);
}

} // namespace lacuna::test
