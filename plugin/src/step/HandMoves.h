#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// Nodes of mass 0 whose m_x a program has written between two steps carry what lies on them. So their way from where
/// the last step has left them is part of this step's motion. It is a jump, which carries nothing, where
/// - it is longer than the body's shortest extent, or
/// - a free node of the body was written as well, as by btSoftBody::transform.
///
/// After the body's prediction: gives where all of its nodes start, 3 × nodes, if that is not m_q for all; else
/// nothing. `lastEnd`: 3 × nodes; empty: not known. `extent`: the body's shortest.
void findHandMoves(const btSoftBody& body, std::span<const Real> lastEnd, Real extent, std::vector<Real>& start);

}  // namespace pliant::detail
