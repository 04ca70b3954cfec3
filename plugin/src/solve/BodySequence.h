#pragma once

#include "solve/BodyLinks.h"

namespace pliant::detail {

// Parts of btSoftBody::solveConstraints, so that several bodies can run them side by side. A body that runs all of them
// in this order ends with the bits of solveConstraints.

/// Applies cluster impulses, computes the constants of links and anchors, and runs the velocity iterations.
void beginSolve(const SolveContext& context, Index index);
/// Runs one position iteration on packed nodes; the body's nodes begin at index `first`. `time` is the finished
/// fraction of the iterations, 0 to 1. Skips Bullet's soft contacts, which ours replace. Constraints other than links
/// are solved by Bullet's functions.
void iterate(btSoftBody& body, btScalar time, const BodyLinks& links, PackedNodes& nodes, Index first);
/// Computes velocities from the step's displacement, and clears the forces.
void takeVelocities(btSoftBody& body);
/// Runs the drift iterations. Afterwards m_q holds the positions at t0 again.
void solveDrift(btSoftBody& body, btAlignedObjectArray<btVector3>& scratch);
/// Applies cluster damping and drift impulses, for a body that has clusters.
void endClusters(btSoftBody& body);

}  // namespace pliant::detail
