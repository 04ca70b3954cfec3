#include "narrow/CutPairs.h"

#include <algorithm>
#include <utility>

#include "core/UnionFind.h"

namespace pliant::detail {
namespace {

/// Calls visit(vertex) for `vertices` and their neighbours (SurfaceRings::near), for some vertices more than once.
template <typename Visit>
void forEachAround(const SurfaceRings& rings, std::span<const Index> vertices, Visit&& visit) {
  for (const Index v : vertices) {
    visit(v);
    for (const Index near : rings.near(v)) visit(near);
  }
}

}  // namespace

void CutPairs::update(const BodySet& bodies, const SurfaceRings& rings) {
  const bool same = m_revision == bodies.revision();
  m_revision = 0;  // no set, until all is built: an allocation may throw
  if (!same) {
    m_side.clear();
    m_bothSides.clear();
    m_most.clear();
  }
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (bodies.cutGroupsAt(body).empty()) continue;
    if (!same) findSides(bodies, body);
    findOpenings(bodies, rings, body);
  }
  m_revision = bodies.revision();
}

void CutPairs::findOpenings(const BodySet& bodies, const SurfaceRings& rings, Index body) {
  const auto groups = bodies.cutGroupsAt(body);
  const auto openings = bodies.cutOpeningsAt(body);
  const BodySet::Range range = bodies.vertices(body);
  for (Index v = range.begin; v < range.end; ++v) {
    if (m_side[v] == kNoIndex) continue;
    m_most[v] = 0;
    forEachAround(rings, {&v, 1}, [&](Index near) {
      // The factor rounds up.
      if (const Index group = groups[near - range.begin]; group != kNoIndex)
        m_most[v] = std::max(m_most[v], static_cast<float>(openings[group]) * (1 + 1e-6F));
    });
  }
}

void CutPairs::findSides(const BodySet& bodies, Index body) {
  m_side.resize(bodies.positions().size(), kNoIndex);
  m_most.resize(m_side.size());
  const auto groups = bodies.cutGroupsAt(body);
  const BodySet::Range range = bodies.edges(body);
  const auto edges = bodies.edges().subspan(range.begin, range.size());
  const Index first = bodies.vertices(body).begin;
  const auto inGroup = [&](Index v) { return groups[v - first] != kNoIndex; };
  // At first m_side marks the vertices at a cut, or one edge away from one.
  for (const Edge& e : edges)
    if (inGroup(e[0]) || inGroup(e[1]))
      for (const Index v : e) m_side[v] = 0;
  const auto isMarked = [&](Index v) { return m_side[v] != kNoIndex; };
  UnionFind sets;
  sets.reset(groups.size());
  for (const auto& [a, b] : edges)
    if (isMarked(a) && isMarked(b)) sets.unite(a - first, b - first);
  std::vector<Index> sideOfRoot(groups.size(), kNoIndex);
  std::vector<std::pair<Index, Index>> members;  // (side, group)
  for (Index v = first; v < first + groups.size(); ++v) {
    if (!isMarked(v)) continue;
    Index& side = sideOfRoot[sets.root(v - first)];
    if (side == kNoIndex) {
      side = static_cast<Index>(m_bothSides.size());
      m_bothSides.push_back(0);
    }
    m_side[v] = side;
    if (inGroup(v)) members.emplace_back(side, groups[v - first]);
  }
  std::sort(members.begin(), members.end());
  for (std::size_t i = 1; i < members.size(); ++i)
    if (members[i] == members[i - 1]) m_bothSides[members[i].first] = 1;
}

std::optional<double> CutPairs::opening(const BodySet& bodies, const SurfaceRings& rings, Index body,
                                        std::span<const Index> a, std::span<const Index> b) const {
  if (!mayPart(a, b)) return {};
  const auto groups = bodies.cutGroupsAt(body);
  const auto openings = bodies.cutOpeningsAt(body);
  const Index first = bodies.vertices(body).begin;
  std::optional<double> least;
  bool joined = false;
  forEachAround(rings, a, [&](Index v) {
    const Index group = groups[v - first];
    forEachAround(rings, b, [&](Index w) {
      joined = joined || v == w;
      if (v == w || group == kNoIndex || groups[w - first] != group) return;
      const auto opening = static_cast<double>(openings[group]);
      least = std::min(least.value_or(opening), opening);
    });
  });
  return joined ? std::nullopt : least;
}

}  // namespace pliant::detail
