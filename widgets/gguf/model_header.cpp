// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/model_header.h"

#include "gguf/summary.h"
#include "gguf/text.h"
#include "gguf/value_text.h"
#include "model/transformer.h"
#include "widgets/common/derived_font.h"
#include "widgets/gguf/checksum_line.h"
#include "widgets/gguf/type_mix_bar.h"
#include "widgets/models/formatting.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

namespace {

constexpr int s_usualCanvas = 1024; ///< a prompt and an answer of usual length
constexpr int s_longestCanvas = 1 << 20; ///< where the file does not say

/// "Q4_K_M", without the "mostly" that says that small tensors are of other types; the mix tells that better.
QString fileTypeText(const gguf::Value& type)
{
    const auto number = type.toSigned();
    const QString name = number ? gguf::enumName("general.file_type", *number) : QString();
    return name.isEmpty() ? ModelHeader::tr("file type %1").arg(gguf::scalarText({}, type))
                          : name.section(u'_', name.startsWith(QStringLiteral("MOSTLY_")) ? 1 : 0);
}

QString orUnknown(std::optional<quint64> number)
{
    return number ? models::formatCount(*number) : ModelHeader::tr("not given");
}

} // namespace

ModelHeader::ModelHeader(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(this))
    , m_subtitle(new QLabel(this))
    , m_mix(new TypeMixBar(this))
    , m_canvas(new QSpinBox(this))
    , m_checksum(new ChecksumLine(this))
{
    m_name->setObjectName(QStringLiteral("modelName"));
    m_subtitle->setObjectName(QStringLiteral("modelSubtitle"));
    for (QLabel* label : {m_name, m_subtitle}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name must not widen the window
    }
    scaleFont(m_name, 1.5, true);

    auto grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    addFact(grid, Context, tr("Context"), 0, 0);
    addFact(grid, Vocabulary, tr("Vocabulary"), 1, 0);
    addFact(grid, Tensors, tr("Tensors"), 0, 2);
    addFact(grid, Keys, tr("Metadata keys"), 1, 2);
    addFact(grid, Format, tr("Format"), 0, 4);
    addFact(grid, Alignment, tr("Alignment"), 1, 4);
    addFact(grid, FileName, tr("File"), 2, 0);
    addFact(grid, Memory, tr("Memory needed"), 3, 0);
    m_facts[FileName]->setSizePolicy(QSizePolicy::Ignored,
                                     QSizePolicy::Preferred); // a long name must not widen the window
    grid->removeWidget(m_facts[FileName]);
    grid->addWidget(m_facts[FileName], 2, 1, 1, 5);
    grid->removeWidget(m_facts[Memory]);
    grid->addWidget(makeMemory(), 3, 1, 1, 5);
    auto hash = new QLabel(tr("SHA-256"), this);
    hash->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(hash, 4, 0);
    grid->addWidget(m_checksum, 4, 1, 1, 5);
    for (const int column : {1, 3, 5})
        grid->setColumnStretch(column, 1);

    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_name);
    layout->addWidget(m_subtitle);
    layout->addWidget(m_mix);
    layout->addLayout(grid);
}

void ModelHeader::addFact(QGridLayout* grid, Fact fact, const QString& title, int row, int column)
{
    QLabel*& name = m_titles[fact];
    QLabel*& value = m_facts[fact];
    name = new QLabel(title, this);
    name->setForegroundRole(QPalette::PlaceholderText);
    value = new QLabel(this);
    value->setTextFormat(Qt::PlainText);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleName(title);
    grid->addWidget(name, row, column);
    grid->addWidget(value, row, column + 1);
}

QWidget* ModelHeader::makeMemory()
{
    m_canvas->setObjectName(QStringLiteral("canvasLength"));
    m_canvas->setRange(1, s_longestCanvas);
    m_canvas->setValue(s_usualCanvas);
    m_canvas->setSingleStep(64);
    m_canvas->setGroupSeparatorShown(true);
    m_canvas->setAccessibleName(tr("Canvas in tokens: prompt and answer"));
    m_canvas->setToolTip(tr("Length of the canvas, prompt and answer together, for which memory is estimated"));
    m_facts[Memory]->setWordWrap(true);
    connect(m_canvas, &QSpinBox::valueChanged, this, &ModelHeader::updateMemory);
    auto box = new QWidget(this);
    auto row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto label = new QLabel(tr("for a &canvas of"), box);
    label->setBuddy(m_canvas);
    row->addWidget(label);
    row->addWidget(m_canvas);
    row->addWidget(new QLabel(tr("tokens:"), box));
    row->addWidget(m_facts[Memory], 1);
    return box;
}

void ModelHeader::setFile(std::shared_ptr<const gguf::File> file)
{
    m_file = std::move(file);
    if (!m_file) {
        m_checksum->setFiles({});
        return;
    }
    const gguf::Summary summary = gguf::summarise(*m_file);
    const QFileInfo first(m_file->path());
    const QString named = gguf::shownText(*m_file, "general.name").trimmed();
    m_name->setText(named.isEmpty() ? gguf::shownPath(first.fileName()) : named);
    m_name->setToolTip(models::plainToolTip(m_name->text()));

    const auto architecture = m_file->bytesValue("general.architecture");
    const gguf::Value* type = m_file->find("general.file_type");
    QStringList subtitle;
    subtitle << (architecture ? gguf::escaped(*architecture) : tr("no architecture given"));
    if (summary.elements > 0)
        subtitle << tr("%1 parameters").arg(models::formatMagnitude(summary.elements));
    if (summary.bitsPerWeight > 0)
        subtitle << tr("%1 bits per weight").arg(models::formatDecimal(summary.bitsPerWeight, 2));
    if (type && !type->isArray())
        subtitle << fileTypeText(*type);
    m_subtitle->setText(subtitle.join(QStringLiteral(" · ")));
    m_subtitle->setToolTip(tr("%1 parameters").arg(models::formatCount(summary.elements)));
    m_mix->setTypes(summary.types);

    const auto count = [this](const QByteArray& key) {
        const auto value = m_file->unsignedValue(key);
        return value ? std::optional(*value) : std::nullopt;
    };
    const QByteArray prefix = architecture ? architecture->toByteArray() : QByteArray();
    const gguf::Value* tokens = m_file->find("tokenizer.ggml.tokens");
    const auto context = count(prefix + ".context_length");
    m_facts[Context]->setText(orUnknown(context));
    m_canvas->setMaximum(int(std::clamp<quint64>(context.value_or(s_longestCanvas), 1, s_longestCanvas)));
    m_facts[Vocabulary]->setText(
        orUnknown(tokens && tokens->isArray() ? std::optional(tokens->size()) : count(prefix + ".vocab_size")));
    m_facts[Tensors]->setText(models::formatCount(m_file->tensors().size()));
    m_facts[Keys]->setText(models::formatCount(m_file->metadata().size()));
    m_facts[Format]->setText(m_file->isBigEndian() ? tr("GGUF %1, big-endian").arg(m_file->version())
                                                   : tr("GGUF %1, little-endian").arg(m_file->version()));
    m_facts[Alignment]->setText(tr("%1 bytes").arg(models::formatCount(m_file->alignment())));
    const QStringList shards = m_file->shardPaths();
    m_facts[FileName]->setText(shards.size() > 1 ? tr("%1 and %2 more shards, %3")
                                                       .arg(gguf::shownPath(first.fileName()))
                                                       .arg(shards.size() - 1)
                                                       .arg(models::formatBytes(m_file->totalBytes()))
                                                 : tr("%1, %2").arg(gguf::shownPath(first.fileName()),
                                                                    models::formatBytes(m_file->totalBytes())));
    QStringList paths;
    for (const QString& path : shards)
        paths << gguf::shownPath(path);
    m_facts[FileName]->setToolTip(models::plainToolTip(paths.join(u'\n')));
    m_checksum->setFiles(QFileInfo(m_file->path()).isFile() ? shards : QStringList());
    updateMemory();
}

void ModelHeader::updateMemory()
{
    if (!m_file)
        return;
    const auto estimate = model::Transformer::estimate(*m_file, m_canvas->value());
    if (!estimate) {
        m_facts[Memory]->setText(tr("not known: the engine cannot run this file"));
        m_facts[Memory]->setToolTip(models::plainToolTip(estimate.error().text()));
        return;
    }
    m_facts[Memory]->setToolTip(
        tr("Weights are read from the file as they are needed; the system may drop them again."));
    m_facts[Memory]->setText(tr("%1 (weights %2, keys and values %3, work space %4)")
                                 .arg(models::formatBytes(estimate->total()), models::formatBytes(estimate->weights),
                                      models::formatBytes(estimate->kv), models::formatBytes(estimate->buffers)));
}

QString ModelHeader::text() const
{
    QStringList lines {m_name->text(), m_subtitle->text(), m_mix->description()};
    for (size_t i = 0; i < FactCount; ++i)
        lines << QStringLiteral("%1: %2").arg(m_titles[i]->text(), m_facts[i]->text());
    return lines.join(u'\n');
}

} // namespace lacuna::widgets
