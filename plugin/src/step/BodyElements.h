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

// Elements of a body, by the indices of its nodes; kNoIndex: not one of them.
std::vector<Triangle> facesOf(const btSoftBody& body);
std::vector<Tetrahedron> tetrahedraOf(const btSoftBody& body);
/// Links between two nodes of the body.
std::vector<Edge> linksOf(const btSoftBody& body);
/// The same without bending links (Link::m_bbending).
std::vector<Edge> stiffLinksOf(const btSoftBody& body);

/// Mean length of the body's elements: edges of tetrahedra, or of faces, or links. `rest`: 3 × nodes.
Real meanLength(const std::vector<Real>& rest, const std::vector<Triangle>& faces,
                const std::vector<Tetrahedron>& tetrahedra, const std::vector<Edge>& links);

/// The first element that refers to something that is no node of the body's, as an error text; empty: there is none.
std::string strayCorner(const btSoftBody& body, const std::vector<Triangle>& faces,
                        const std::vector<Tetrahedron>& tetrahedra);

/// Positions in place: m_x or m_q.
PositionsView viewOf(const btSoftBody& body, const btVector3 btSoftBody::Node::*member);

}  // namespace pliant::detail
