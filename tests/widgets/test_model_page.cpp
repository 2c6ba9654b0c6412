// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gguf_sample.h"
#include "widgets/common/message_bar.h"
#include "widgets/gguf/array_view.h"
#include "widgets/gguf/check_page.h"
#include "widgets/gguf/checksum_line.h"
#include "widgets/gguf/filtered_table.h"
#include "widgets/gguf/heat_map_view.h"
#include "widgets/gguf/metadata_page.h"
#include "widgets/gguf/model_header.h"
#include "widgets/gguf/model_page.h"
#include "widgets/gguf/tensor_detail.h"
#include "widgets/gguf/tensor_page.h"
#include "widgets/gguf/token_page.h"

#include <QAbstractButton>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QTreeView>

using namespace lacuna;
using namespace lacuna::widgets;
using quant::TensorType;
using support::GgufWriter;
using support::MetaValue;
using tests::MemoryFile;

namespace {

/// Types into a table's filter and waits for the rows.
void filterBy(FilteredTable* table, const QString& text)
{
    QSignalSpy finished(table, &FilteredTable::queryFinished);
    table->filter()->setText(text);
    QVERIFY(finished.wait());
}

} // namespace

class TestModelPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QVERIFY(m_folder.isValid());
        m_path = m_folder.filePath(QStringLiteral("Модель 模型.gguf"));
        QVERIFY(tests::sampleWriter().write(m_path));
    }

    void emptyStateSaysWhatToDo()
    {
        ModelPage page;
        page.resize(900, 700);
        page.show();
        QVERIFY(page.findChild<QWidget*>(QStringLiteral("emptyState"))->isVisible());
        QSignalSpy requested(&page, &ModelPage::openFileRequested);
        page.findChild<QAbstractButton*>(QStringLiteral("openFile"))->click();
        QCOMPARE(requested.size(), 1);
        for (const QAction* action : page.menuActions())
            QVERIFY(!action->isEnabled());
    }

    void headerTellsTheFacts()
    {
        ModelPage page;
        page.setFile(opened());
        const QString text = page.header()->text();
        for (const char* part : {"Sample", "llada", "Q4_K_M", "4,096", "GGUF 3, little-endian", "32 bytes"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        // the sample lacks most of a model's tensors
        QVERIFY(text.contains(QStringLiteral("not known")));
    }

    void everyPageWorksForAFileOfNothing()
    {
        const MemoryFile nothing {GgufWriter()};
        ModelPage page;
        page.setFile(nothing.file());
        page.resize(900, 700);
        page.show();
        QCOMPARE(page.tensors()->model()->rowCount(), 0);
        QVERIFY(page.header()->text().contains(QStringLiteral("sample.gguf")));
        for (QAction* action : page.menuActions()) {
            if (!action->text().contains(QStringLiteral("Export")))
                action->trigger();
        }
        page.setFile(nullptr);
        QVERIFY(page.findChild<QWidget*>(QStringLiteral("emptyState"))->isVisible());
    }

    void whatCannotBeRunSaysWhyAndWhatCan()
    {
        ModelPage page;
        page.setFile(opened());
        page.setNotRunnable({Error::Code::Unsupported, QStringLiteral("The architecture \"clip\" is not supported."),
                             24, QStringLiteral("general.architecture")});
        const QString text = page.runNotice()->text();
        QVERIFY(text.contains(QStringLiteral("clip")));
        QVERIFY(text.contains(QStringLiteral("llada")));
        QVERIFY(text.contains(QStringLiteral("Q4_K")));
        QVERIFY(!page.runNotice()->isHidden());
        page.setRunnable();
        QVERIFY(page.runNotice()->isHidden());
    }

    void allTensorColumnsAreInViewInAWindowOfUsualWidth()
    {
        GgufWriter writer;
        writer.addTensor("token_embd.weight", TensorType::Q4_K, {4096, 512});
        writer.addTensor(QByteArray(200, 'n') + ".weight", TensorType::F32, {256});
        const MemoryFile file {writer};
        ModelPage page;
        page.resize(1160, 700); // of a window of 1280
        page.setFile(file.file());
        page.menuActions()[2]->trigger();
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const QTreeView* view = page.tensors()->view();
        const QHeaderView* header = view->header();
        for (const int width : {1160, 1400, 1160}) {
            page.resize(width, 700);
            QTRY_COMPARE(header->length(), view->viewport()->width()); // the names take what is left
            for (int column = models::ShapeColumn; column <= models::OffsetColumn; ++column) {
                const QString text = page.tensors()->model()->index(0, column).data().toString();
                QVERIFY2(header->sectionSize(column) > view->fontMetrics().horizontalAdvance(text), qPrintable(text));
            }
        }
    }

    void metadataFiltersSortsAndCopies()
    {
        ModelPage page;
        page.setFile(opened());
        FilteredTable* table = page.metadata()->table();
        QCOMPARE(table->model().rowCount(), 11);
        filterBy(table, QStringLiteral("q4_k"));
        QCOMPARE(table->model().rowCount(), 1);
        table->view()->selectRow(0);
        for (QAction* action : page.menuActions()) {
            if (action->text().remove(u'&').startsWith(QStringLiteral("Copy")))
                action->trigger();
        }
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("general.file_type\tUINT32\t")));

        filterBy(table, {});
        QSignalSpy sorted(table, &FilteredTable::queryFinished);
        table->view()->sortByColumn(0, Qt::DescendingOrder);
        QVERIFY(sorted.wait());
        QCOMPARE(table->model().index(0, 0).data().toString(), QStringLiteral("tokenizer.ggml.tokens"));
    }

    void valuesOfTheCurrentKeyAreShownWhole()
    {
        ModelPage page;
        page.setFile(opened());
        FilteredTable* table = page.metadata()->table();
        table->selectRow(10);
        QCOMPARE(page.findChild<QPlainTextEdit*>(QStringLiteral("value"))->toPlainText(),
                 QStringLiteral("line 1\nline 2\\x1b[31m"));
        table->selectRow(5); // tokens
        const auto array = page.findChild<ArrayView*>();
        QCOMPARE(array->table()->model().rowCount(), 4);
    }

    void arraysOfAnyLengthAreReachable()
    {
        std::vector<quint32> numbers(2500, 7);
        numbers.back() = 8;
        GgufWriter writer;
        writer.set("long", MetaValue::uint32s(numbers));
        writer.set("nested",
                   MetaValue::array(gguf::ValueType::Array, {MetaValue::uint32s({1, 2}), MetaValue::uint32s({3})}));
        const MemoryFile sample(writer);
        ModelPage page;
        page.setFile(sample.file());
        page.metadata()->table()->selectRow(0);
        const auto array = page.findChild<ArrayView*>();
        const auto& model = array->table()->model();
        QCOMPARE(model.rowCount(), 1000);
        page.findChild<QSpinBox*>(QStringLiteral("page"))->setValue(3);
        QCOMPARE(model.rowCount(), 500);
        QCOMPARE(model.index(499, 1).data().toString(), QStringLiteral("8"));

        page.metadata()->table()->selectRow(1);
        QCOMPARE(model.rowCount(), 2);
        Q_EMIT array->table()->rowActivated(0);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("2"));
    }

    void tokensAndMergesAreSearched()
    {
        ModelPage page;
        page.setFile(opened());
        filterBy(page.tokens()->tokens(), QStringLiteral(" the"));
        QCOMPARE(page.tokens()->tokens()->model().rowCount(), 1);
        filterBy(page.tokens()->tokens(), QStringLiteral("2"));
        QVERIFY(page.tokens()->tokens()->model().rowCount() >= 1);
        filterBy(page.tokens()->merges(), QStringLiteral("the"));
        QCOMPARE(page.tokens()->merges()->model().rowCount(), 1);
    }

    void tensorsFilterSortAndSumUp()
    {
        ModelPage page;
        page.setFile(opened());
        TensorPage* tensors = page.tensors();
        QVERIFY(tensors->totals().startsWith(QStringLiteral("Tensors: 8 ")));
        tensors->filter()->setText(QStringLiteral("attn_q"));
        QCOMPARE(tensors->model()->rowCount(), 3);
        tensors->view()->selectAll();
        QVERIFY2(tensors->totals().startsWith(QStringLiteral("Selected: 3 of 3 ")), qPrintable(tensors->totals()));
        QVERIFY(tensors->totals().contains(QStringLiteral("196,608 elements")));
        QVERIFY(tensors->totals().contains(QStringLiteral("6.56 bits per weight")));

        tensors->filter()->clear();
        const auto types = page.findChild<QComboBox*>(QStringLiteral("tensorTypes"));
        types->setCurrentIndex(types->findData(quint32(TensorType::F32)));
        QCOMPARE(tensors->model()->rowCount(), 4);
        types->setCurrentIndex(0);
        tensors->view()->sortByColumn(models::BytesColumn, Qt::DescendingOrder);
        QCOMPARE(tensors->model()->index(7, 0).data().toString(), QStringLiteral("token_embd.weight"));

        page.findChild<QCheckBox*>(QStringLiteral("groupByLayer"))->click();
        QVERIFY(tensors->model()->isGrouped());
        tensors->view()->setCurrentIndex(tensors->model()->index(0, 0));
        QVERIFY(tensors->totals().startsWith(QStringLiteral("Selected: 2 of 8 ")));
    }

    void theCurrentTensorStaysThroughFilteringAndGrouping()
    {
        ModelPage page;
        page.setFile(opened());
        TensorPage* tensors = page.tensors();
        tensors->view()->setCurrentIndex(tensors->model()->indexOf(3));
        tensors->filter()->setText(QStringLiteral("attn"));
        QCOMPARE(tensors->model()->tensorAt(tensors->view()->currentIndex()), 3);
        tensors->setGrouped(true);
        QCOMPARE(tensors->model()->tensorAt(tensors->view()->currentIndex()), 3);
        tensors->filter()->setText(QStringLiteral("output"));
        QVERIFY(!tensors->view()->currentIndex().isValid());
    }

    void tensorValuesAreComputed()
    {
        std::vector<float> values(256 * 3);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = float(i);
        GgufWriter writer;
        writer.addTensor("x", TensorType::F32, {256, 3}, support::floats(values));
        writer.addTensor("integers", TensorType::I32, {256});
        const MemoryFile sample(writer);
        ModelPage page;
        page.setFile(sample.file());
        TensorDetail* detail = page.tensors()->detail();
        QVERIFY(detail->message().contains(QStringLiteral("Select a tensor")));
        QSignalSpy finished(detail, &TensorDetail::finished);
        page.tensors()->view()->setCurrentIndex(page.tensors()->model()->indexOf(0));
        QVERIFY(finished.wait());
        QVERIFY(detail->values());
        QCOMPARE(detail->values()->maximum, 767.0);
        QVERIFY(page.findChild<QPlainTextEdit*>(QStringLiteral("firstValues"))
                    ->toPlainText()
                    .contains(QStringLiteral("255")));

        page.tensors()->view()->setCurrentIndex(page.tensors()->model()->indexOf(1));
        QVERIFY(finished.wait());
        QVERIFY(!detail->values());
        QVERIFY(detail->message().contains(QStringLiteral("I32")));
    }

    void lateValuesAreDropped()
    {
        GgufWriter writer;
        writer.addTensor("large", TensorType::Q4_K, {4096, 4096});
        writer.addTensor("small", TensorType::F32, {4}, support::floats({1, 2, 3, 4}));
        const MemoryFile sample(writer);
        TensorDetail detail;
        QSignalSpy finished(&detail, &TensorDetail::finished);
        for (int i = 0; i < 20; ++i) {
            detail.setTensor(sample.file(), 0);
            detail.setTensor(sample.file(), 1);
        }
        QVERIFY(finished.wait());
        QCOMPARE(detail.values()->count, 4u);
        detail.setTensor(sample.file(), 0);
        detail.setTensor(nullptr, -1);
        QVERIFY(!finished.wait(50)); // nothing comes any more
        QCOMPARE(finished.size(), 1);
        detail.setTensor(sample.file(), 0); // and is destroyed at once: must not crash, nor wait for the end
    }

    void heatMapIsReadByKeyboard()
    {
        models::HeatMap map;
        map.columns = map.rows = 2;
        map.valuesAcross = 512;
        map.valuesDown = 2;
        map.mean = {-1, 0, 1, 2};
        map.rootMeanSquare = {1, 2, 3, 4};
        map.largest = {5, 6, 7, 8};
        HeatMapView view;
        QSignalSpy described(&view, &HeatMapView::described);
        view.setHeatMap(map);
        QCOMPARE(described.last().first().toString(), view.legend());
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Down); // the edge
        QCOMPARE(view.accessibleDescription(), QStringLiteral("Row 1, column 256–511: 4"));
        view.setFigure(HeatMapView::Figure::Largest);
        QCOMPARE(view.cellText(0, 0), QStringLiteral("Row 0, column 0–255: 5"));
        view.setHeatMap({});
        QVERIFY(view.legend().isEmpty());
        QTest::keyClick(&view, Qt::Key_Right);
    }

    void checkListsWhatIsWrong()
    {
        GgufWriter writer;
        writer.addRawTensor("odd", 77, {10}, 0);
        const MemoryFile damaged(writer);
        ModelPage page;
        page.setFile(damaged.file());
        QVERIFY(page.check()->verdict().contains(QStringLiteral("Errors: 1")));
        QVERIFY(page.check()->table()->model().rowCount() >= 1);
        page.setFile(opened());
        QVERIFY2(page.check()->verdict().contains(QStringLiteral("sound")), qPrintable(page.check()->verdict()));
    }

    void exportsReadBack()
    {
        ModelPage page;
        page.setFile(opened());
        const QString path = m_folder.filePath(QStringLiteral("export.json"));
        page.exportTo(Exporter::Format::Json, path);
        QTRY_VERIFY(page.messages()->text().startsWith(QStringLiteral("Saved to ")));
        QVERIFY(page.messages()->text().contains(QStringLiteral("export.json")));
        QFile json(path);
        QVERIFY(json.open(QIODevice::ReadOnly));
        const QJsonObject object = QJsonDocument::fromJson(json.readAll()).object();
        QCOMPARE(object.value(QStringLiteral("metadata")).toArray().size(), 11);
        QCOMPARE(object.value(QStringLiteral("tensors")).toArray().size(), 8);

        page.exportTo(Exporter::Format::TensorsCsv, m_folder.filePath(QStringLiteral("tensors.csv")));
        QTRY_VERIFY(page.messages()->text().startsWith(QStringLiteral("Saved to ")));
        QFile csv(m_folder.filePath(QStringLiteral("tensors.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), 9);

        page.exportTo(Exporter::Format::MetadataCsv, m_folder.filePath(QStringLiteral("no/such/folder.csv")));
        QTRY_COMPARE(page.messages()->severity(), MessageBar::Severity::Error);
        QVERIFY2(page.messages()->text().startsWith(QStringLiteral("Cannot write ")),
                 qPrintable(page.messages()->text()));
    }

    void anExportIsCancelled()
    {
        ModelPage page;
        page.setFile(opened());
        const QString path = m_folder.filePath(QStringLiteral("cancelled.json"));
        page.exportTo(Exporter::Format::Json, path);
        QVERIFY(page.messages()->text().startsWith(QStringLiteral("Exporting to ")));
        QVERIFY(page.messages()->findChildren<QAction*>().size() == 1);
        page.messages()->findChildren<QAction*>().first()->trigger();
        QVERIFY(page.messages()->text().contains(QStringLiteral("cancelled")));
        QTRY_COMPARE(QThreadPool::globalInstance()->activeThreadCount(), 0);
        QCoreApplication::processEvents();
        QVERIFY(page.messages()->text().contains(QStringLiteral("cancelled"))); // a late end changes nothing
    }

    void toolTipsShowNamesAsTheyAre()
    {
        support::GgufWriter writer;
        writer.set("general.architecture", support::MetaValue::string("llada"));
        writer.set("general.name", support::MetaValue::string("<img src=\"file:///etc/passwd\"> <b>bold</b>"));
        writer.addTensor("<b>tensor</b>", TensorType::F32, {4});
        const MemoryFile sample(writer);
        ModelPage page;
        page.setFile(sample.file());
        const auto name = page.findChild<QLabel*>(QStringLiteral("modelName"));
        QVERIFY(name->text().contains(QStringLiteral("<b>bold</b>")));
        QVERIFY(!name->toolTip().contains(QStringLiteral("<img")));
        QVERIFY(!name->toolTip().contains(QStringLiteral("<b>")));
        const QString ofTensor = page.tensors()->model()->index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(!ofTensor.contains(QStringLiteral("<b>")), qPrintable(ofTensor));
    }

    void checksumOfTheFile()
    {
        ModelPage page;
        page.setFile(opened());
        ChecksumLine* line = page.header()->checksum();
        QSignalSpy finished(line, &ChecksumLine::finished);
        page.findChild<QAbstractButton*>(QStringLiteral("computeChecksum"))->click();
        QVERIFY(finished.wait());
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(line->text().toLatin1(), QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex());
    }

    void everyControlHasANameAndCanBeReached()
    {
        ModelPage page;
        page.setFile(opened());
        for (const QWidget* widget : page.findChildren<QWidget*>()) {
            const bool isPopup = widget->window() != page.window(); // of a combo box, which has a name itself
            if (isPopup || widget->focusPolicy() == Qt::NoFocus || qobject_cast<const QHeaderView*>(widget)
                || widget->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            const auto button = qobject_cast<const QAbstractButton*>(widget);
            const auto label = qobject_cast<const QLabel*>(widget);
            const bool isNamed = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty())
                || (label && (!label->text().isEmpty() || label->isHidden()));
            QVERIFY2(isNamed,
                     qPrintable(QLatin1String(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
        for (const QAction* action : page.menuActions())
            QVERIFY(action->isSeparator() || !action->text().isEmpty());
    }

    /// The figure is 100 ms; the test allows ten times that.
    void tenThousandTensorsAreShownInATenthOfASecond()
    {
        GgufWriter writer;
        for (int i = 0; i < 10'000; ++i) {
            writer.addTensor("blk." + QByteArray::number(i / 12) + ".tensor_" + QByteArray::number(i % 12) + ".weight",
                             TensorType::F32, {quint64(1 + i % 7)});
        }
        const MemoryFile sample(writer);
        TensorPage page;
        page.resize(1200, 800);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QElapsedTimer timer;
        timer.start();
        page.setFile(sample.file());
        page.view()->viewport()->repaint();
        const qint64 fill = timer.elapsed();
        page.view()->scrollToBottom();
        timer.restart();
        page.view()->viewport()->repaint();
        const qint64 scroll = timer.restart();
        page.view()->selectAll();
        const qint64 select = timer.restart();
        page.setGrouped(true);
        page.view()->viewport()->repaint();
        const qint64 group = timer.elapsed();
        qInfo("fill %lld ms, scroll %lld ms, select all %lld ms, group %lld ms", fill, scroll, select, group);
        for (const qint64 ms : {fill, scroll, select, group})
            QVERIFY(ms < 1000);
    }

private:
    std::shared_ptr<const gguf::File> opened() const { return gguf::File::open(m_path).value_or(nullptr); }

    QTemporaryDir m_folder;
    QString m_path;
};

QTEST_MAIN(TestModelPage)
#include "test_model_page.moc"
