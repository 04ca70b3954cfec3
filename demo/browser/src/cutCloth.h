#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/scenes/cutSoft.h>

namespace pliant::detail {

/// What lies between two half-lines from one place, of their plane.
struct CutWedge {
  btVector3 eye, afterFirst, beforeLast;
  CuttingPlane plane;

  btScalar above(const btVector3& p) const { return plane.normal.dot(p) - plane.offset; }
  bool holds(const btVector3& p) const {
    const btVector3 way = p - eye;
    return way.dot(afterFirst) > 0 && way.dot(beforeLast) > 0;
  }
  /// From p to q, the share of the way at which it is met; not above 0: it isn't.
  btScalar meets(const btVector3& p, const btVector3& q) const {
    const btScalar atP = above(p), atQ = above(q);
    if ((atP < 0) == (atQ < 0)) return -1;
    const btScalar share = atP / (atP - atQ);
    return holds(p + (q - p) * share) ? share : -1;
  }
};

/// Cuts a soft body of faces and links where it meets a wedge, and no farther: where the cut ends within a surface both
/// sides stay joined. Vertices nearer than `near` to it are cut through, so that no slivers come of it. What is parted
/// gives way by a fifth of that to its own side. The body keeps its mass, its momentum and how its links are strained.
/// Simulation::topologyChanged is to follow. Whether anything was cut.
bool cutCloth(btSoftBody& body, const CutWedge& wedge, btScalar near);

}  // namespace pliant::detail
