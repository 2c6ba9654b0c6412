// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"
#include "kernels/linear.h"

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace lacuna::model {

/// Hands out the tensors of a file by name, each checked against the shape that the metadata call for. Problems are
/// collected, and what is handed out until then is empty: ask for everything, then look at problem().
class WeightTable {
public:
    explicit WeightTable(const gguf::File& file);

    bool contains(QByteArrayView name) const;
    /// A weight of a linear layer, of a type that the kernels can run.
    kernels::WeightView matrix(const QByteArray& name, int outputs, int inputs);
    /// A table of rows that are looked up one by one, of a type that can be dequantised.
    kernels::WeightView lookup(const QByteArray& name, int rows, int columns);
    /// A vector, copied as f32.
    std::vector<float> vector(const QByteArray& name, int size);

    /// A tensor that would change the results and that this engine has no code for.
    void forbid(const QByteArray& name);

    /// All missing tensors in one error; without any, the first tensor of a wrong shape or type.
    Result<void> problem() const;
    /// Names of the file's tensors that nobody asked for, escaped.
    QStringList superfluous() const;

private:
    const gguf::TensorInfo* find(const QByteArray& name, quint64 ne0, quint64 ne1);
    std::span<const std::byte> data(const gguf::TensorInfo& info);
    void refuse(Error::Code code, const gguf::TensorInfo& info, const QString& reason);

    const gguf::File& m_file;
    std::vector<bool> m_used; // per tensor of the file
    QStringList m_missing;
    std::optional<Error> m_firstWrong;
};

} // namespace lacuna::model
