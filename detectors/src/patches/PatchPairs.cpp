#include "patches/PatchPairs.h"

#include <span>

#include "core/memoryOf.h"
#include "surfaces/WorkItems.h"

namespace pliant::detail {
namespace {

// Groups of patches that are searched by one task: at least so many, and more for so many parts.
constexpr std::size_t kLeastGroups = 4;
constexpr std::size_t kMostParts = 64;

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

/// One call of find().
struct PatchPairs::Search {
  const BodySet& bodies;
  const CandidateQuery& query;
  const PatchLayout& layout;
  const GapRule& rule;
  PatchBoxes groups, patches;
  std::size_t groupCount;
};

void PatchPairs::findPart(const Search& search, std::size_t begin, std::size_t end, Part& part) const {
  const auto& [bodies, query, layout, rule, groups, patches, groupCount] = search;
  const std::size_t count = layout.patches.size();
  constexpr std::size_t kGroup = PatchBounds::kGroup;
  part.nearGroups.resize(groupCount + kPatchPadding);
  part.nearPatches.resize(kGroup + kPatchPadding);
  part.pairs.clear();
  part.bodies.clear();
  Index lastA = kNoIndex, lastB = kNoIndex;
  bool wanted = false;
  for (std::size_t group = begin; group < end; ++group) {
    const std::size_t near = nearPatches(groups, rule, group, group, groupCount, part.nearGroups.data());
    for (std::size_t a = group * kGroup; a < std::min((group + 1) * kGroup, count); ++a) {
      const bool any = query.marked == nullptr || m_marked[a] != 0;
      const Index bodyA = layout.patches[a].body;
      for (std::size_t n = 0; n < near; ++n) {
        const std::size_t first = part.nearGroups[n] * kGroup, last = std::min(first + kGroup, count);
        const std::size_t found = nearPatches(patches, rule, a, std::max(a, first), last, part.nearPatches.data());
        for (std::size_t i = 0; i < found; ++i) {
          const std::uint32_t b = part.nearPatches[i];
          const Index bodyB = layout.patches[b].body;
          if (bodyA != lastA || bodyB != lastB) wanted = wants(bodies, query, lastA = bodyA, lastB = bodyB);
          if (!wanted || (!any && m_marked[b] == 0)) continue;
          part.pairs.push_back({static_cast<std::uint32_t>(a), b});
          const std::pair own{bodyA, bodyB};
          if (part.bodies.empty() || part.bodies.back() != own) part.bodies.push_back(own);
        }
      }
    }
  }
}

void PatchPairs::find(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout,
                      const PatchBounds& bounds, const GapRule& rule, Workers& workers) {
  if (query.marked != nullptr) markPatches(query.marked, layout);
  const Search search{bodies, query, layout, rule, bounds.groups(), bounds.patches(), bounds.groupCount()};
  const std::size_t grain = std::max(kLeastGroups, (search.groupCount + kMostParts - 1) / kMostParts);
  const std::size_t parts = (search.groupCount + grain - 1) / grain;
  if (m_parts.size() < parts) m_parts.resize(parts);
  workers.forChunks(search.groupCount, grain, [&](std::size_t part, std::size_t begin, std::size_t end) {
    findPart(search, begin, end, m_parts[part]);
  });
  m_pairs.clear();
  m_bodies.clear();
  std::size_t most = 0;
  for (const Part& part : std::span(m_parts).first(parts)) {
    m_pairs.insert(m_pairs.end(), part.pairs.begin(), part.pairs.end());
    m_bodies.insert(m_bodies.end(), part.bodies.begin(), part.bodies.end());
    most = std::max(most, part.pairs.capacity());
  }
  for (Part& part : m_parts) part.pairs.reserve(most);  // the next call may find as many in any part
  std::sort(m_bodies.begin(), m_bodies.end());
  m_bodies.erase(std::unique(m_bodies.begin(), m_bodies.end()), m_bodies.end());
}

void PatchPairs::clear() {
  m_pairs.clear();
  m_bodies.clear();
}

std::size_t PatchPairs::memory() const {
  std::size_t sum = memoryOf(m_marked, m_pairs, m_bodies, m_parts);
  for (const Part& part : m_parts) sum += memoryOf(part.pairs, part.bodies, part.nearGroups, part.nearPatches);
  return sum;
}

}  // namespace pliant::detail
