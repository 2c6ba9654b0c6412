// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/canvas.h"

namespace lacuna::diffusion {

Canvas::Canvas(const GenerationRequest& request, TokenId mask)
    : m_promptLength(int(request.prompt.size()))
    , m_ids(request.prompt)
    , m_unconditionalIds(request.prompt.size() + size_t(request.genLength), mask)
    , m_positions(size_t(request.genLength))
{
    m_ids.resize(m_unconditionalIds.size(), mask);
    for (size_t i = 0; i < m_positions.size(); ++i) {
        PositionFrame& position = m_positions[i];
        position.id = mask;
        if (i < request.fixed.size() && request.fixed[i]) {
            position.id = *request.fixed[i];
            position.state = PositionState::Fixed;
            m_ids[size_t(m_promptLength) + i] = position.id;
        }
    }
}

std::vector<bool> Canvas::open() const
{
    std::vector<bool> open;
    open.reserve(m_positions.size());
    for (const PositionFrame& position : m_positions)
        open.push_back(position.state == PositionState::Masked);
    return open;
}

std::vector<int> Canvas::openPositions(int begin, int end) const
{
    std::vector<int> positions;
    for (int i = begin; i < end; ++i) {
        if (m_positions[size_t(i)].state == PositionState::Masked)
            positions.push_back(i);
    }
    return positions;
}

void Canvas::beginStep()
{
    for (PositionFrame& position : m_positions) {
        if (position.state == PositionState::New)
            position.state = PositionState::Settled;
    }
}

void Canvas::note(int position, const Choice& choice)
{
    PositionFrame& frame = m_positions[size_t(position)];
    frame.confidence = float(choice.probability);
    frame.candidates = choice.candidates;
}

void Canvas::commit(int position, const Choice& choice, int step)
{
    PositionFrame& frame = m_positions[size_t(position)];
    frame.id = choice.id;
    frame.state = PositionState::New;
    frame.settledStep = step;
    m_ids[size_t(m_promptLength) + size_t(position)] = choice.id;
    m_unconditionalIds[size_t(m_promptLength) + size_t(position)] = choice.id;
}

} // namespace lacuna::diffusion
