// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace lacuna::gguf {

/// Something that the structure check saw.
struct Finding {
    enum class Severity {
        Note, ///< unusual, harmless
        Warning, ///< against the format's rules, or a sign of damage, but of no consequence for running
        Error, ///< the engine refuses to run this file
    };
    Severity severity;
    int kind; ///< number of the case in docs/developer/malformed-files.md, 0 if it has none
    std::optional<quint64> offset; ///< byte in the shard's file
    QString text; ///< a sentence; everything from the file is escaped in it
    int shard = 0; ///< which of the file's shards it was seen in
    Error::Code code = Error::Code::Malformed; ///< what an Error finding amounts to
};

/// Collects findings, a bounded number of them: a hostile file can break the rules a million times.
class Findings {
public:
    static constexpr int s_limit = 1000; ///< of each severity, so that a flood of notes hides no error

    void add(Finding finding);
    void note(int kind, std::optional<quint64> offset, QString text);
    void warning(int kind, std::optional<quint64> offset, QString text);
    void error(int kind, std::optional<quint64> offset, QString text, Error::Code code = Error::Code::Malformed);

    /// The findings in the order in which they were made; the last one says how many there was no room for.
    std::vector<Finding> take();

private:
    std::vector<Finding> m_findings;
    std::array<int, 3> m_counts {}; ///< by severity
    int m_suppressed = 0;
};

} // namespace lacuna::gguf
