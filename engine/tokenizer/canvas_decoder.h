// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/tokenizer.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <span>
#include <vector>

namespace lacuna::tokenizer {

/// What one position of a canvas shows.
struct CanvasCell {
    enum class Kind {
        Mask, ///< still to be filled; no text
        Text,
        Joined, ///< all its bytes belong to a character that an earlier cell shows; no text
        Incomplete, ///< part of a character whose other bytes are still masked: the text ends or starts with a
                    ///< placeholder
        Special, ///< a control token, by name
    };
    Kind kind = Kind::Mask;
    QString text;
};

/// What one position of a canvas holds, without its tokenizer (a stored answer outlives its model).
struct CanvasPiece {
    enum class Kind {
        Mask,
        Text,
        Special, ///< a control token
    };
    Kind kind = Kind::Mask;
    QByteArray bytes; ///< of a text token: maybe a part of a character; of a control token: its name
};

/// One cell per piece: what CanvasDecoder does, for pieces instead of ids.
std::vector<CanvasCell> canvasCells(std::span<const CanvasPiece> pieces);

/// Turns canvases, half-settled as they are, into text. A token may hold a part of a character, so the bytes of
/// adjacent settled tokens are joined; the character appears in the cell of its first byte. What is cut off by a mask
/// shows a placeholder until its neighbour settles; what no neighbour can repair shows U+FFFD. Stateless between calls:
/// a step may change any position.
class CanvasDecoder {
public:
    static constexpr char16_t Placeholder = u'\u25AF'; ///< stands for a character of which bytes are missing

    explicit CanvasDecoder(std::shared_ptr<const Tokenizer> tokenizer);

    /// One cell per id; ids equal to the tokenizer's mask are gaps.
    std::vector<CanvasCell> cells(std::span<const TokenId> ids) const;
    /// All cells in one string, with `mask` for each gap and control tokens left out.
    QString text(std::span<const TokenId> ids, QStringView mask) const;

private:
    std::shared_ptr<const Tokenizer> m_tokenizer;
};

} // namespace lacuna::tokenizer
