#include "BodyElements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "pairKey.h"

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

std::vector<Edge> collidingLinks(const btSoftBody& body, const BodySeams& seams, const std::vector<Triangle>& faces,
                                 const std::vector<Tetrahedron>& tetrahedra) {
  std::vector<std::uint8_t> covered(static_cast<std::size_t>(body.m_nodes.size()), 0);
  const auto cover = [&](const auto& elements) {
    for (const auto& element : elements)
      for (const Index corner : element)
        if (corner != kNoIndex) covered[corner] = 1;
  };
  cover(faces);
  cover(tetrahedra);
  const std::vector<Edge> all = cornersOf<2>(body, body.m_links);
  std::vector<Edge> links;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (body.m_links[static_cast<int>(i)].m_bbending || isStray(all[i])) continue;
    const auto [a, b] = std::minmax({seams.leader(all[i][0]), seams.leader(all[i][1])});
    if (a != b && !(covered[a] && covered[b])) links.push_back({a, b});
  }
  makeSet(links);
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

bool meetsItselfByDefault(const btSoftBody& body) {
  const bool clusters = (body.m_cfg.collisions & btSoftBody::fCollision::CL_SELF) && body.m_clusters.size() > 0;
  return body.m_tetras.size() == 0 && !clusters;
}

int proxyOf(const btCollisionObject& object) {
  const btBroadphaseProxy* proxy = object.getBroadphaseHandle();
  return proxy ? proxy->m_uniqueId : -1;
}

Bounds nodeBounds(const btSoftBody& body) {
  Bounds box = Bounds::none();
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (finite(body.m_nodes[i].m_x)) box.include(body.m_nodes[i].m_x);
  return box.isNone() ? Bounds{btVector3(0, 0, 0), btVector3(0, 0, 0)} : box;
}

Bounds motionBounds(const btSoftBody& body) {
  Bounds box;
  body.getAabb(box.low, box.high);
  if (const btBroadphaseProxy* proxy = body.getBroadphaseHandle()) box.include({proxy->m_aabbMin, proxy->m_aabbMax});
  return box;
}

}  // namespace pliant::detail
