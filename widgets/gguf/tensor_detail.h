// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/common/job.h"
#include "widgets/models/tensor_values.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QStackedWidget;
class QToolButton;

namespace lacuna::widgets {

class HeatMapView;
class HistogramPlot;

/// The values of one tensor: figures, histogram, heat map, the first ones. They are computed on another thread, and
/// for the tensor that was asked for last only.
class TensorDetail : public QWidget {
    Q_OBJECT
public:
    explicit TensorDetail(QWidget* parent = nullptr);

    void setTensor(std::shared_ptr<const gguf::File> file, int tensor); ///< a number in File::tensors(); -1: none
    const std::optional<models::TensorValues>& values() const { return m_values; }
    QString message() const; ///< shown instead of values: why there are none

Q_SIGNALS:
    void finished(); ///< the values are shown, or why there are none

private:
    enum Figure { Minimum, Maximum, Mean, Sigma, Zeros, NotFinite, FigureCount };

    QWidget* makeFigures();
    QWidget* makeHeatMap();
    QWidget* makeProgress();
    void compute();
    void show(const models::TensorValues& values);
    void showMessage(const QString& text);

    std::shared_ptr<const gguf::File> m_file;
    int m_tensor = -1;
    std::optional<models::TensorValues> m_values;
    Job* m_job;
    QLabel* m_title;
    QStackedWidget* m_stack; ///< message, progress, values
    QLabel* m_message;
    QProgressBar* m_progress;
    std::array<QLabel*, FigureCount> m_figures {};
    HistogramPlot* m_histogram;
    QComboBox* m_figure;
    HeatMapView* m_heatMap;
    QPlainTextEdit* m_first;
};

} // namespace lacuna::widgets
