// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QWidget>

#include <array>
#include <memory>

class QGridLayout;
class QLabel;
class QSpinBox;

namespace lacuna::widgets {

class ChecksumLine;
class TypeMixBar;

/// What one wants to know of a model first: name, size, mix of types, and the memory that a canvas would take.
class ModelHeader : public QWidget {
    Q_OBJECT
public:
    explicit ModelHeader(QWidget* parent = nullptr);

    void setFile(std::shared_ptr<const gguf::File> file); ///< null: keeps no file open
    ChecksumLine* checksum() const { return m_checksum; }
    /// All facts as lines "name: value".
    QString text() const;

private:
    enum Fact { Context, Vocabulary, Tensors, Keys, FileName, Format, Alignment, Memory, FactCount };

    void addFact(QGridLayout* grid, Fact fact, const QString& title, int row, int column);
    QWidget* makeMemory();
    void updateMemory();

    std::shared_ptr<const gguf::File> m_file;
    QLabel* m_name;
    QLabel* m_subtitle;
    TypeMixBar* m_mix;
    std::array<QLabel*, FactCount> m_titles {};
    std::array<QLabel*, FactCount> m_facts {};
    QSpinBox* m_canvas;
    ChecksumLine* m_checksum;
};

} // namespace lacuna::widgets
