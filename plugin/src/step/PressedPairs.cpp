#include "PressedPairs.h"

#include <pliant/detectors/corners.h>

#include <algorithm>

#include "core/joinSorted.h"

namespace pliant::detail {
namespace {

// Number of steps for which a pair that does not press is stored.
constexpr int kFaceSteps = 2;
constexpr int kEdgeSteps = 30;

bool ofEdges(const SurfaceContact& contact) {
  return contact.kind == SurfaceContact::Kind::EdgeEdge;
}

PairKey keyOf(Index a, Index b) {
  return PairKey{a} << 32 | b;
}

PairKey keyOf(const SurfaceContact& contact) {
  return keyOf(contact.elementA, contact.elementB);
}

/// Sorts keys that are sorted but for the last ones. `end`: scratch memory.
void sortEnd(std::vector<PairKey>& keys, std::vector<PairKey>& end) {
  const auto from = std::is_sorted_until(keys.begin(), keys.end());
  end.assign(from, keys.end());
  keys.erase(from, keys.end());
  std::sort(end.begin(), end.end());
  mergeSorted(keys, end);
}

/// Calls visit(a, b) for the pairs that are not among the contacts. The two lists are sorted.
template <typename Pairs, typename Visit>
void forEachOther(const Pairs& pairs, std::span<const SurfaceContact> contacts, Visit&& visit) {
  auto contact = contacts.begin();
  for (const auto& pair : pairs) {
    while (contact != contacts.end() && keyOf(*contact) < pair.key) ++contact;
    if (contact == contacts.end() || keyOf(*contact) != pair.key) visit(smallerOf(pair.key), largerOf(pair.key));
  }
}

}  // namespace

void PressedPairs::follow(const BodySet& set, const SetMembers& members) {
  if (m_revision == set.revision()) return;
  m_bodiesNow.clear();
  for (Index index = 0; index < set.bodyCount(); ++index)
    m_bodiesNow.push_back({members[index].id, set.vertices(index), set.edges(index), set.faces(index)});
  follow(m_faces, &Body::vertices, &Body::faces);
  follow(m_edges, &Body::edges, &Body::edges);
  m_bodies.swap(m_bodiesNow);
  m_revision = set.revision();
}

void PressedPairs::follow(Kind& kind, BodySet::Range Body::*rangeA, BodySet::Range Body::*rangeB) {
  std::size_t kept = 0;
  for (const Pair& pair : kind.pairs) {
    const Index a = follow(smallerOf(pair.key), rangeA), b = follow(largerOf(pair.key), rangeB);
    if (a == kNoIndex || b == kNoIndex) continue;
    kind.pairs[kept++] = {rangeA == rangeB ? pairKey(a, b) : keyOf(a, b), pair.age};
  }
  kind.pairs.resize(kept);
  std::sort(kind.pairs.begin(), kind.pairs.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
}

/// Converts an element index in the set from m_bodies to m_bodiesNow. Returns kNoIndex if the body was removed or has
/// another number of elements.
Index PressedPairs::follow(Index element, BodySet::Range Body::*range) const {
  const auto old = std::partition_point(m_bodies.begin(), m_bodies.end(),
                                        [&](const Body& body) { return (body.*range).end <= element; });
  const auto now = std::find_if(m_bodiesNow.begin(), m_bodiesNow.end(),
                                [&](const Body& body) { return body.member == old->member; });
  if (now == m_bodiesNow.end() || ((*now).*range).size() != ((*old).*range).size()) return kNoIndex;
  return element - ((*old).*range).begin + ((*now).*range).begin;
}

// The next two functions check corners again: a changed body may have the same number of elements with other corners.
// They skip inactive bodies.

void PressedPairs::findFaces(const BodySet& set, Index begin, Index end, std::span<const SurfaceContact> contacts,
                             Candidates& out) const {
  out.clear();
  const auto first = [&](Index vertex) {
    return std::ranges::lower_bound(m_faces.pairs, keyOf(vertex, 0), {}, &Pair::key);
  };
  forEachOther(std::span(first(begin), first(end)), contacts, [&](Index vertex, Index face) {
    if (!set.active(set.bodyOfVertex()[vertex]) || !set.active(set.bodyOfFace()[face])) return;
    if (!isCorner(vertex, set.faces()[face])) out.vertexFace.push_back({vertex, face});
  });
}

void PressedPairs::findEdges(const BodySet& set, std::span<const SurfaceContact> contacts, Candidates& out) const {
  out.clear();
  forEachOther(m_edges.pairs, contacts, [&](Index a, Index b) {
    if (!set.active(set.bodyOfEdge()[a]) || !set.active(set.bodyOfEdge()[b])) return;
    if (!shareCorner(set.edges()[a], set.edges()[b])) out.edgeEdge.push_back({a, b});
  });
}

void PressedPairs::beginLearning(const BodySet& set, const SetMembers& members) {
  follow(set, members);
  m_faces.learnt.clear();
  m_edges.learnt.clear();
}

void PressedPairs::learn(const SurfaceContact& contact) {
  (ofEdges(contact) ? m_edges : m_faces).learnt.push_back(keyOf(contact));
}

void PressedPairs::endLearning() {
  merge(m_faces, kFaceSteps);
  merge(m_edges, kEdgeSteps);
}

void PressedPairs::merge(Kind& kind, int steps) {
  // The detected contacts are sorted, and few hits come after them.
  sortEnd(kind.learnt, m_end);
  kind.learnt.erase(std::unique(kind.learnt.begin(), kind.learnt.end()), kind.learnt.end());
  m_merged.clear();
  auto old = kind.pairs.begin();
  const auto keepBelow = [&](PairKey key) {
    for (; old != kind.pairs.end() && old->key < key; ++old)
      if (old->age < steps) m_merged.push_back({old->key, old->age + 1});
  };
  for (const PairKey key : kind.learnt) {
    keepBelow(key);
    if (old != kind.pairs.end() && old->key == key) ++old;
    m_merged.push_back({key, 0});
  }
  keepBelow(~PairKey{0});
  kind.pairs.swap(m_merged);
}

}  // namespace pliant::detail
