#include "patches/PatchPairs.h"

#include "core/memoryOf.h"
#include "surfaces/WorkItems.h"

namespace pliant::detail {
namespace {

/// Returns true if the query is about these bodies.
bool wants(const BodySet& bodies, const CandidateQuery& query, Index bodyA, Index bodyB) {
  if (!bodies.active(bodyA) || !bodies.active(bodyB)) return false;
  const bool enabled =
      bodyA == bodyB ? query.self && bodies.selfAt(bodyA) : query.between && bodies.pairAt(bodyA, bodyB);
  return enabled && surface::asksFor(query, bodies, bodyA, bodyB);
}

}  // namespace

void PatchPairs::markPatches(const std::uint8_t* marked, const PatchLayout& layout) {
  m_marked.resize(layout.patches.size());
  for (std::size_t p = 0; p < layout.patches.size(); ++p) {
    const PatchLayout::Patch& patch = layout.patches[p];
    bool any = false;
    for (Index i = patch.corners.begin; i < patch.corners.end; ++i) any = any || marked[layout.corners[i]] != 0;
    m_marked[p] = any;
  }
}

void PatchPairs::find(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout,
                      const PatchBounds& bounds, const GapRule& rule) {
  const PatchBoxes groups = bounds.groups(), patches = bounds.patches();
  const std::size_t groupCount = bounds.groupCount(), count = layout.patches.size();
  constexpr std::size_t kGroup = PatchBounds::kGroup;
  m_nearGroups.resize(groupCount + kPatchPadding);
  m_nearPatches.resize(kGroup + kPatchPadding);
  m_pairs.clear();
  if (query.marked != nullptr) markPatches(query.marked, layout);
  Index lastA = kNoIndex, lastB = kNoIndex;
  bool wanted = false;
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
          if (any || m_marked[b] != 0) m_pairs.push_back({static_cast<std::uint32_t>(a), b});
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

void PatchPairs::clear() {
  m_pairs.clear();
  m_bodies.clear();
}

std::size_t PatchPairs::memory() const {
  return memoryOf(m_marked, m_pairs, m_bodies, m_nearGroups, m_nearPatches);
}

}  // namespace pliant::detail
