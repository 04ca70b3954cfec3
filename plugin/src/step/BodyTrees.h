#pragma once

#include <BulletSoftBody/btSoftBody.h>

namespace pliant::detail {

/// Empties m_fdbvt, and m_fdbvnt, which btSoftBody::initializeFaceTree has copied from it: updateFaceTree goes through
/// both.
void clearFaceTree(btSoftBody& body);

/// Builds m_fdbvt with the structure of btSoftBody::initializeFaceTree: neighbours are joined, level by level. Bullet
/// meets the faces in this order, and its solves of rigid contacts depend on it. Bullet's own function takes quadratic
/// time, and does not end if faces are not connected. Each box is that of the face, widened by `margin` [length].
void buildFaceTree(btSoftBody& body, btScalar margin);

/// Builds m_ndbvt anew with the structure of btSoftBody::rebuildNodeTree, with empty boxes at the nodes.
void buildNodeTree(btSoftBody& body);

}  // namespace pliant::detail
