// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/models/tensor_model.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QTreeView;

namespace lacuna::widgets {

class TensorDetail;

/// The tensors of a file: filter, table with totals of the selection, and the values of the current one beside it.
class TensorPage : public QWidget {
    Q_OBJECT
public:
    explicit TensorPage(QWidget* parent = nullptr);

    void setFile(std::shared_ptr<const gguf::File> file); ///< null: empty
    void setGrouped(bool grouped);

    QLineEdit* filter() const { return m_filter; }
    QTreeView* view() const { return m_view; }
    models::TensorModel* model() const { return m_model; }
    TensorDetail* detail() const { return m_detail; }
    QString totals() const;

    bool eventFilter(QObject* object, QEvent* event) override;

Q_SIGNALS:
    void groupedChanged(bool grouped);

private:
    QWidget* makeList();
    void listTypes();
    void applyFilter();
    void keepCurrent(int tensor);
    void updateTotals();
    void fitColumns();
    void fitNameColumn();

    std::shared_ptr<const gguf::File> m_file;
    models::TensorModel* m_model;
    QLineEdit* m_filter;
    QComboBox* m_types;
    QCheckBox* m_grouped;
    QTreeView* m_view;
    QLabel* m_totals;
    TensorDetail* m_detail;
};

} // namespace lacuna::widgets
