// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QByteArray>

#include <algorithm>

/// Opens bytes that outlive the file; null where not even the header can be read.
inline std::shared_ptr<const lacuna::gguf::File> opened(const QByteArray& content)
{
    const auto bytes = std::as_bytes(std::span(content.data(), size_t(content.size())));
    return lacuna::gguf::File::openMemory(bytes).value_or(nullptr);
}

/// Opening temporary bytes would leave the file with a dangling view.
std::shared_ptr<const lacuna::gguf::File> opened(QByteArray&&) = delete;

inline bool hasFinding(const lacuna::gguf::File& file, int kind, lacuna::gguf::Finding::Severity severity)
{
    const auto findings = file.findings();
    return std::any_of(findings.begin(), findings.end(), [=](const lacuna::gguf::Finding& finding) {
        return finding.kind == kind && finding.severity == severity;
    });
}
