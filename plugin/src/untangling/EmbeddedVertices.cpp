#include "EmbeddedVertices.h"

#include <algorithm>
#include <array>

namespace pliant::detail {

bool EmbeddedVertices::join(Index bodyA, Index bodyB) const {
  return contains(m_pairs, pairKey(bodyA, bodyB));
}

bool EmbeddedVertices::isKnown(Index memberA, Index memberB) const {
  const auto any = [this](Index body, Index other) {
    const auto at = std::lower_bound(m_embedded.begin(), m_embedded.end(), Embedded{body, other, 0});
    return at != m_embedded.end() && at->body == body && at->other == other;
  };
  return !m_embedded.empty() && (any(memberA, memberB) || any(memberB, memberA));
}

void EmbeddedVertices::begin(const BodySet& set, const SetMembers& members) {
  m_pairs.clear();
  m_vertices.clear();
  if (m_embedded.empty()) return;
  m_indexOfMember.clear();
  for (Index index = 0; index < set.bodyCount(); ++index) m_indexOfMember.push_back({members[index].id, index});
  std::sort(m_indexOfMember.begin(), m_indexOfMember.end());
  const auto indexOf = [&](Index member) {
    const auto at = std::lower_bound(m_indexOfMember.begin(), m_indexOfMember.end(), std::array{member, Index{0}});
    return at != m_indexOfMember.end() && (*at)[0] == member ? (*at)[1] : kNoIndex;
  };
  bool isGone = false;
  for (std::size_t i = 0; i < m_embedded.size(); ++i) {
    Embedded& each = m_embedded[i];
    const Index index = indexOf(each.body), other = indexOf(each.other);
    if (i == 0 || each.body != m_embedded[i - 1].body || each.other != m_embedded[i - 1].other)
      isGone = index == kNoIndex || other == kNoIndex || members[index].isNewCut || members[other].isNewCut ||
               members.isFree(index) || !members.isFixed(other);
    each.isGone = isGone || each.vertex >= set.vertices(index).size();
    if (each.isGone) continue;
    m_pairs.push_back(pairKey(set.id(index), set.id(other)));
    m_vertices.push_back(set.vertices(index).begin + each.vertex);
  }
  std::erase_if(m_embedded, [](const Embedded& each) { return each.isGone; });
  makeSet(m_pairs);
}

void EmbeddedVertices::find(const BodySet& set, const SetMembers& members, std::span<const InsideVertex> inside) {
  const auto flat = [&](const InsideVertex& row) { return set.vertices(set.index(row.vertexBody)).begin + row.vertex; };
  m_counts.clear();
  std::size_t first = 0;  // first entry of the current body in m_counts
  for (const InsideVertex& row : inside) {
    if (members.isRigid(set.index(row.vertexBody))) continue;
    if (!m_counts.empty() && m_counts.back().body != row.vertexBody) first = m_counts.size();
    const auto at = std::find_if(m_counts.begin() + static_cast<std::ptrdiff_t>(first), m_counts.end(),
                                 [&](const Count& count) { return count.other == row.volumeBody; });
    Count& count = at != m_counts.end() ? *at : m_counts.emplace_back(Count{row.vertexBody, row.volumeBody});
    ++count.inside;
    count.held = count.held || members.isHeld(flat(row));
  }
  for (const Count& count : m_counts) {
    const Index size = set.vertices(set.index(count.body)).size();
    if (count.held && 2 * count.inside <= size && members.isFixed(set.index(count.other)))
      m_pairs.push_back(pairKey(count.body, count.other));
  }
  makeSet(m_pairs);
  if (m_pairs.empty()) return;
  const std::size_t before = m_embedded.size();
  for (const InsideVertex& row : inside) {
    if (!join(row.vertexBody, row.volumeBody)) continue;
    m_embedded.push_back({members[set.index(row.vertexBody)].id, members[set.index(row.volumeBody)].id, row.vertex});
    m_vertices.push_back(flat(row));
  }
  if (m_embedded.size() > before) makeSet(m_embedded);
}

void EmbeddedVertices::mark(std::vector<std::uint8_t>& marks, std::uint8_t mark) const {
  for (const Index vertex : m_vertices) marks[vertex] = mark;
}

void EmbeddedVertices::endStep(const std::vector<PairKey>& pairs) {
  std::erase_if(m_embedded, [&](const Embedded& each) { return !contains(pairs, pairKey(each.body, each.other)); });
}

}  // namespace pliant::detail
