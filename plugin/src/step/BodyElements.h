#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <string>
#include <vector>

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
/// Returns these links without the bending links (Link::m_bbending).
std::vector<Edge> stiffLinksOf(const btSoftBody& body);

/// Returns the mean edge length at rest [length]: over the edges of the tetrahedra, else of the faces, else over the
/// links. `rest`: 3 × nodes.
Real meanLength(const std::vector<Real>& rest, const std::vector<Triangle>& faces,
                const std::vector<Tetrahedron>& tetrahedra, const std::vector<Edge>& links);

/// Returns an error text for the first element with a corner that is not a node of the body; empty if there is none.
std::string strayCorner(const btSoftBody& body, const std::vector<Triangle>& faces,
                        const std::vector<Tetrahedron>& tetrahedra);

/// Returns a view of the node positions in place. `member`: m_x or m_q.
PositionsView viewOf(const btSoftBody& body, const btVector3 btSoftBody::Node::*member);

}  // namespace pliant::detail
