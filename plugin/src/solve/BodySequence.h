#pragma once

#include "solve/BodyLinks.h"

namespace pliant::detail {

// The parts of btSoftBody::solveConstraints, so that several bodies can go through them side by side. One body taken
// through all of them in this order ends with the bits that solveConstraints gives it.

/// Cluster impulses, constants of links and anchors, velocity iterations.
void beginSolve(const SolveContext& context, Index slot);
/// One position iteration, `time` the part of the iterations that is done. Bullet's soft contacts are left out: ours
/// take their place. On packed nodes, where the body's begin at `first`; the other constraints than links are still
/// Bullet's functions.
void iterate(btSoftBody& body, btScalar time, const BodyLinks& links, PackedNodes& nodes, Index first);
/// Velocities from the step's displacement; forces are used up.
void takeVelocities(btSoftBody& body);
/// Drift iterations; m_q holds the start of the step again afterwards.
void solveDrift(btSoftBody& body, btAlignedObjectArray<btVector3>& scratch);
/// Cluster damping and drift impulses, of a body that has clusters.
void endClusters(btSoftBody& body);

}  // namespace pliant::detail
