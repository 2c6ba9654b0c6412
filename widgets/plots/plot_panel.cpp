// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_panel.h"

#include "widgets/plots/latency_plot.h"
#include "widgets/plots/utilisation_plot.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSaveFile>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lacuna::widgets {

namespace {

constexpr int RefreshMs = 300; // a replot takes some milliseconds, and at most ten a second are wanted

} // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent)
    , m_latency(new LatencyPlot(m_series, this))
    , m_utilisation(new UtilisationPlot(m_series, this))
    , m_table(new QTableView(this))
    , m_stack(new QStackedWidget(this))
    , m_waiting(new QLabel(tr("Step times and thread use show here during an answer."), this))
    , m_summary(new QLabel(this))
    , m_showTable(new QAction(tr("Show step figures as a &table"), this))
    , m_exportPng(new QAction(tr("Export plots as &PNG …"), this))
    , m_exportCsv(new QAction(tr("Export step figures as &CSV …"), this))
{
    m_table->setModel(&m_series);
    m_table->setAccessibleName(tr("Figures of each step"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);

    auto plots = new QWidget(this);
    auto plotRow = new QHBoxLayout(plots);
    plotRow->setContentsMargins(0, 0, 0, 0);
    plotRow->addWidget(m_latency, 1);
    plotRow->addWidget(m_utilisation, 1);
    m_waiting->setAlignment(Qt::AlignCenter);
    m_waiting->setWordWrap(true);
    m_waiting->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(plots);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_waiting);

    m_showTable->setCheckable(true);
    connect(m_showTable, &QAction::toggled, this, &PlotPanel::updateView);
    connect(m_exportPng, &QAction::triggered, this,
            [this] { chooseExport(tr("PNG images (*.png)"), QStringLiteral("png"), &PlotPanel::exportPng); });
    connect(m_exportCsv, &QAction::triggered, this,
            [this] { chooseExport(tr("CSV tables (*.csv)"), QStringLiteral("csv"), &PlotPanel::exportCsv); });

    m_summary->setObjectName(QStringLiteral("plotSummary"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it must not widen the window
    m_summary->setAccessibleName(tr("Figures of all steps, or of the one that is pointed at"));
    auto header = new QHBoxLayout;
    header->addWidget(m_summary, 1);
    for (QAction* action : menuActions()) {
        auto button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        header->addWidget(button);
    }
    m_showTable->setIconText(tr("Table"));
    m_exportPng->setIconText(tr("PNG …"));
    m_exportCsv->setIconText(tr("CSV …"));
    for (QAction* action : menuActions())
        action->setToolTip(action->text().remove(QLatin1Char('&')));

    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(header);
    layout->addWidget(m_stack, 1);

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(RefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &PlotPanel::refresh);
    const auto read = [this](const QString& reading) {
        if (reading.isEmpty())
            updateSummary();
        else
            m_summary->setText(reading);
    };
    for (StepPlot* plot : {static_cast<StepPlot*>(m_latency), static_cast<StepPlot*>(m_utilisation)})
        connect(plot, &StepPlot::pointed, this, read);
    refresh();
}

PlotPanel::~PlotPanel()
{
    delete m_stack; // the plots look into the series, also when they lose the focus in the end
}

QList<QAction*> PlotPanel::menuActions() const
{
    return {m_showTable, m_exportPng, m_exportCsv};
}

void PlotPanel::setWaitingText(const QString& text)
{
    m_waiting->setText(text);
}

void PlotPanel::setFrames(const std::vector<diffusion::StepFramePtr>& frames)
{
    m_new.clear();
    m_live = false;
    m_series.setFrames(frames);
    refresh();
}

void PlotPanel::addFrame(const diffusion::StepFramePtr& frame)
{
    m_live = true;
    m_new.push_back(frame);
    if (!m_refresh.isActive())
        m_refresh.start();
}

void PlotPanel::finish()
{
    m_live = false;
    refresh();
}

void PlotPanel::setCurrentStep(int step)
{
    m_latency->setCurrentStep(step);
    m_utilisation->setCurrentStep(step);
}

void PlotPanel::refresh()
{
    m_refresh.stop();
    m_series.append(std::exchange(m_new, {}));
    for (StepPlot* plot : {static_cast<StepPlot*>(m_latency), static_cast<StepPlot*>(m_utilisation)})
        plot->refresh(m_live);
    updateSummary();
    updateView();
}

void PlotPanel::updateView()
{
    const bool any = !m_series.frames().empty();
    m_stack->setCurrentIndex(!any ? Nothing : m_showTable->isChecked() ? Table : Plots);
    for (QAction* action : menuActions())
        action->setEnabled(any);
}

void PlotPanel::updateSummary()
{
    const QString latency = m_latency->summary();
    m_summary->setText(latency.isEmpty() ? QString() : tr("Each step: %1; %2").arg(latency, m_utilisation->summary()));
    m_summary->setToolTip(m_summary->text());
}

void PlotPanel::chooseExport(const QString& filter, const QString& suffix, bool (PlotPanel::*write)(const QString&))
{
    auto dialog = new QFileDialog(this, tr("Export"), {}, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, write](const QString& path) {
        if (!(this->*write)(path))
            Q_EMIT exportFailed(tr("%1 could not be written. Choose a folder that you may write to.").arg(path));
    });
    dialog->open();
}

bool PlotPanel::exportPng(const QString& path)
{
    QWidget* plots = m_stack->widget(Plots);
    plots->resize(m_stack->size()); // it may stand behind the table
    plots->layout()->activate();
    for (StepPlot* plot : {static_cast<StepPlot*>(m_latency), static_cast<StepPlot*>(m_utilisation)})
        plot->replot(QCustomPlot::rpImmediateRefresh);
    return plots->grab().save(path, "PNG");
}

bool PlotPanel::exportCsv(const QString& path)
{
    refresh(); // the newest steps, too
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(m_series.toCsv()) >= 0 && file.commit();
}

} // namespace lacuna::widgets
