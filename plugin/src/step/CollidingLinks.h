#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/Types.h>

#include <vector>

#include "BodySeams.h"

namespace pliant::detail {

/// Links that collide as edges: those that don't bend and lead somewhere where no face or tetrahedron is. Sorted, each
/// once, by the leaders of seams. `faces` and `tetrahedra` of the body, by leaders as well.
std::vector<Edge> collidingLinks(const btSoftBody& body, const BodySeams& seams, const std::vector<Triangle>& faces,
                                 const std::vector<Tetrahedron>& tetrahedra);

}  // namespace pliant::detail
