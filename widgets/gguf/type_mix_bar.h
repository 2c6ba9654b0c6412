// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/summary.h"

#include <QWidget>

#include <vector>

class QPainter;

namespace lacuna::widgets {

/// How a file's bytes are shared out among tensor types: one bar, and the names of the parts below it.
class TypeMixBar : public QWidget {
    Q_OBJECT
public:
    explicit TypeMixBar(QWidget* parent = nullptr);

    void setTypes(std::vector<gguf::TypeShare> types); ///< most bytes first
    QString description() const; ///< "Q4_K 84 %, Q6_K 15 %, …"

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QRectF> segments() const; ///< of the bar, one for each type
    void paintLegend(QPainter& painter, qreal top) const;
    QString shareText(const gguf::TypeShare& share) const;

    std::vector<gguf::TypeShare> m_types;
    double m_bytes = 0; ///< of all types
};

} // namespace lacuna::widgets
