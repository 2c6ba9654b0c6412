// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/desktop.h"

#include "kernels/isa.h"
#include "widgets/gguf/model_page.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lacuna;
using test::Desktop;
using State = app::EngineController::State;

/// The desktop program, where LACUNA_ISA asks for an instruction set that there is not. A program of its own: the
/// variable is read once.
class TestInstructionSet : public QObject {
    Q_OBJECT
public:
    static void initMain()
    {
        test::isolateProcess();
        qputenv("LACUNA_ISA", "mmx");
    }

private Q_SLOTS:
    /// As lacuna-cli: nothing runs with other instructions than were asked for. The file can still be looked into.
    void anUnknownOneIsSaidAndNothingRuns();
};

void TestInstructionSet::anUnknownOneIsSaidAndNothingRuns()
{
    const QTemporaryDir folder;
    Desktop desktop(folder.path());
    desktop.start(test::quickModel());
    QTRY_VERIFY(desktop.modelMessage().contains(QStringLiteral("The environment variable LACUNA_ISA is \"mmx\"")));
    for (const kernels::Isa isa : kernels::availableIsas())
        QVERIFY(desktop.modelMessage().contains(kernels::isaName(isa)));
    QTRY_COMPARE(desktop.engine.state(), State::NoModel);
    QVERIFY(desktop.window.findChild<widgets::ModelPage*>()->isVisible());
}

QTEST_MAIN(TestInstructionSet)
#include "test_instruction_set.moc"
