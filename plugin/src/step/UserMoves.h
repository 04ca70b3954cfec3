#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// Finds user moves: new m_x of pinned nodes that the program has written between two steps. Such nodes carry bodies
/// that lie on them, so the path from the end of the last step belongs to the motion of this step. A move is a jump,
/// which carries nothing, if
/// - it is longer than the shortest extent of the body, or
/// - a free node of the body was written too, for example by btSoftBody::transform.
///
/// Call after the body's prediction. Returns in `start` the t0 positions of all nodes (3 × nodes), or an empty list if
/// they are all m_q. `lastEnd`: positions at the end of the last step, 3 × nodes; empty if unknown. `extent`: shortest
/// extent of the body [length].
void findHandMoves(const btSoftBody& body, std::span<const Real> lastEnd, Real extent, std::vector<Real>& start);

}  // namespace pliant::detail
