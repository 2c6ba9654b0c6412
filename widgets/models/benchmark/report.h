// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/record.h"

#include <QString>
#include <QStringList>

namespace lacuna::benchmark {

/// One figure of a record, ready to be shown; every table of the program is made of these.
struct Figure {
    QString key; ///< for programs, in every language the same: "step_ms", "llama-bench:step_ms"
    QString label; ///< "Step", "llama-bench: step"
    QString unit; ///< "ms", "tokens/s"
    Estimate estimate;
};
std::vector<Figure> figures(const Record& record);

/// What a record is about, as pairs of a label and a value: model, machine, test, program.
struct Fact {
    QString label;
    QString value;
};
std::vector<Fact> facts(const Record& record);

/// A number with three or four digits that mean something: "0.83", "12.4", "1,234".
QString figureText(double value);
/// "± 1.2 %"
QString spreadText(const Estimate& estimate);
/// "answer 128, block 32, steps 32" or "160 rows, 8 steps"
QString testText(const Settings& settings);
/// "128 in 32 steps" or "160 rows", for a narrow column
QString shortTestText(const Settings& settings);

/// Two records, figure by figure.
struct Comparison {
    struct Line {
        Figure a;
        Figure b;
        Ratio ratio;
    };
    std::vector<Line> lines; ///< of the figures that both have
    QStringList differences; ///< in what the records are not alike, in words: "threads: 1 and 2"
};
Comparison compare(const Record& a, const Record& b);
/// "1.27 × ± 0.03", or "no difference" where 1 lies within the spread.
QString ratioText(const Ratio& ratio);

/// A table with notes below it, for issues and README files.
QString toMarkdown(const Record& record);
QString toMarkdown(const Comparison& comparison, const QString& nameOfA, const QString& nameOfB);
/// A header line, then a line for each figure of each record; plain numbers with a dot.
QByteArray toCsv(const std::vector<Record>& records);

} // namespace lacuna::benchmark
