// SPDX-License-Identifier: GPL-3.0-or-later
// What a denoising step costs the GUI thread: a whole canvas painted at scale 1 on a raster surface (at most 4 ms for
// 256 tokens, 8 ms for 1024), and the work between two frames, which decodes, lays out and marks what changed.
#include "widgets/canvas/denoising_canvas.h"
#include "widgets/frames.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

namespace {

using namespace lacuna;
using widgets::DenoisingCanvas;

constexpr int Width = 860; ///< of the conversation on the chat page

void setUp(DenoisingCanvas& canvas, int tokens)
{
    canvas.setAnimated(false);
    canvas.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    canvas.setPieces(test::wordPiece);
    canvas.setFrame(test::makeFrame(tokens * 3 / 4, tokens, tokens * 3 / 4));
    canvas.show(); // a hidden widget lays nothing out
    canvas.resize(Width, canvas.heightForWidth(Width)); // no cell is scrolled away
}

void paintCanvas(benchmark::State& state)
{
    DenoisingCanvas canvas;
    setUp(canvas, int(state.range(0)));
    QImage surface(canvas.viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&surface);
    while (state.KeepRunning())
        canvas.viewport()->render(&painter, {}, {}, {});
    state.SetLabel(std::to_string(surface.width()) + " x " + std::to_string(surface.height()));
}
BENCHMARK(paintCanvas)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

void takeNextFrame(benchmark::State& state)
{
    const int tokens = int(state.range(0));
    DenoisingCanvas canvas;
    setUp(canvas, tokens);
    const diffusion::StepFramePtr frames[] = {test::makeFrame(0, tokens, tokens / 2),
                                              test::makeFrame(1, tokens, tokens / 2 + 1)};
    size_t next = 0;
    while (state.KeepRunning())
        canvas.setFrame(frames[next++ % 2]);
}
BENCHMARK(takeNextFrame)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
