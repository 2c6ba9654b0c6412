// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/text.h"

#include <QByteArray>
#include <QIODevice>
#include <QString>

#include <limits>
#include <stop_token>

namespace lacuna::gguf {

/// Writes JSON front to back, so that arrays of any length pass through. Members and elements stand on lines of their
/// own down to a depth; what is deeper stays on one line.
class JsonWriter {
public:
    JsonWriter(QIODevice& out, std::stop_token stop)
        : m_out(out)
        , m_stop(std::move(stop))
    {
    }

    bool isAlive() const { return m_alive; }
    Result<void> finish()
    {
        m_buffer += '\n';
        flush();
        if (m_stop.stop_requested())
            return failure(Error::Code::Cancelled, QStringLiteral("The export was stopped."));
        if (!m_alive)
            return failure(Error::Code::Io, QStringLiteral("Cannot write: %1.").arg(m_out.errorString()));
        return {};
    }

    void open(char bracket)
    {
        m_buffer += bracket;
        ++m_depth;
        m_first = true;
    }
    void close(char bracket)
    {
        if (!m_first)
            breakLine(m_depth - 1);
        --m_depth;
        m_first = false;
        m_buffer += bracket;
    }
    /// Before each element of an array.
    void next()
    {
        if (!m_first)
            m_buffer += m_depth > s_brokenDepth ? ", " : ",";
        m_first = false;
        breakLine(m_depth);
        if (m_buffer.size() >= s_bufferBytes)
            flush();
    }
    void key(const char* name)
    {
        next();
        utf8(name);
        m_buffer += ": ";
    }

    void member(const char* name, const QString& text)
    {
        key(name);
        string(text);
    }
    void member(const char* name, quint64 value)
    {
        key(name);
        number(value);
    }
    void member(const char* name, double value)
    {
        key(name);
        raw(QByteArray::number(value, 'g', 17));
    }
    void member(const char* name, bool value)
    {
        key(name);
        raw(value ? "true" : "false");
    }

    void raw(QByteArrayView json) { m_buffer.append(json.data(), json.size()); }
    /// Beyond 64 signed bits as a string: readers would round it.
    void number(quint64 value)
    {
        const QByteArray digits = QByteArray::number(value);
        m_buffer += value <= quint64(std::numeric_limits<qint64>::max()) ? digits : '"' + digits + '"';
    }
    void string(const QString& text) { utf8(text.toUtf8()); }
    void utf8(QByteArrayView text)
    {
        m_buffer += '"';
        for (const char32_t codePoint : QString::fromUtf8(text.data(), text.size()).toUcs4())
            character(codePoint);
        m_buffer += '"';
    }
    void bytes(QByteArrayView bytes)
    {
        if (bytes.isValidUtf8()) {
            utf8(bytes);
            return;
        }
        m_buffer += "{\"hex\": \"" + bytes.toByteArray().toHex() + "\"}";
    }

private:
    static constexpr int s_brokenDepth = 2;
    static constexpr qsizetype s_bufferBytes = 1 << 16;

    void character(char32_t codePoint)
    {
        if (codePoint == '"' || codePoint == '\\')
            (m_buffer += '\\') += char(codePoint);
        else if (codePoint == '\n')
            m_buffer += "\\n";
        else if (isInvisible(codePoint))
            escape(codePoint);
        else if (codePoint < 0x80)
            m_buffer += char(codePoint);
        else
            m_buffer += QString::fromUcs4(&codePoint, 1).toUtf8();
    }

    /// As UTF-16 units, two where one does not hold it.
    void escape(char32_t codePoint)
    {
        const QString units = QString::fromUcs4(&codePoint, 1);
        for (const QChar unit : units)
            m_buffer += "\\u" + QByteArray::number(uint(unit.unicode()), 16).rightJustified(4, '0');
    }

    /// Where the innermost open bracket has its contents on lines of their own.
    void breakLine(int indent)
    {
        if (m_depth <= s_brokenDepth)
            m_buffer += '\n' + QByteArray(2 * indent, ' ');
    }

    void flush()
    {
        m_alive = m_alive && !m_stop.stop_requested() && m_out.write(m_buffer) == m_buffer.size();
        m_buffer.clear();
    }

    QIODevice& m_out;
    std::stop_token m_stop;
    QByteArray m_buffer;
    int m_depth = 0;
    bool m_first = true;
    bool m_alive = true;
};

} // namespace lacuna::gguf
