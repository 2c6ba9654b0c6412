// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextCursor>

namespace lacuna::widgets {

// Laying out one line of a text field takes time that grows with the line, and has to be done in one go: half a second
// for a million characters. So a field keeps a very long line in several text blocks; here they go in and come out.

/// Inserts `text` at the cursor; lines longer than a block should be go into several.
void insertText(QTextCursor& cursor, QStringView text);

/// The text between two positions of the document: lines are ended by '\n' where the user's text has it, and nowhere
/// else.
QString textBetween(const QTextDocument& document, int begin, int end);

} // namespace lacuna::widgets
