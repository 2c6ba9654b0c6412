// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "tokenizer/canvas_decoder.h"

#include <QByteArray>

#include <vector>

namespace lacuna::cli {

/// The canvas of an answer as text on a terminal. Confidence shows twice: in colour (green, yellow, red), and without
/// it in how dark a masked position's shade is and in what is underlined.
class CanvasDrawing {
public:
    struct Size {
        int columns;
        int rows;
    };

    CanvasDrawing(std::shared_ptr<const tokenizer::Tokenizer> tokenizer, bool colours);

    /// One line without any control sequence: what is there up to the end of the active block.
    QByteArray plainLine(const diffusion::StepFrame& frame) const;
    /// What to send to a terminal of that size so that the frame replaces the one drawn before. Where the canvas is
    /// higher than the terminal, the lines around the active block are shown.
    QByteArray redraw(const diffusion::StepFrame& frame, Size size);

private:
    /// A character that takes columns, with those that combine with it, or a line break.
    struct Glyph {
        QString text;
        int width = 1;
        int position = 0; ///< in the answer
        bool breaksLine = false;
    };

    std::vector<Glyph> glyphs(const diffusion::StepFrame& frame, int positions) const;
    QByteArray style(const diffusion::StepFrame& frame, int position) const;
    QByteArray coloured(const char* code) const { return m_colours ? QByteArray(code) : QByteArray(); }

    tokenizer::CanvasDecoder m_decoder;
    bool m_colours;
    int m_drawnLines = 0;
};

} // namespace lacuna::cli
