#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/Types.h>

#include <vector>

#include "BodySeams.h"

namespace pliant::detail {

/// Returns the links that collide as edges: links that do not bend and have an end without face and tetrahedron.
/// Sorted, without duplicates, with seam leaders as ends. `faces` and `tetrahedra`: elements of the body, with leaders
/// as corners.
std::vector<Edge> collidingLinks(const btSoftBody& body, const BodySeams& seams, const std::vector<Triangle>& faces,
                                 const std::vector<Tetrahedron>& tetrahedra);

}  // namespace pliant::detail
