#include "patches/PatchPairs.h"

#include <cstring>

#include "core/memoryOf.h"
#include "surfaces/WorkItems.h"

namespace pliant::detail {
namespace {

/// Returns true if only pairs that meet count.
bool onlyMeeting(const CandidateQuery& query) {
  return query.swept && query.marginScale == 0 && query.distance == 0;
}
bool onlyMeetingEdges(const CandidateQuery& query) {
  return query.swept && (query.marginScale == 0 || !query.edgeMargin) && query.distance == 0;
}

/// Returns true if the query is about these bodies.
bool wants(const BodySet& bodies, const CandidateQuery& query, Index bodyA, Index bodyB) {
  if (!bodies.active(bodyA) || !bodies.active(bodyB)) return false;
  const bool enabled =
      bodyA == bodyB ? query.self && bodies.selfAt(bodyA) : query.between && bodies.pairAt(bodyA, bodyB);
  return enabled && surface::asksFor(query, bodies, bodyA, bodyB);
}

}  // namespace

bool PatchPairs::begin(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout,
                       Workers& workers) {
  const bool meetNow = partSheets(bodies, query, layout, workers);
  if (query.marked == nullptr) return true;
  if (!meetNow && std::memchr(query.marked, 1, bodies.positions().size()) == nullptr) return false;
  markPatches(bodies, query.marked, layout);
  return true;
}

/// Returns true if some patches could not meet when pairs with room were gathered, and now may.
bool PatchPairs::partSheets(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout,
                            Workers& workers) {
  m_apart.clear();
  if (!onlyMeeting(query) && !(query.edgeEdge && onlyMeetingEdges(query))) return false;
  m_sheets.update(bodies, layout);
  if (m_sheets.empty()) return false;
  m_sheets.measure(bodies, layout, workers);
  m_apart.resize(m_sheets.pairCount());
  const bool again = query.marked != nullptr && m_leftApart.size() == m_apart.size();
  bool meetNow = false;
  for (std::uint32_t pair = 0; pair < m_apart.size(); ++pair) {
    const bool was = again && m_leftApart[pair] != 0, is = (was || !again) && m_sheets.keepApart(pair);
    m_apart[pair] = is ? Apart::Yes : was ? Apart::NoLonger : Apart::No;
    meetNow = meetNow || m_apart[pair] == Apart::NoLonger;
  }
  if (query.room > 0) {
    m_leftApart.resize(m_apart.size());
    for (std::size_t pair = 0; pair < m_apart.size(); ++pair) m_leftApart[pair] = m_apart[pair] == Apart::Yes;
  }
  return meetNow;
}

void PatchPairs::markPatches(const BodySet& bodies, const std::uint8_t* marked, const PatchLayout& layout) {
  m_marked.resize(layout.patches.size());
  for (std::size_t p = 0; p < layout.patches.size(); ++p) {
    const PatchLayout::Patch& patch = layout.patches[p];
    bool any = false;
    for (Index i = patch.vertices.begin; i < patch.vertices.end; ++i) any = any || marked[layout.vertices[i]] != 0;
    for (Index i = patch.faces.begin; i < patch.faces.end; ++i)
      any = any || anyMarked(marked, bodies.faces()[layout.faces[i]]);
    for (Index i = patch.edges.begin; i < patch.edges.end; ++i)
      any = any || anyMarked(marked, bodies.edges()[layout.edges[i]]);
    m_marked[p] = any;
  }
}

PatchPairs::Apart PatchPairs::apartOf(std::size_t a, std::size_t b) const {
  const std::uint32_t pair = m_apart.empty() ? FlatSheets::kNone : m_sheets.find(a, b);
  return pair == FlatSheets::kNone ? Apart::No : m_apart[pair];
}

void PatchPairs::find(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout,
                      const PatchBounds& bounds, const GapRule& rule) {
  const PatchBoxes groups = bounds.groups(), patches = bounds.patches();
  const std::size_t groupCount = bounds.groupCount(), count = layout.patches.size();
  constexpr std::size_t kGroup = PatchBounds::kGroup;
  m_nearGroups.resize(groupCount + kPatchPadding);
  m_nearPatches.resize(kGroup + kPatchPadding);
  m_pairs.clear();
  Index lastA = kNoIndex, lastB = kNoIndex;
  bool wanted = false;
  const bool meeting = onlyMeeting(query);
  for (std::size_t group = 0; group < groupCount; ++group) {
    const std::size_t near = nearPatches(groups, rule, group, group, groupCount, m_nearGroups.data());
    for (std::size_t a = group * kGroup; a < std::min((group + 1) * kGroup, count); ++a) {
      const bool any = query.marked == nullptr || m_marked[a] != 0;
      const Index bodyA = layout.patches[a].body;
      for (std::size_t n = 0; n < near; ++n) {
        const std::size_t first = m_nearGroups[n] * kGroup, end = std::min(first + kGroup, count);
        const std::size_t found = nearPatches(patches, rule, a, std::max(a, first), end, m_nearPatches.data());
        for (std::size_t i = 0; i < found; ++i) {
          const std::uint32_t b = m_nearPatches[i];
          const Index bodyB = layout.patches[b].body;
          if (bodyA != lastA || bodyB != lastB) wanted = wants(bodies, query, lastA = bodyA, lastB = bodyB);
          if (!wanted) continue;
          const Apart apart = bodyA == bodyB ? apartOf(a, b) : Apart::No;
          if (apart == Apart::Yes && (meeting || !query.vertexFace)) continue;
          if (apart != Apart::NoLonger && !any && m_marked[b] == 0) continue;
          m_pairs.push_back({static_cast<std::uint32_t>(a), b, apart != Apart::Yes, apart == Apart::NoLonger});
        }
      }
    }
  }
  m_bodies.clear();
  for (const Pair& pair : m_pairs) {
    const std::pair own{layout.patches[pair.a].body, layout.patches[pair.b].body};
    if (m_bodies.empty() || m_bodies.back() != own) m_bodies.push_back(own);
  }
  std::sort(m_bodies.begin(), m_bodies.end());
  m_bodies.erase(std::unique(m_bodies.begin(), m_bodies.end()), m_bodies.end());
}

std::size_t PatchPairs::memory() const {
  return m_sheets.memory() + memoryOf(m_apart, m_leftApart, m_marked, m_pairs, m_bodies, m_nearGroups, m_nearPatches);
}

}  // namespace pliant::detail
