#pragma once

#include <BulletSoftBody/btSoftBody.h>

namespace pliant::detail {

/// Links between nodes that are two links apart, the very ones of btSoftBody::generateBendingConstraints(2) in the same
/// order. That one takes time and memory by the square of the nodes: 7 GB for 40,000.
void addBendingLinks(btSoftBody& body, btSoftBody::Material* material);

}  // namespace pliant::detail
