// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/canvas_decoder.h"

#include <algorithm>

namespace lacuna::tokenizer {
namespace {

/// What the bytes at some place are the start of.
struct Sequence {
    enum class State {
        Whole, ///< a character
        CutOff, ///< a character whose other bytes would come after the end
        Broken, ///< no UTF-8, whatever may follow
    };
    State state;
    qsizetype length; ///< bytes that belong together, ≥ 1
};

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Well-formed UTF-8 by table 3-7 of the Unicode Standard.
Sequence sequenceAt(QByteArrayView bytes)
{
    using State = Sequence::State;
    const auto byte = [&bytes](qsizetype at) {
        return static_cast<unsigned char>(bytes[at]);
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return {State::Whole, 1};
    if (lead < 0xC2 || lead > 0xF4)
        return {State::Broken, 1};
    const qsizetype length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    for (qsizetype at = 1; at < length; ++at) {
        if (at == bytes.size())
            return {State::CutOff, at};
        unsigned char lowest = 0x80;
        unsigned char highest = 0xBF;
        if (at == 1) {
            lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : lowest;
            highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : highest;
        }
        if (byte(at) < lowest || byte(at) > highest)
            return {State::Broken, at};
    }
    return {State::Whole, length};
}

/// Adjacent settled tokens that are text: their bytes, and the cell of each byte.
struct Run {
    QByteArray bytes;
    std::vector<size_t> owners;
    bool afterMask = false;
    bool beforeMask = false;
};

void writeRun(const Run& run, std::vector<CanvasCell>& cells)
{
    const auto write = [&](qsizetype at, const QString& text) {
        cells[run.owners[static_cast<size_t>(at)]].text += text;
    };
    const auto writePlaceholder = [&](qsizetype at, qsizetype length) {
        write(at, QString(QChar(CanvasDecoder::Placeholder)));
        for (qsizetype i = at; i < at + length; ++i)
            cells[run.owners[static_cast<size_t>(i)]].kind = CanvasCell::Kind::Incomplete;
    };
    for (const size_t cell : run.owners)
        cells[cell].kind = CanvasCell::Kind::Joined; // until a character begins in it

    qsizetype at = 0;
    if (run.afterMask) {
        // Up to three bytes may complete a character that begins in the mask.
        qsizetype tail = 0;
        while (tail < std::min<qsizetype>(3, run.bytes.size()) && isContinuation(run.bytes[tail]))
            ++tail;
        if (tail > 0)
            writePlaceholder(0, tail);
        at = tail;
    }
    while (at < run.bytes.size()) {
        const QByteArrayView rest = QByteArrayView(run.bytes).sliced(at);
        const Sequence sequence = sequenceAt(rest);
        CanvasCell& cell = cells[run.owners[static_cast<size_t>(at)]];
        if (cell.kind == CanvasCell::Kind::Joined)
            cell.kind = CanvasCell::Kind::Text;
        if (sequence.state == Sequence::State::Whole)
            write(at, QString::fromUtf8(rest.first(sequence.length)));
        else if (sequence.state == Sequence::State::CutOff && run.beforeMask)
            writePlaceholder(at, sequence.length);
        else
            write(at, QString(QChar(QChar::ReplacementCharacter)));
        at += sequence.length;
    }
}

} // namespace

std::vector<CanvasCell> canvasCells(std::span<const CanvasPiece> pieces)
{
    std::vector<CanvasCell> cells(pieces.size());
    Run run;
    const auto finishRun = [&](bool atMask) {
        run.beforeMask = atMask;
        writeRun(run, cells);
        run = Run {.bytes = {}, .owners = {}, .afterMask = atMask};
    };
    for (size_t i = 0; i < pieces.size(); ++i) {
        const QByteArray& bytes = pieces[i].bytes;
        switch (pieces[i].kind) {
        case CanvasPiece::Kind::Mask:
            finishRun(true);
            break;
        case CanvasPiece::Kind::Special:
            finishRun(false);
            cells[i] = {CanvasCell::Kind::Special, QString::fromUtf8(bytes)};
            break;
        case CanvasPiece::Kind::Text:
            cells[i].kind = CanvasCell::Kind::Text;
            run.bytes += bytes;
            run.owners.insert(run.owners.end(), static_cast<size_t>(bytes.size()), i);
            break;
        }
    }
    finishRun(false);
    return cells;
}

CanvasDecoder::CanvasDecoder(std::shared_ptr<const Tokenizer> tokenizer)
    : m_tokenizer(std::move(tokenizer))
{
}

std::vector<CanvasCell> CanvasDecoder::cells(std::span<const TokenId> ids) const
{
    std::vector<CanvasPiece> pieces;
    pieces.reserve(ids.size());
    for (const TokenId id : ids) {
        if (id == m_tokenizer->mask())
            pieces.push_back({CanvasPiece::Kind::Mask, {}});
        else if (m_tokenizer->isControl(id))
            pieces.push_back({CanvasPiece::Kind::Special, m_tokenizer->name(id).toByteArray()});
        else
            pieces.push_back({CanvasPiece::Kind::Text, m_tokenizer->piece(id)});
    }
    return canvasCells(pieces);
}

QString CanvasDecoder::text(std::span<const TokenId> ids, QStringView mask) const
{
    QString text;
    for (const CanvasCell& cell : cells(ids)) {
        if (cell.kind == CanvasCell::Kind::Mask)
            text += mask;
        else if (cell.kind != CanvasCell::Kind::Special)
            text += cell.text;
    }
    return text;
}

} // namespace lacuna::tokenizer
