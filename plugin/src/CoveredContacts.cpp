#include "CoveredContacts.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::size_t kContactsPerChunk = 512;
constexpr std::size_t kCorners = 4;  // vertex, then the three corners of the face

/// Returns the number of face corners with nonzero weight. A swept contact counts as the whole face: its point is the
/// intersection with the face, not the nearest point.
std::uint8_t bearing(const SurfaceContact& contact) {
  if (contact.swept) return kCorners - 1;
  return static_cast<std::uint8_t>(
      std::count_if(contact.weights.begin() + 1, contact.weights.end(), [](Real weight) { return weight != 0; }));
}

/// Returns true if the face of `by` contains the edge or corner of `contact`; its nearest point is then no farther. If
/// the nearest points are the same, only the face with the smaller index covers the other.
bool covers(const SurfaceContact& by, const SurfaceContact& contact, bool sameBearing) {
  bool samePlace = sameBearing;
  for (std::size_t i = 1; i < kCorners; ++i) {
    if (contact.weights[i] == 0) continue;
    const auto at = std::find(by.vertices.begin() + 1, by.vertices.end(), contact.vertices[i]);
    if (at == by.vertices.end()) return false;
    samePlace = samePlace && by.weights[static_cast<std::size_t>(at - by.vertices.begin())] != 0;
  }
  return !samePlace || by.elementB < contact.elementB;
}

bool nearEdges(const SurfaceContact& contact) {
  return contact.kind == SurfaceContact::Kind::EdgeEdge && !contact.swept;
}

/// Returns the nearest end of edge A (first = 0) or B (first = 2), or kNoIndex for a point between the ends.
Index nearestEnd(const SurfaceContact& contact, std::size_t first) {
  for (const std::size_t i : {first, first + 1})
    if (contact.weights[i] == 0) return contact.vertices[2 * first + 1 - i];
  return kNoIndex;
}

/// Returns true if the edges of `by` contain the nearest points of `contact`; a nearest end may be an end of any edge.
/// If the nearest points are the same, only the contact with the smaller edge indices covers the other.
bool coversEnds(const SurfaceContact& by, const SurfaceContact& contact) {
  const Index ends[2] = {nearestEnd(contact, 0), nearestEnd(contact, 2)};
  const Index edges[2] = {contact.elementA, contact.elementB};
  const auto holds = [&](std::size_t side, Index edge, std::size_t first) {
    if (ends[side] == kNoIndex) return edges[side] == edge;
    return by.vertices[first] == ends[side] || by.vertices[first + 1] == ends[side];
  };
  const bool straight = holds(0, by.elementA, 0) && holds(1, by.elementB, 2);
  if (!straight && !(holds(0, by.elementB, 2) && holds(1, by.elementA, 0))) return false;
  const Index byEnds[2] = {nearestEnd(by, straight ? 0 : 2), nearestEnd(by, straight ? 2 : 0)};
  const bool samePlace = byEnds[0] == ends[0] && byEnds[1] == ends[1];
  return !samePlace || std::tie(by.elementA, by.elementB) < std::tie(contact.elementA, contact.elementB);
}

}  // namespace

void CoveredContacts::markEnds(std::span<const SurfaceContact> contacts, std::span<char> dropped) {
  const auto hasEnd = [](const SurfaceContact& c) {
    return nearEdges(c) && (nearestEnd(c, 0) != kNoIndex || nearestEnd(c, 2) != kNoIndex);
  };
  std::ranges::fill(dropped, char{0});
  if (std::none_of(contacts.begin(), contacts.end(), hasEnd)) return;
  m_places.clear();
  for (Index i = 0; i < contacts.size(); ++i) {
    if (!nearEdges(contacts[i])) continue;
    for (std::size_t k = 0; k < kCorners; ++k)
      m_places.push_back({pairKey(contacts[i].vertices[k / 2], contacts[i].vertices[2 + k % 2]), i, kNoIndex});
  }
  const auto shift = std::countl_zero(PairKey{m_places.size()});
  const auto bucketOf = [shift](PairKey vertices) { return vertices * 0x9E3779B97F4A7C15u >> shift; };
  m_buckets.assign(std::size_t{1} << (64 - shift), kNoIndex);
  for (Index i = 0; i < m_places.size(); ++i)
    m_places[i].next = std::exchange(m_buckets[bucketOf(m_places[i].vertices)], i);
  for (Index i = 0; i < contacts.size(); ++i) {
    const SurfaceContact& contact = contacts[i];
    if (!hasEnd(contact)) continue;
    const Index endA = nearestEnd(contact, 0), endB = nearestEnd(contact, 2);
    const PairKey vertices =
        pairKey(endA != kNoIndex ? endA : contact.vertices[0], endB != kNoIndex ? endB : contact.vertices[2]);
    for (Index at = m_buckets[bucketOf(vertices)]; at != kNoIndex && dropped[i] == 0; at = m_places[at].next) {
      const Place& place = m_places[at];
      if (place.vertices == vertices && place.contact != i && dropped[place.contact] == 0 &&
          coversEnds(contacts[place.contact], contact))
        dropped[i] = 1;
    }
  }
}

void CoveredContacts::append(std::span<const SurfaceContact> contacts, std::vector<SurfaceContact>& out,
                             Workers& workers) {
  const auto ofVertex = [](const SurfaceContact& contact) { return contact.kind == SurfaceContact::Kind::VertexFace; };
  const auto edges = static_cast<std::size_t>(std::ranges::partition_point(contacts, ofVertex) - contacts.begin());
  m_dropped.resize(contacts.size());
  m_bearing.resize(edges);
  // A chunk has the vertices whose first contact lies in it.
  workers.forChunks(edges, kContactsPerChunk, [&](std::size_t, std::size_t begin, std::size_t last) {
    const auto continues = [&](std::size_t i) {
      return i > 0 && i < edges && contacts[i].elementA == contacts[i - 1].elementA;
    };
    while (begin < last && continues(begin)) ++begin;
    for (std::size_t end = begin; begin < last; begin = end) {
      do ++end;
      while (continues(end));
      markCovered(contacts, begin, end);
    }
  });
  markEnds(contacts.subspan(edges), std::span(m_dropped).subspan(edges));
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (m_dropped[i] == 0) out.push_back(contacts[i]);
}

/// The contacts from `begin` to `end` are all of one vertex.
void CoveredContacts::markCovered(std::span<const SurfaceContact> contacts, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    m_bearing[i] = bearing(contacts[i]);
    m_dropped[i] = 0;
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (m_bearing[i] == 0 || m_bearing[i] == kCorners - 1) continue;
    // A removed contact covers nothing: if two contacts cover each other due to rounding, one of them stays.
    for (std::size_t k = begin; k < end && m_dropped[i] == 0; ++k) {
      if (k != i && m_dropped[k] == 0 && m_bearing[k] > 0 &&
          covers(contacts[k], contacts[i], m_bearing[k] == m_bearing[i]))
        m_dropped[i] = 1;
    }
  }
}

}  // namespace pliant::detail
