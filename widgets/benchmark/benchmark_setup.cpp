// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/benchmark_setup.h"

#include "gguf/text.h"
#include "runtime/thread_pool.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace lacuna::widgets {

namespace {

enum Test { Protocol, Rows }; // in the order of the box

constexpr int LeastWidth = 30; ///< characters

QSpinBox* makeSpinBox(const char* name, int least, int most, int value, QWidget* parent)
{
    auto box = new QSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, most);
    box->setValue(value);
    return box;
}

} // namespace

BenchmarkSetup::BenchmarkSetup(QWidget* parent)
    : QWidget(parent)
    , m_model(new QComboBox(this))
    , m_test(new QComboBox(this))
    , m_rows(makeSpinBox("benchmarkRows", 1, 4096, 160, this))
    , m_threads(makeSpinBox("benchmarkThreads", 1, runtime::logicalProcessors(), runtime::physicalCores(), this))
    , m_sweep(new QCheckBox(tr("&Each number from 1 to this"), this))
    , m_runs(makeSpinBox("benchmarkRuns", 1, 100, benchmark::protocolSettings().runs, this))
{
    m_model->setObjectName(QStringLiteral("benchmarkModel"));
    for (QComboBox* box : {m_model, m_test}) { // long names must not widen the column
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(16);
    }
    m_test->setObjectName(QStringLiteral("benchmarkTest"));
    m_test->addItems({tr("Whole answer (protocol)"), tr("Steps over a number of rows")});
    m_test->setToolTip(tr("The protocol: 128 tokens in blocks of 32, 32 steps, the same question every time"));
    m_sweep->setObjectName(QStringLiteral("benchmarkSweep"));
    m_sweep->setToolTip(tr("Measures every number of threads, to see what each of them brings"));
    m_runs->setToolTip(tr("Runs that count; one to warm up comes before them"));
    m_rows->setToolTip(tr("Prompt and answer together"));
    m_rows->setEnabled(false);
    connect(m_test, &QComboBox::currentIndexChanged, m_rows, [this](int test) { m_rows->setEnabled(test == Rows); });
    connect(m_model, &QComboBox::activated, this, [this] { m_chosen = true; });
    connect(m_model, &QComboBox::currentIndexChanged, this, &BenchmarkSetup::modelChanged);
    setLayout(buildForm());
}

QFormLayout* BenchmarkSetup::buildForm()
{
    auto other = new QPushButton(tr("&Other …"), this);
    other->setToolTip(tr("Chooses another GGUF file to measure"));
    other->setAccessibleName(tr("Choose another model"));
    connect(other, &QPushButton::clicked, this, &BenchmarkSetup::chooseOther);

    auto form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->addRow(tr("&Model"), m_model);
    form->addRow(other);
    form->addRow(tr("&Test"), m_test);
    form->addRow(tr("Ro&ws"), m_rows);
    form->addRow(tr("T&hreads"), m_threads);
    form->addRow(m_sweep);
    form->addRow(tr("Counted &runs"), m_runs);
    return form;
}

void BenchmarkSetup::setModels(const QStringList& paths, const QString& current)
{
    QStringList all = paths + m_others;
    all.removeDuplicates();
    const QString wanted = m_chosen && all.contains(modelPath()) ? modelPath() : current;
    m_model->clear();
    for (const QString& path : all)
        addModel(path);
    m_model->setCurrentIndex(std::max(0, m_model->findData(wanted)));
    Q_EMIT modelChanged();
}

QString BenchmarkSetup::modelPath() const
{
    return m_model->currentData().toString();
}

QSize BenchmarkSetup::minimumSizeHint() const
{
    const QSize least = QWidget::minimumSizeHint();
    return {std::max(least.width(), LeastWidth * fontMetrics().averageCharWidth()), least.height()};
}

std::vector<benchmark::Settings> BenchmarkSetup::tests() const
{
    benchmark::Settings settings =
        m_test->currentIndex() == Rows ? benchmark::rowsSettings(m_rows->value()) : benchmark::protocolSettings();
    settings.runs = m_runs->value();
    std::vector<benchmark::Settings> tests;
    for (int threads = m_sweep->isChecked() ? 1 : m_threads->value(); threads <= m_threads->value(); ++threads) {
        settings.threads = threads;
        tests.push_back(settings);
    }
    return tests;
}

void BenchmarkSetup::addModel(const QString& path)
{
    m_model->addItem(QFileInfo(path).fileName(), path);
    m_model->setItemData(m_model->count() - 1, gguf::shownPath(path), Qt::ToolTipRole);
}

void BenchmarkSetup::chooseOther()
{
    auto dialog = new QFileDialog(this, tr("Choose a model to measure"), QFileInfo(modelPath()).absolutePath(),
                                  tr("GGUF models (*.gguf);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (m_model->findData(path) < 0) {
            m_others << path;
            addModel(path);
        }
        m_chosen = true;
        m_model->setCurrentIndex(m_model->findData(path));
    });
    dialog->open();
}

} // namespace lacuna::widgets
