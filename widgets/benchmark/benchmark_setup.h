// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/record.h"

#include <QStringList>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace lacuna::widgets {

/// What is to be measured: model, test, threads, runs.
class BenchmarkSetup : public QWidget {
    Q_OBJECT
public:
    explicit BenchmarkSetup(QWidget* parent = nullptr);

    /// Models to choose from, by path; `current` is chosen where the user has not chosen one that is still there.
    void setModels(const QStringList& paths, const QString& current);
    QString modelPath() const; ///< empty: there is none
    std::vector<benchmark::Settings> tests() const; ///< one for each number of threads

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void modelChanged();

private:
    void chooseOther();
    void addModel(const QString& path);
    QFormLayout* buildForm();

    QComboBox* m_model;
    QComboBox* m_test;
    QSpinBox* m_rows;
    QSpinBox* m_threads;
    QCheckBox* m_sweep;
    QSpinBox* m_runs;
    QStringList m_others; ///< that the user has opened here
    bool m_chosen = false; ///< by the user
};

} // namespace lacuna::widgets
