#pragma once

#include <BulletSoftBody/btSoftBody.h>

namespace pliant::detail {

/// What btSoftBody::predictMotion does, with the same arithmetic, but without its trees: m_ndbvt and m_fdbvt are left
/// alone unless `keepTrees`, where the face tree is also built if there is none. m_bounds cover the whole motion,
/// widened by `reach` or the shape's margin, and leave out nodes that are not finite.
void predictMotion(btSoftBody& body, btScalar timeStep, bool keepTrees, btScalar reach);

}  // namespace pliant::detail
