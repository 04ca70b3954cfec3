#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <cstdint>
#include <vector>

namespace pliant::detail {

template <typename Array>
auto addressOf(Array& array) -> decltype(&array[0]) {
  return array.size() ? &array[0] : nullptr;
}

/// kNoIndex: it is none of the body's.
inline Index indexOf(const btSoftBody::Node* node, const btSoftBody& body) {
  const btSoftBody::Node* first = addressOf(body.m_nodes);
  const auto offset = reinterpret_cast<std::uintptr_t>(node) - reinterpret_cast<std::uintptr_t>(first);
  const auto index = offset / sizeof(btSoftBody::Node);
  if (!node || !first || offset % sizeof(btSoftBody::Node) || index >= static_cast<std::size_t>(body.m_nodes.size()))
    return kNoIndex;
  return static_cast<Index>(index);
}

inline PositionsView viewOf(const btSoftBody& body, const btVector3 btSoftBody::Node::*member) {
  static_assert(sizeof(btSoftBody::Node) % sizeof(btScalar) == 0);
  PositionsView view;
  view.count = static_cast<Index>(body.m_nodes.size());
  view.stride = sizeof(btSoftBody::Node) / sizeof(btScalar);
  if (view.count) view.data = (body.m_nodes[0].*member).m_floats;
  return view;
}

/// Links whose ends are nodes of the body.
inline std::vector<Edge> linksOf(const btSoftBody& body) {
  std::vector<Edge> links;
  for (int i = 0; i < body.m_links.size(); ++i) {
    const auto& ends = body.m_links[i].m_n;
    const Edge link{indexOf(ends[0], body), indexOf(ends[1], body)};
    if (link[0] != kNoIndex && link[1] != kNoIndex) links.push_back(link);
  }
  return links;
}

}  // namespace pliant::detail
