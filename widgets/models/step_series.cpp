// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/step_series.h"

#include "widgets/models/benchmark/statistics.h"
#include "widgets/models/formatting.h"

#include <algorithm>

namespace lacuna::models {

using diffusion::StepFramePtr;

StepSeries::StepSeries(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void StepSeries::setFrames(std::vector<StepFramePtr> frames)
{
    beginResetModel();
    m_frames = std::move(frames);
    m_threads = 0;
    for (const StepFramePtr& frame : m_frames)
        m_threads = std::max(m_threads, int(frame->busyFractions.size()));
    endResetModel();
}

void StepSeries::append(const std::vector<StepFramePtr>& frames)
{
    if (frames.empty())
        return;
    int threads = 0;
    for (const StepFramePtr& frame : frames)
        threads = std::max(threads, int(frame->busyFractions.size()));
    if (threads > m_threads) {
        beginInsertColumns({}, FirstThread + m_threads, FirstThread + threads - 1);
        m_threads = threads;
        endInsertColumns();
    }
    const int row = int(m_frames.size());
    beginInsertRows({}, row, row + int(frames.size()) - 1);
    m_frames.insert(m_frames.end(), frames.begin(), frames.end());
    endInsertRows();
}

double StepSeries::quantileMs(double fraction) const
{
    std::vector<double> times;
    times.reserve(m_frames.size());
    for (const StepFramePtr& frame : m_frames)
        times.push_back(stepMs(*frame));
    return benchmark::quantile(std::move(times), fraction);
}

QByteArray StepSeries::toCsv() const
{
    QByteArray csv = "step,block,forward_ms,sampling_ms,rows_computed";
    for (int thread = 0; thread < m_threads; ++thread)
        csv += ",busy_" + QByteArray::number(thread);
    csv += '\n';
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            if (column > 0)
                csv += ',';
            csv += QByteArray::number(number(row, column), 'g', 9);
        }
        csv += '\n';
    }
    return csv;
}

int StepSeries::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_frames.size());
}

int StepSeries::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstThread + m_threads;
}

double StepSeries::number(int row, int column) const
{
    const diffusion::StepFrame& frame = *m_frames[size_t(row)];
    switch (column) {
    case Step:
        return frame.step + 1; // as people count
    case Block:
        return frame.block + 1;
    case ForwardMs:
        return frame.forwardMs;
    case SamplingMs:
        return frame.samplingMs;
    case Rows:
        return frame.rowsComputed;
    default:
        break;
    }
    const size_t thread = size_t(column - FirstThread);
    return thread < frame.busyFractions.size() ? double(frame.busyFractions[thread]) : 0;
}

QVariant StepSeries::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    const double value = number(index.row(), index.column());
    if (role == NumberRole)
        return value;
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case ForwardMs:
    case SamplingMs:
        return formatMilliseconds(value);
    case Step:
    case Block:
    case Rows:
        return formatCount(quint64(value));
    default:
        return formatPercent(value);
    }
}

QVariant StepSeries::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Step:
        return tr("Step");
    case Block:
        return tr("Block");
    case ForwardMs:
        return tr("Forward");
    case SamplingMs:
        return tr("Sampling");
    case Rows:
        return tr("Rows");
    default:
        return tr("Thread %1 busy").arg(section - FirstThread + 1);
    }
}

} // namespace lacuna::models
