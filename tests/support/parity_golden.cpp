// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/parity_golden.h"

#include "support/random_model.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstring>

namespace lacuna::support {

namespace {

QString goldenPath(const QByteArray& name, const char* suffix)
{
    return QStringLiteral("tests/data/parity/") + QLatin1String(name) + QLatin1String(suffix);
}

Result<QByteArray> readAll(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Code::Io, path + QLatin1String(": ") + file.errorString());
    return file.readAll();
}

std::vector<int> toInts(const QJsonValue& value)
{
    std::vector<int> ints;
    for (const auto element : value.toArray())
        ints.push_back(element.toInt());
    return ints;
}

std::vector<double> toDoubles(const QJsonValue& value)
{
    std::vector<double> doubles;
    for (const auto element : value.toArray())
        doubles.push_back(element.toDouble());
    return doubles;
}

bool isComplete(const ParitySequence& sequence)
{
    return !sequence.ids.empty() && sequence.argmax.size() == sequence.ids.size()
        && sequence.gaps.size() == sequence.ids.size() && !sequence.rows.empty()
        && sequence.rows.back() < int(sequence.ids.size());
}

} // namespace

std::span<const float> ParityGolden::row(const ParitySequence& sequence, std::size_t index) const
{
    const auto width = std::size_t(vocabulary);
    return std::span(logits).subspan(sequence.firstLogit + index * width, width);
}

QList<QByteArray> parityGoldenNames()
{
    QList<QByteArray> names;
    for (const RandomModel& model : parityModels())
        names << model.name;
    return names;
}

Result<ParityGolden> readParityGolden(const QByteArray& name)
{
    const auto text = readAll(goldenPath(name, ".json"));
    if (!text)
        return tl::unexpected(text.error());
    const auto packed = readAll(goldenPath(name, ".logits"));
    if (!packed)
        return tl::unexpected(packed.error());
    const QJsonObject json = QJsonDocument::fromJson(*text).object();
    const QByteArray raw = qUncompress(*packed);

    ParityGolden golden;
    golden.model = json[QLatin1String("model")].toString().toLatin1();
    golden.sha256 = json[QLatin1String("sha256")].toString().toLatin1();
    golden.vocabulary = json[QLatin1String("vocabulary")].toInt();
    golden.logits.resize(std::size_t(raw.size()) / sizeof(float));
    std::memcpy(golden.logits.data(), raw.constData(), golden.logits.size() * sizeof(float));
    std::size_t used = 0;
    for (const auto value : json[QLatin1String("sequences")].toArray()) {
        const QJsonObject entry = value.toObject();
        ParitySequence sequence {.ids = toInts(entry[QLatin1String("ids")]),
                                 .argmax = toInts(entry[QLatin1String("argmax")]),
                                 .gaps = toDoubles(entry[QLatin1String("gaps")]),
                                 .rows = toInts(entry[QLatin1String("rows")]),
                                 .firstLogit = used};
        if (!isComplete(sequence))
            return failure(Error::Code::Malformed, QLatin1String(name) + QLatin1String(": a sequence is incomplete"));
        used += sequence.rows.size() * std::size_t(golden.vocabulary);
        golden.sequences.push_back(std::move(sequence));
    }
    if (golden.vocabulary <= 0 || golden.sequences.empty() || used != golden.logits.size())
        return failure(Error::Code::Malformed, QLatin1String(name) + QLatin1String(": logits and rows do not match"));
    return golden;
}

Result<QString> writeParityModel(const QByteArray& name, const QByteArray& sha256, const QString& folder)
{
    const RandomModel* const model = findRandomModel(name);
    if (model == nullptr)
        return failure(Error::Code::Missing, QLatin1String(name) + QLatin1String(": there is no such random model"));
    const QString path = folder + QLatin1Char('/') + QLatin1String(name) + QLatin1String(".gguf");
    if (auto written = writeRandomModel(*model, path); !written)
        return tl::unexpected(written.error());
    const auto bytes = readAll(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const QByteArray hash = QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex();
    if (hash != sha256)
        return failure(
            Error::Code::Malformed,
            QStringLiteral("%1: the random model is not the one that its goldens were made for (%2, not %3). "
                           "Make the goldens anew: tests/reference/make_goldens")
                .arg(QLatin1String(name), QLatin1String(hash), QLatin1String(sha256)));
    return path;
}

} // namespace lacuna::support
