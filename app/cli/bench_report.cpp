// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/bench_report.h"

#include "cli/table.h"
#include "cli/terminal_text.h"
#include "widgets/models/benchmark/notices.h"

#include <array>

namespace lacuna::cli {

using namespace benchmark;

namespace {

/// File names and peers' words may hold anything.
QString plain(const QString& text)
{
    QString shown;
    for (const char32_t character : text.toUcs4())
        shown +=
            character == QChar::Nbsp ? QString(u' ') : QString::fromUcs4(std::array {displayable(character)}.data(), 1);
    return shown;
}

} // namespace

QByteArray recordText(const Record& record)
{
    using Align = Table::Align;
    Table about({Table::Column {}, Table::Column {}});
    for (const Fact& fact : facts(record))
        about.addRow({fact.label, plain(fact.value)});
    Table table({{QStringLiteral(" "), Align::Left},
                 {QStringLiteral("unit"), Align::Left},
                 {QStringLiteral("median"), Align::Right},
                 {QStringLiteral("95 % below"), Align::Right},
                 {QStringLiteral("spread"), Align::Right}});
    for (const Figure& figure : figures(record))
        table.addRow({plain(figure.label), figure.unit, figureText(figure.estimate.median),
                      figureText(figure.estimate.p95), spreadText(figure.estimate)});
    QString text = about.text() + u'\n' + table.text();
    const auto own = summarise(record).stepMs;
    for (const Peer& peer : record.peers) {
        const auto theirs = peerStepMs(peer);
        if (const auto found = own && theirs ? ratio(*own, *theirs) : std::nullopt)
            text += QStringLiteral("\n%1 / Lacuna, a step: %2").arg(plain(peer.name), ratioText(*found));
    }
    if (!record.peers.empty())
        text += u'\n';
    for (const Notice& notice : record.notices)
        text += QStringLiteral("\nNote: %1").arg(plain(noticeText(notice)));
    if (!record.notices.empty())
        text += u'\n';
    return text.toUtf8();
}

QByteArray comparisonText(const Comparison& comparison, const QString& nameOfA, const QString& nameOfB)
{
    using Align = Table::Align;
    Table table({{QStringLiteral(" "), Align::Left},
                 {QStringLiteral("unit"), Align::Left},
                 {QStringLiteral("A"), Align::Right},
                 {QStringLiteral("±"), Align::Right},
                 {QStringLiteral("B"), Align::Right},
                 {QStringLiteral("±"), Align::Right},
                 {QStringLiteral("B / A"), Align::Right}});
    const auto spread = [](const Figure& figure) {
        return spreadText(figure.estimate).mid(2);
    };
    for (const Comparison::Line& line : comparison.lines)
        table.addRow({plain(line.a.label), line.a.unit, figureText(line.a.estimate.median), spread(line.a),
                      figureText(line.b.estimate.median), spread(line.b), ratioText(line.ratio)});
    QString text = QStringLiteral("A: %1\nB: %2\n\n").arg(plain(nameOfA), plain(nameOfB)) + table.text();
    if (!comparison.differences.isEmpty())
        text += QStringLiteral("\nNot alike in\n");
    for (const QString& difference : comparison.differences)
        text += QStringLiteral("  %1\n").arg(plain(difference));
    return text.toUtf8();
}

QByteArray progressLine(const Progress& progress)
{
    return plain(progressText(progress)).toUtf8();
}

} // namespace lacuna::cli
