// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"

#include <QAbstractTableModel>
#include <QByteArray>

#include <vector>

namespace lacuna::models {

/// What each step of an answer cost, as a table: the data behind the plots, for views, keyboard, screen reader and CSV.
/// Columns: step, block, forward ms, sampling ms, rows computed, then the busy share of each worker thread.
class StepSeries : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Block, ForwardMs, SamplingMs, Rows, FirstThread };
    /// Numbers for sorting and plots, beside the formatted text of Qt::DisplayRole.
    static constexpr int NumberRole = Qt::UserRole;

    explicit StepSeries(QObject* parent = nullptr);

    void setFrames(std::vector<diffusion::StepFramePtr> frames);
    void append(const std::vector<diffusion::StepFramePtr>& frames);
    const std::vector<diffusion::StepFramePtr>& frames() const { return m_frames; }
    int threads() const { return m_threads; } ///< lanes: the most that any step had

    /// Of forward + sampling time in ms; 0 where there are no steps. `fraction` 0.5: median; nearest rank.
    double quantileMs(double fraction) const;
    /// Comma separated, a header line, plain numbers with a dot.
    QByteArray toCsv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    double number(int row, int column) const;

    std::vector<diffusion::StepFramePtr> m_frames;
    int m_threads = 0;
};

/// Whole time of a step in ms.
inline double stepMs(const diffusion::StepFrame& frame)
{
    return frame.forwardMs + frame.samplingMs;
}

} // namespace lacuna::models
