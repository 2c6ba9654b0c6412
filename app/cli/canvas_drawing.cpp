// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/canvas_drawing.h"

#include "cli/terminal_text.h"

#include <algorithm>

namespace lacuna::cli {

using diffusion::PositionFrame;
using diffusion::PositionState;
using diffusion::StepFrame;
using tokenizer::CanvasCell;

namespace {

constexpr char16_t kLineFeed = u'\u21b5'; // ↵
constexpr char16_t kControl = u'\u25a0'; // ■
constexpr char16_t kLaterBlock = u'\u00b7'; // ·
constexpr char16_t kShades[] = {u'\u2591', u'\u2592', u'\u2593'}; // ░▒▓
constexpr QStringView kLegend = u"░▒▓ mask, darker: surer   · later   bold: new   underlined: < 50 %   ■ control";
constexpr float kUnsure = 0.5F;
constexpr float kSure = 0.9F;

QString title(const StepFrame& frame)
{
    if (frame.step < 0)
        return QStringLiteral("before the first step");
    return QStringLiteral("step %1 of %2, block %3 of %4")
        .arg(frame.step + 1)
        .arg(frame.steps)
        .arg(frame.block + 1)
        .arg(frame.blocks);
}

bool isActive(const StepFrame& frame, int position)
{
    return position >= frame.blockBegin && position < frame.blockEnd;
}

QChar maskGlyph(const StepFrame& frame, int position)
{
    if (!isActive(frame, position))
        return kLaterBlock;
    const float confidence = frame.positions[size_t(position)].confidence;
    return kShades[confidence < kUnsure ? 0 : confidence < kSure ? 1 : 2];
}

QString cellText(const CanvasCell& cell, const StepFrame& frame, int position)
{
    switch (cell.kind) {
    case CanvasCell::Kind::Mask:
        return maskGlyph(frame, position);
    case CanvasCell::Kind::Special:
        return QChar(kControl);
    default:
        return cell.text;
    }
}

/// Index of the first line to show so that the active block is in view, if it is lower than `rows`.
size_t firstLine(const std::vector<int>& lineBegins, int blockBegin, size_t rows)
{
    if (lineBegins.size() <= rows)
        return 0;
    const auto after = std::upper_bound(lineBegins.begin(), lineBegins.end(), blockBegin);
    const size_t active = size_t(std::max<std::ptrdiff_t>(after - lineBegins.begin() - 1, 0));
    return std::min(active, lineBegins.size() - rows);
}

} // namespace

CanvasDrawing::CanvasDrawing(std::shared_ptr<const tokenizer::Tokenizer> tokenizer, bool colours)
    : m_decoder(std::move(tokenizer))
    , m_colours(colours)
{
}

std::vector<CanvasDrawing::Glyph> CanvasDrawing::glyphs(const StepFrame& frame, int positions) const
{
    std::vector<TokenId> ids;
    ids.reserve(size_t(positions));
    for (int i = 0; i < positions; ++i)
        ids.push_back(frame.positions[size_t(i)].id);
    const std::vector<CanvasCell> cells = m_decoder.cells(ids);
    std::vector<Glyph> glyphs;
    for (int i = 0; i < positions; ++i) {
        for (const uint character : cellText(cells[size_t(i)], frame, i).toUcs4()) {
            if (character == '\n') {
                glyphs.push_back({QChar(kLineFeed), 1, i, true});
                continue;
            }
            const char32_t shown = displayable(character);
            const QString text = QString::fromUcs4(&shown, 1);
            const int width = displayWidth(shown);
            if (width == 0 && !glyphs.empty())
                glyphs.back().text += text;
            else
                glyphs.push_back({text, width, i, false});
        }
    }
    return glyphs;
}

QByteArray CanvasDrawing::style(const StepFrame& frame, int position) const
{
    const PositionFrame& place = frame.positions[size_t(position)];
    if (place.state == PositionState::Fixed || (place.state == PositionState::Masked && !isActive(frame, position)))
        return {};
    QByteArray style;
    if (place.state == PositionState::New)
        style += "\x1b[1m";
    if (place.state != PositionState::Masked && place.confidence < kUnsure)
        style += "\x1b[4m";
    style += coloured(place.confidence < kUnsure ? "\x1b[31m" : place.confidence < kSure ? "\x1b[33m" : "\x1b[32m");
    return style;
}

QByteArray CanvasDrawing::plainLine(const StepFrame& frame) const
{
    QByteArray line = title(frame).toUtf8() + ": ";
    for (const Glyph& glyph : glyphs(frame, frame.blockEnd))
        line += glyph.text.toUtf8();
    return line + '\n';
}

QByteArray CanvasDrawing::redraw(const StepFrame& frame, Size size)
{
    constexpr int Around = 3; // title, legend, and the line where the cursor rests
    const int columns = std::max(size.columns, 8);
    QByteArrayList lines {{}};
    std::vector<int> lineBegins {0}; // position of each line's first glyph
    int column = 0;
    int styled = -1; // position whose style is on
    for (const Glyph& glyph : glyphs(frame, int(frame.positions.size()))) {
        if (column + glyph.width > columns) {
            lines.last() += "\x1b[0m";
            lines.push_back({});
            lineBegins.push_back(glyph.position);
            column = 0;
            styled = -1;
        }
        if (glyph.position != styled) {
            lines.last() += "\x1b[0m" + style(frame, glyph.position);
            styled = glyph.position;
        }
        lines.last() += glyph.text.toUtf8();
        column = glyph.breaksLine ? columns : column + glyph.width;
    }
    lines.last() += "\x1b[0m";

    const size_t rows = size_t(std::max(size.rows - Around, 1));
    const size_t first = firstLine(lineBegins, frame.blockBegin, rows);
    QByteArrayList shown {title(frame).toUtf8()};
    if (frame.step >= 0)
        shown.last() += QStringLiteral(", %1 ms").arg(frame.forwardMs + frame.samplingMs, 0, 'f', 1).toUtf8();
    shown += lines.mid(qsizetype(first), qsizetype(rows));
    shown.push_back(kLegend.left(columns).toUtf8());

    QByteArray out;
    if (m_drawnLines > 0)
        out += "\x1b[" + QByteArray::number(m_drawnLines) + "A\r";
    out += "\x1b[?7l"; // no wrapping: a character that is wider than thought must not move the lines below
    for (const QByteArray& line : shown)
        out += line + "\x1b[0m\x1b[K\n";
    out += "\x1b[J\x1b[?7h";
    m_drawnLines = int(shown.size());
    return out;
}

} // namespace lacuna::cli
