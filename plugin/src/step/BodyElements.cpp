#include "BodyElements.h"

#include <array>
#include <cmath>

namespace pliant::detail {
namespace {

Index indexOf(const btSoftBody::Node* node, const btSoftBody& body) {
  const btSoftBody::Node* first = addressOf(body.m_nodes);
  const auto offset = reinterpret_cast<std::uintptr_t>(node) - reinterpret_cast<std::uintptr_t>(first);
  const auto index = offset / sizeof(btSoftBody::Node);
  if (!node || !first || offset % sizeof(btSoftBody::Node) || index >= static_cast<std::size_t>(body.m_nodes.size()))
    return kNoIndex;
  return static_cast<Index>(index);
}

template <std::size_t N, typename Elements>
std::vector<std::array<Index, N>> cornersOf(const btSoftBody& body, const Elements& elements) {
  std::vector<std::array<Index, N>> corners(static_cast<std::size_t>(elements.size()));
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t k = 0; k < N; ++k) corners[i][k] = indexOf(elements[static_cast<int>(i)].m_n[k], body);
  return corners;
}

template <std::size_t N>
std::string strayCorner(const std::vector<std::array<Index, N>>& elements, const char* name, int nodes) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (std::size_t k = 0; k < N; ++k)
      if (elements[i][k] == kNoIndex)
        return std::string(name) + " " + std::to_string(i) + ": corner " + std::to_string(k) +
               " is not one of the body's " + std::to_string(nodes) + " nodes";
  return {};
}

bool isStray(const Edge& link) {
  return link[0] == kNoIndex || link[1] == kNoIndex;
}

}  // namespace

std::vector<Triangle> facesOf(const btSoftBody& body) {
  return cornersOf<3>(body, body.m_faces);
}

std::vector<Tetrahedron> tetrahedraOf(const btSoftBody& body) {
  return cornersOf<4>(body, body.m_tetras);
}

std::vector<Edge> linksOf(const btSoftBody& body) {
  std::vector<Edge> links = cornersOf<2>(body, body.m_links);
  std::erase_if(links, isStray);
  return links;
}

std::vector<Edge> stiffLinksOf(const btSoftBody& body) {
  std::vector<Edge> links = cornersOf<2>(body, body.m_links);
  for (int i = 0; i < body.m_links.size(); ++i)
    if (body.m_links[i].m_bbending) links[static_cast<std::size_t>(i)] = {kNoIndex, kNoIndex};
  std::erase_if(links, isStray);
  return links;
}

Real meanLength(const std::vector<Real>& rest, const std::vector<Triangle>& faces,
                const std::vector<Tetrahedron>& tetrahedra, const std::vector<Edge>& links) {
  double sum = 0;
  std::size_t count = 0;
  const auto add = [&](Index from, Index to) {
    const Real *a = &rest[3 * std::size_t{from}], *b = &rest[3 * std::size_t{to}];
    const double length =
        std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]), double(a[2]) - double(b[2]));
    if (std::isfinite(length)) sum += length, ++count;
  };
  if (!tetrahedra.empty()) {
    for (const Tetrahedron& t : tetrahedra)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j) add(t[i], t[j]);
  } else if (!faces.empty()) {
    for (const Triangle& t : faces)
      for (std::size_t i = 0; i < 3; ++i)
        if (t[i] != t[(i + 1) % 3]) add(t[i], t[(i + 1) % 3]);
  } else {
    for (const Edge& link : links) add(link[0], link[1]);
  }
  return count ? static_cast<Real>(sum / static_cast<double>(count)) : Real(0);
}

std::string strayCorner(const btSoftBody& body, const std::vector<Triangle>& faces,
                        const std::vector<Tetrahedron>& tetrahedra) {
  std::string stray = strayCorner(faces, "face", body.m_nodes.size());
  return stray.empty() ? strayCorner(tetrahedra, "tetrahedron", body.m_nodes.size()) : stray;
}

PositionsView viewOf(const btSoftBody& body, const btVector3 btSoftBody::Node::*member) {
  static_assert(sizeof(btSoftBody::Node) % sizeof(btScalar) == 0);
  PositionsView view;
  view.count = static_cast<Index>(body.m_nodes.size());
  view.stride = sizeof(btSoftBody::Node) / sizeof(btScalar);
  if (view.count) view.data = (body.m_nodes[0].*member).m_floats;
  return view;
}

}  // namespace pliant::detail
