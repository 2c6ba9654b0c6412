// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/finding.h"

#include <utility>

namespace lacuna::gguf {

void Findings::add(Finding finding)
{
    int& count = m_counts[static_cast<size_t>(finding.severity)];
    if (count == s_limit) {
        ++m_suppressed;
        return;
    }
    ++count;
    m_findings.push_back(std::move(finding));
}

void Findings::note(int kind, std::optional<quint64> offset, QString text)
{
    add({Finding::Severity::Note, kind, offset, std::move(text)});
}

void Findings::warning(int kind, std::optional<quint64> offset, QString text)
{
    add({Finding::Severity::Warning, kind, offset, std::move(text)});
}

void Findings::error(int kind, std::optional<quint64> offset, QString text, Error::Code code)
{
    add({Finding::Severity::Error, kind, offset, std::move(text), 0, code});
}

std::vector<Finding> Findings::take()
{
    if (m_suppressed > 0) {
        m_findings.push_back({Finding::Severity::Note, 0, std::nullopt,
                              QStringLiteral("%1 more findings are not listed.").arg(m_suppressed)});
    }
    m_suppressed = 0;
    m_counts = {};
    return std::exchange(m_findings, {});
}

} // namespace lacuna::gguf
