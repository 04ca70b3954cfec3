#pragma once

#include "solve/BodyLinks.h"

namespace pliant::detail {

// Parts of btSoftBody::solveConstraints, so that several bodies can run them side by side. A body that runs all of them
// in this order ends with the bits of solveConstraints.

/// Returns true if some parts run before detection or after the islands: they move nodes otherwise than by contacts.
bool runsInParts(const btSoftBody& body);
/// Returns true if a body that touches nothing is left to btSoftBody::solveConstraints, which alone handles Bullet's
/// own soft contacts.
bool isLeftToBullet(const btSoftBody& body);
/// Applies cluster impulses, computes the constants of links and anchors, and runs the velocity iterations.
void beginSolve(const SolveContext& context, Index index);
/// Runs one position iteration on packed nodes; the body's nodes begin at index `first`. `time` is the finished
/// fraction of the iterations, 0 to 1. Skips Bullet's soft contacts, which ours replace. Constraints other than links
/// are solved by Bullet's functions.
void iterate(btSoftBody& body, btScalar time, const BodyLinks& links, PackedNodes& nodes, Index first);
/// The same on the nodes themselves, which takes less time for few iterations. The body must have no seams.
void iterate(btSoftBody& body, btScalar time);
/// Returns true if the sequence, or a part of it, writes to more than the body: it pushes a rigid body that moves, or
/// runs drift iterations or Bullet's own solver.
bool reachesOthers(const btSoftBody& body);
/// Computes velocities from the step's displacement, and clears the forces.
void takeVelocities(btSoftBody& body);
/// Runs the drift iterations. Afterwards m_q holds the positions at t0 again.
void solveDrift(btSoftBody& body, btAlignedObjectArray<btVector3>& scratch);
/// Applies cluster damping and drift impulses, for a body that has clusters.
void endClusters(btSoftBody& body);

}  // namespace pliant::detail
