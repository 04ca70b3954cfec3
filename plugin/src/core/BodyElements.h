#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <string>
#include <vector>

#include "BodySeams.h"
#include "Bounds.h"

namespace pliant::detail {

template <typename Array>
auto addressOf(Array& array) -> decltype(&array[0]) {
  return array.size() ? &array[0] : nullptr;
}

// Elements of a body as node indices; kNoIndex for a corner that is not a node of the body.
std::vector<Triangle> facesOf(const btSoftBody& body);
std::vector<Tetrahedron> tetrahedraOf(const btSoftBody& body);
/// Returns the links between two nodes of the body.
std::vector<Edge> linksOf(const btSoftBody& body);
/// Returns the links that collide as edges: links that do not bend and have an end without face and tetrahedron.
/// Sorted, without duplicates, with seam leaders as ends. `faces` and `tetrahedra`: elements of the body, with leaders
/// as corners.
std::vector<Edge> collidingLinks(const btSoftBody& body, const BodySeams& seams, const std::vector<Triangle>& faces,
                                 const std::vector<Tetrahedron>& tetrahedra);

/// Returns the mean edge length at rest [length]: over the edges of the tetrahedra, else of the faces, else over the
/// links. `rest`: 3 × nodes.
Real meanLength(const std::vector<Real>& rest, const std::vector<Triangle>& faces,
                const std::vector<Tetrahedron>& tetrahedra, const std::vector<Edge>& links);

/// Returns an error text for the first element with a corner that is not a node of the body; empty if there is none.
std::string strayCorner(const btSoftBody& body, const std::vector<Triangle>& faces,
                        const std::vector<Tetrahedron>& tetrahedra);

/// Returns a view of the node positions in place. `member`: m_x or m_q.
PositionsView viewOf(const btSoftBody& body, const btVector3 btSoftBody::Node::*member);
/// Returns a view of positions in a list, 3 × n.
inline PositionsView viewOf(const std::vector<Real>& positions) {
  return {positions.data(), static_cast<Index>(positions.size() / 3), 3};
}
template <std::size_t N>
StridedView<Index, static_cast<int>(N)> viewOf(const std::vector<std::array<Index, N>>& elements) {
  return {elements.empty() ? nullptr : elements[0].data(), static_cast<Index>(elements.size()), N};
}

/// Returns true if a body collides with itself by default, outside a deformable world. Surfaces do; solids do not, nor
/// do bodies with clusters and CL_SELF. The flag alone is not enough: programs also set CL_SELF on bodies without
/// clusters.
bool meetsItselfByDefault(const btSoftBody& body);

/// Returns the id of the object's broad phase proxy; -1 without one.
int proxyOf(const btCollisionObject& object);

/// Returns the box of the nodes that are finite; at the origin if there are none.
Bounds nodeBounds(const btSoftBody& body);
/// Returns the body's box in the broad phase, which covers its motion, and its box at t1.
Bounds motionBounds(const btSoftBody& body);

}  // namespace pliant::detail
