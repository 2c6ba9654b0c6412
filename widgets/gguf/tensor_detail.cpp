// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/tensor_detail.h"

#include "gguf/text.h"
#include "widgets/common/derived_font.h"
#include "widgets/common/vertical_scroll_area.h"
#include "widgets/gguf/heat_map_view.h"
#include "widgets/gguf/histogram_plot.h"
#include "widgets/models/formatting.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lacuna::widgets {

using models::TensorValues;

namespace {

QString figureText(double value)
{
    return std::isfinite(value) ? QString::number(value, 'g', 5) : models::noNumber();
}

QString shareText(quint64 part, quint64 whole)
{
    if (part == 0)
        return QStringLiteral("0");
    return QCoreApplication::translate("TensorDetail", "%1 (%2 %)")
        .arg(models::formatCount(part), QString::number(100 * double(part) / double(whole), 'g', 3));
}

} // namespace

TensorDetail::TensorDetail(QWidget* parent)
    : QWidget(parent)
    , m_job(new Job(this))
    , m_title(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_message(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_histogram(new HistogramPlot(this))
    , m_figure(new QComboBox(this))
    , m_heatMap(new HeatMapView(this))
    , m_first(new QPlainTextEdit(this))
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name must not widen the window
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_message->setObjectName(QStringLiteral("detailMessage"));
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_message->setTextFormat(Qt::PlainText);

    m_first->setObjectName(QStringLiteral("firstValues"));
    m_first->setReadOnly(true);
    m_first->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_first->setTabChangesFocus(true);
    useFixedFont(m_first);
    m_first->setAccessibleName(tr("First values"));
    m_first->setMinimumHeight(80);

    auto valuesPage = new QWidget(m_stack);
    auto column = new QVBoxLayout(valuesPage);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeFigures());
    column->addWidget(m_histogram, 2);
    auto bins = new QLabel(valuesPage);
    bins->setObjectName(QStringLiteral("histogramDescription"));
    bins->setForegroundRole(QPalette::PlaceholderText);
    bins->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // its text changes with the pointer
    connect(m_histogram, &HistogramPlot::described, bins, &QLabel::setText);
    column->addWidget(bins);
    column->addWidget(makeHeatMap(), 3);
    auto label = new QLabel(tr("&First values, row by row:"), valuesPage);
    label->setBuddy(m_first);
    column->addWidget(label);
    column->addWidget(m_first, 1);
    m_stack->addWidget(m_message);
    m_stack->addWidget(makeProgress());
    auto scroll = new VerticalScrollArea(m_stack); // in a low window
    scroll->setWidget(valuesPage);
    m_stack->addWidget(scroll);

    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_stack, 1);
    setTensor(nullptr, -1);
}

QWidget* TensorDetail::makeFigures()
{
    auto box = new QWidget(m_stack);
    auto grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    const QString titles[] = {tr("Minimum"), tr("Maximum"), tr("Mean"), tr("σ"), tr("Zeros"), tr("NaN / Inf")};
    const QString explanations[] = {
        tr("The smallest finite value"), tr("The largest finite value"),
        tr("Mean of the finite values"), tr("Standard deviation of the finite values"),
        tr("Values that are exactly 0"), tr("Values that are no number, and infinite ones: a sign of damage"),
    };
    for (int i = 0; i < FigureCount; ++i) {
        auto title = new QLabel(titles[i], box);
        title->setForegroundRole(QPalette::PlaceholderText);
        m_figures[size_t(i)] = new QLabel(box);
        m_figures[size_t(i)]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_figures[size_t(i)]->setAccessibleName(titles[i]);
        title->setToolTip(explanations[i]);
        m_figures[size_t(i)]->setToolTip(explanations[i]);
        grid->addWidget(title, i / 2, i % 2 * 2);
        grid->addWidget(m_figures[size_t(i)], i / 2, i % 2 * 2 + 1);
    }
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    return box;
}

QWidget* TensorDetail::makeHeatMap()
{
    m_figure->setObjectName(QStringLiteral("heatMapFigure"));
    m_figure->addItem(tr("Root mean square"), int(HeatMapView::Figure::RootMeanSquare));
    m_figure->addItem(tr("Mean"), int(HeatMapView::Figure::Mean));
    m_figure->addItem(tr("Largest magnitude"), int(HeatMapView::Figure::Largest));
    m_figure->setAccessibleName(tr("What the heat map shows"));
    m_figure->setToolTip(tr("Each cell of the heat map stands for a block of values; this is what it shows of them."));
    connect(m_figure, &QComboBox::currentIndexChanged, this,
            [this] { m_heatMap->setFigure(HeatMapView::Figure(m_figure->currentData().toInt())); });
    auto box = new QWidget(m_stack);
    auto column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto line = new QHBoxLayout;
    auto label = new QLabel(tr("&Heat map:"), box);
    label->setBuddy(m_figure);
    line->addWidget(label);
    line->addWidget(m_figure);
    line->addStretch();
    column->addLayout(line);
    column->addWidget(m_heatMap, 1);
    auto description = new QLabel(box);
    description->setObjectName(QStringLiteral("heatMapDescription"));
    description->setTextFormat(Qt::PlainText);
    description->setForegroundRole(QPalette::PlaceholderText);
    description->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // its text changes with the pointer
    connect(m_heatMap, &HeatMapView::described, description, &QLabel::setText);
    column->addWidget(description);
    return box;
}

QWidget* TensorDetail::makeProgress()
{
    auto box = new QWidget(m_stack);
    auto column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    m_progress->setRange(0, 100);
    m_progress->setAccessibleName(tr("Reading the tensor"));
    auto cancel = new QPushButton(tr("Cancel"), box);
    cancel->setObjectName(QStringLiteral("cancelDetail"));
    cancel->setToolTip(tr("Stops reading this tensor"));
    connect(cancel, &QPushButton::clicked, this, [this] {
        m_job->cancel();
        showMessage(tr("Reading the values was stopped. Select the tensor again to start over."));
    });
    column->addWidget(new QLabel(tr("Reading all values…"), box));
    column->addWidget(m_progress);
    column->addWidget(cancel, 0, Qt::AlignLeft);
    column->addStretch();
    connect(m_job, &Job::progressed, this, [this](double fraction) { m_progress->setValue(int(fraction * 100)); });
    return box;
}

void TensorDetail::setTensor(std::shared_ptr<const gguf::File> file, int tensor)
{
    m_job->cancel();
    m_file = std::move(file);
    m_tensor = m_file ? tensor : -1;
    m_values.reset();
    m_title->setVisible(m_tensor >= 0);
    if (m_tensor < 0) {
        m_message->setText(tr("Select a tensor to see its values."));
        m_stack->setCurrentIndex(0);
        return;
    }
    const QString name = gguf::escaped(m_file->tensors()[size_t(m_tensor)].name);
    m_title->setText(name);
    m_title->setToolTip(models::plainToolTip(name));
    compute();
}

QString TensorDetail::message() const
{
    return m_stack->currentIndex() == 0 ? m_message->text() : QString();
}

void TensorDetail::compute()
{
    m_progress->setValue(0);
    m_stack->setCurrentIndex(1);
    m_job->start<TensorValues>(
        [file = m_file, tensor = m_tensor](const Job::Control& control) {
            return models::measureTensor(*file, file->tensors()[size_t(tensor)], control.report, control.stop);
        },
        [this](const Result<TensorValues>& values) {
            if (values)
                show(*values);
            else
                showMessage(values.error().text());
        });
}

void TensorDetail::show(const TensorValues& values)
{
    m_values = values;
    const QString texts[] = {
        figureText(values.minimum),
        figureText(values.maximum),
        figureText(values.mean),
        figureText(values.sigma),
        shareText(values.zeros, values.count),
        tr("%1 / %2").arg(models::formatCount(values.nans), models::formatCount(values.infinities)),
    };
    for (size_t i = 0; i < FigureCount; ++i)
        m_figures[i]->setText(texts[i]);
    m_histogram->setHistogram(values.histogram);
    m_heatMap->setHeatMap(values.heatMap);

    QString first; // cells of one width, so that they stand in columns wherever lines break
    for (const float value : values.first)
        first += QString::number(double(value), 'g', 5).leftJustified(12);
    m_first->setPlainText(first);
    m_stack->setCurrentIndex(2);
    Q_EMIT finished();
}

void TensorDetail::showMessage(const QString& text)
{
    m_message->setText(text);
    m_stack->setCurrentIndex(0);
    Q_EMIT finished();
}

} // namespace lacuna::widgets
