// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace lacuna::widgets {

/// What the charts of the benchmark page share: colours of the palette, a place in the tab order, their content in
/// words.
class BenchmarkPlot : public QCustomPlot {
    Q_OBJECT
public:
    BenchmarkPlot(const QString& name, const QString& xTitle, const QString& yTitle, QWidget* parent);

protected:
    virtual void restyle() = 0; ///< pens and brushes; axes and background have been done
    void describe(const QString& summary); ///< for screen readers and as tool tip; also asks for a replot
    QColor recordColor(int record) const; ///< of the first record, of the second
    void changeEvent(QEvent* event) override;

private:
    void restyleAll();
};

} // namespace lacuna::widgets
