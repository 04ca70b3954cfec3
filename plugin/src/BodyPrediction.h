#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <span>

namespace pliant::detail {

struct Bounds {
  btVector3 low, high;
};

/// What btSoftBody::predictMotion does, with the same arithmetic, but without its trees: m_ndbvt and m_fdbvt are left
/// alone unless `keepTrees`, where the face tree is also built if there is none. m_bounds leave out nodes that are not
/// finite. Returns bounds of the whole motion, widened by `reach` or the shape's margin, whichever is more.
Bounds predictMotion(btSoftBody& body, btScalar timeStep, bool keepTrees, btScalar reach);

/// Makes the bounds hold these points, 3 × points, widened by `reach`.
void include(Bounds& bounds, std::span<const Real> points, btScalar reach);

}  // namespace pliant::detail
