#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include "BodySeams.h"

namespace pliant::detail {

struct Bounds {
  btVector3 low, high;
};

/// What btSoftBody::predictMotion does, with the same arithmetic, but without its trees: m_ndbvt and m_fdbvt are left
/// alone unless `keepTrees`, where the face tree is also built if there is none. m_bounds leave out nodes that are not
/// finite. Returns bounds of the whole motion, widened by `reach` or the shape's margin, whichever is more.
Bounds predictMotion(btSoftBody& body, btScalar timeStep, bool keepTrees, btScalar reach);

/// The prediction takes vertices of a seam to different places, by what acts on their faces: brings them together where
/// their centre of mass is, with its velocity, or to those that nothing moves.
void joinSeams(btSoftBody& body, const BodySeams& seams);

}  // namespace pliant::detail
