// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/step_series.h"

#include <qcustomplot.h>

namespace lacuna::widgets {

/// A plot over the steps of one answer. Marks the step that is looked at; tells the values under the pointer, or at the
/// step that the arrow keys lead to, in words. Replots are queued, and asked for only when something changed.
class StepPlot : public QCustomPlot {
    Q_OBJECT
public:
    StepPlot(const models::StepSeries& series, const QString& title, QWidget* parent);

    /// From the series. `live`: steps that are planned are still to come, and have their room.
    void refresh(bool live);
    void setCurrentStep(int step); ///< index into the series, -1: none
    virtual QString summary() const = 0; ///< all steps in one line, empty without steps
    /// Values at a step (an index into the series); `y`: where the pointer is, in the vertical axis' coordinates, NaN:
    /// nowhere. Empty: nothing to read there.
    virtual QString reading(int step, double y) const = 0;

    QSize minimumSizeHint() const override { return {100, 90}; } ///< a title may be cut in a narrow window

Q_SIGNALS:
    void pointed(const QString& reading); ///< what is under the pointer, empty: nothing

protected:
    virtual void showData() = 0; ///< puts the series into the graphs
    virtual void showColors() = 0; ///< of the palette
    const models::StepSeries& series() const { return m_series; }
    void restyle();

    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void placeMark();
    void readAtKey(int step);

    const models::StepSeries& m_series;
    QCPTextElement* m_title;
    QCPItemStraightLine* m_mark; ///< at the step that is looked at
    int m_current = -1; ///< the step that is looked at
    int m_keyStep = -1; ///< the step that the arrow keys lead to; its values are told
};

} // namespace lacuna::widgets
