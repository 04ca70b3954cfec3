#include "PressedEdges.h"

#include <pliant/detectors/corners.h>

#include <algorithm>

namespace pliant::detail {
namespace {

/// How many steps a pair that does not press is remembered.
constexpr int kSteps = 30;

bool ofEdges(const SurfaceContact& contact) {
  return contact.kind == SurfaceContact::Kind::EdgeEdge;
}

}  // namespace

/// Flat indices change as bodies come and go.
void PressedEdges::follow(const SoftBodyReader& reader) {
  const BodySet& set = reader.set();
  if (m_revision == set.revision()) return;
  m_bodiesNow.clear();
  for (Index slot = 0; slot < set.bodyCount(); ++slot) m_bodiesNow.push_back({reader.memberId(slot), set.edges(slot)});
  std::size_t kept = 0;
  for (const Pair& pair : m_pairs) {
    const Index a = follow(smallerOf(pair.key)), b = follow(largerOf(pair.key));
    if (a != kNoIndex && b != kNoIndex) m_pairs[kept++] = {pairKey(a, b), pair.age};
  }
  m_pairs.resize(kept);
  std::sort(m_pairs.begin(), m_pairs.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
  m_bodies.swap(m_bodiesNow);
  m_revision = set.revision();
}

/// `edge` was flat in m_bodies and becomes so in m_bodiesNow. kNoIndex where its body has gone or has changed.
Index PressedEdges::follow(Index edge) const {
  const auto old =
      std::partition_point(m_bodies.begin(), m_bodies.end(), [&](const Body& body) { return body.edges.end <= edge; });
  const auto now = std::find_if(m_bodiesNow.begin(), m_bodiesNow.end(),
                                [&](const Body& body) { return body.member == old->member; });
  if (now == m_bodiesNow.end() || now->edges.size() != old->edges.size()) return kNoIndex;
  return edge - old->edges.begin + now->edges.begin;
}

void PressedEdges::find(const SoftBodyReader& reader, std::span<const SurfaceContact> contacts, Candidates& out) {
  out.clear();
  follow(reader);
  auto contact = std::partition_point(contacts.begin(), contacts.end(), [](const auto& c) { return !ofEdges(c); });
  const auto keyOf = [](const SurfaceContact& c) { return pairKey(c.elementA, c.elementB); };
  const auto edges = reader.set().edges();
  for (const Pair& pair : m_pairs) {
    while (contact != contacts.end() && keyOf(*contact) < pair.key) ++contact;
    if (contact != contacts.end() && keyOf(*contact) == pair.key) continue;
    const Index a = smallerOf(pair.key), b = largerOf(pair.key);
    // A body that has changed may have the same number of edges.
    if (!shareCorner(edges[a], edges[b])) out.edgeEdge.push_back({a, b});
  }
}

void PressedEdges::beginLearning(const SoftBodyReader& reader) {
  follow(reader);
  m_learnt.clear();
}

void PressedEdges::learn(const SurfaceContact& contact) {
  if (ofEdges(contact)) m_learnt.push_back(pairKey(contact.elementA, contact.elementB));
}

void PressedEdges::endLearning() {
  std::sort(m_learnt.begin(), m_learnt.end());
  m_learnt.erase(std::unique(m_learnt.begin(), m_learnt.end()), m_learnt.end());
  m_merged.clear();
  auto old = m_pairs.begin();
  const auto keepBelow = [&](PairKey key) {
    for (; old != m_pairs.end() && old->key < key; ++old)
      if (old->age < kSteps) m_merged.push_back({old->key, old->age + 1});
  };
  for (const PairKey key : m_learnt) {
    keepBelow(key);
    if (old != m_pairs.end() && old->key == key) ++old;
    m_merged.push_back({key, 0});
  }
  keepBelow(~PairKey{0});
  m_pairs.swap(m_merged);
}

}  // namespace pliant::detail
