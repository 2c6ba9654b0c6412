// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/report.h"

#include <QCoreApplication>
#include <QLocale>

namespace lacuna::benchmark {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

/// Collects in what two records are not alike.
class Differences {
public:
    void add(const QString& what, const QString& a, const QString& b)
    {
        if (a != b)
            m_list << tr("%1: %2 and %3").arg(what, a.isEmpty() ? tr("none") : a, b.isEmpty() ? tr("none") : b);
    }
    void add(const QString& what, double a, double b) { add(what, QLocale().toString(a), QLocale().toString(b)); }
    QStringList list() const { return m_list; }

private:
    QStringList m_list;
};

QStringList differences(const Record& a, const Record& b)
{
    Differences differences;
    if (a.model.sha256 != b.model.sha256) {
        if (a.model.fileName == b.model.fileName)
            differences.add(tr("model"), a.model.sha256.left(12), b.model.sha256.left(12));
        differences.add(tr("model"), a.model.fileName, b.model.fileName);
    }
    differences.add(tr("test"), testText(a.settings), testText(b.settings));
    differences.add(tr("prompt tokens"), a.settings.promptTokens, b.settings.promptTokens);
    differences.add(tr("threads"), a.settings.threads, b.settings.threads);
    differences.add(tr("mode"), a.settings.mode, b.settings.mode);
    differences.add(tr("temperature"), a.settings.temperature, b.settings.temperature);
    differences.add(tr("guidance"), a.settings.cfgScale, b.settings.cfgScale);
    differences.add(tr("remasking"), a.settings.remasking, b.settings.remasking);
    differences.add(tr("stop at the end"), a.settings.stopAtEnd ? tr("yes") : tr("no"),
                    b.settings.stopAtEnd ? tr("yes") : tr("no"));
    differences.add(tr("processor"), a.machine.cpu, b.machine.cpu);
    differences.add(tr("instruction set"), a.machine.isa, b.machine.isa);
    differences.add(tr("system"), a.machine.os, b.machine.os);
    differences.add(tr("version"), a.app.version, b.app.version);
    differences.add(tr("commit"), a.app.commit, b.app.commit);
    differences.add(tr("compiler"), a.app.compiler, b.app.compiler);
    return differences.list();
}

} // namespace

Comparison compare(const Record& a, const Record& b)
{
    Comparison comparison;
    comparison.differences = differences(a, b);
    const std::vector<Figure> figuresOfB = figures(b);
    for (const Figure& inA : figures(a)) {
        for (const Figure& inB : figuresOfB) {
            if (inA.key != inB.key)
                continue;
            if (const auto found = ratio(inA.estimate, inB.estimate))
                comparison.lines.push_back({inA, inB, *found});
        }
    }
    return comparison;
}

QString ratioText(const Ratio& ratio)
{
    if (ratio.verdict == Ratio::Verdict::Same)
        return tr("no difference");
    const QLocale locale;
    return QStringLiteral("%1 × ± %2").arg(locale.toString(ratio.ratio, 'f', 2), locale.toString(ratio.spread, 'f', 2));
}

QString toMarkdown(const Comparison& comparison, const QString& nameOfA, const QString& nameOfB)
{
    QString text =
        QStringLiteral("| | %1 | %2 | %3 |\n| --- | ---: | ---: | ---: |\n").arg(nameOfA, nameOfB, tr("B / A"));
    for (const Comparison::Line& line : comparison.lines)
        text += QStringLiteral("| %1, %2 | %3 %4 | %5 %6 | %7 |\n")
                    .arg(line.a.label, line.a.unit, figureText(line.a.estimate.median), spreadText(line.a.estimate),
                         figureText(line.b.estimate.median), spreadText(line.b.estimate), ratioText(line.ratio));
    if (!comparison.differences.isEmpty())
        text += QLatin1Char('\n');
    for (const QString& difference : comparison.differences)
        text += QStringLiteral("- %1\n").arg(difference);
    return text;
}

} // namespace lacuna::benchmark
