#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/scenes/cutSoft.h>

namespace pliant::detail {

/// Part of a plane between two half-lines from one point, the eye.
struct CutWedge {
  btVector3 eye, afterFirst, beforeLast;
  CuttingPlane plane;

  btScalar above(const btVector3& p) const { return plane.normal.dot(p) - plane.offset; }
  bool holds(const btVector3& p) const {
    const btVector3 way = p - eye;
    return way.dot(afterFirst) > 0 && way.dot(beforeLast) > 0;
  }
  /// Returns the fraction of the segment from p to q at which it meets the wedge; not above 0 if it does not.
  btScalar meets(const btVector3& p, const btVector3& q) const {
    const btScalar atP = above(p), atQ = above(q);
    if ((atP < 0) == (atQ < 0)) return -1;
    const btScalar share = atP / (atP - atQ);
    return holds(p + (q - p) * share) ? share : -1;
  }
};

/// Cuts a soft body of faces and links along a wedge. If the cut ends within a surface, both sides stay joined there.
/// Vertices nearer to the wedge than `near` are duplicated instead of dividing their edges, which avoids slivers.
/// Duplicated vertices are moved to their own side, to at least near / 5 from the plane. Keeps mass, momentum and the
/// strain of links. Call Simulation::topologyChanged afterwards. Returns true if anything was cut.
bool cutCloth(btSoftBody& body, const CutWedge& wedge, btScalar near);

}  // namespace pliant::detail
