#pragma once

#include <BulletSoftBody/btSoftBody.h>

namespace pliant::detail {

/// Adds links between nodes that are two links apart. They are the same links, in the same order, as those of
/// btSoftBody::generateBendingConstraints(2). Bullet's function needs time and memory quadratic in the number of nodes:
/// 7 GB for 40,000 nodes.
void addBendingLinks(btSoftBody& body, btSoftBody::Material* material);

}  // namespace pliant::detail
