#include "regularitytree/CrowdedPatches.h"

#include <algorithm>

namespace pliant::detail {
namespace {

// A leaf patch in more pairs is crowded.
constexpr std::uint16_t kMany = 8;

}  // namespace

void CrowdedPatches::count(Index slot, Index leafPatch) {
  std::uint16_t& others = m_bodies[slot].others[leafPatch];
  if (others > kMany) return;
  if (++others > kMany) m_bodies[slot].nodes.push_back(leafPatch);
}

bool CrowdedPatches::isCrowded(Index slot, Index leafPatch) const {
  return m_bodies[slot].others[leafPatch] > kMany;
}

void CrowdedPatches::takeFrom(PairList& pairs, std::span<const std::unique_ptr<SurfacePatches>> parts,
                              std::span<const Index> selves) {
  if (m_bodies.size() < parts.size()) m_bodies.resize(parts.size());
  for (const Index slot : selves) {
    const SurfaceHierarchy& tree = parts[slot]->tree();
    m_bodies[slot].others.assign(tree.nodeCount(), 0);
    m_bodies[slot].nodes.clear();
    m_bodies[slot].nodes.reserve(tree.leafCount());
  }
  for (const PatchPair& pair : pairs) {
    if (pair.slotA != pair.slotB) continue;
    count(pair.slotA, pair.a);
    if (pair.a != pair.b) count(pair.slotA, pair.b);
  }
  for (const Index slot : selves) {
    const SurfaceHierarchy& tree = parts[slot]->tree();
    std::vector<Index>& nodes = m_bodies[slot].nodes;
    std::sort(nodes.begin(), nodes.end(),
              [&](Index a, Index b) { return tree.leaves(a).begin < tree.leaves(b).begin; });
  }
  pairs.eraseIf([&](const PatchPair& pair) {
    return pair.slotA == pair.slotB && isCrowded(pair.slotA, pair.a) && isCrowded(pair.slotA, pair.b);
  });
}

std::size_t CrowdedPatches::memory() const {
  std::size_t bytes = m_bodies.capacity() * sizeof(Body);
  for (const Body& body : m_bodies)
    bytes += body.others.capacity() * sizeof(std::uint16_t) + body.nodes.capacity() * sizeof(Index);
  return bytes;
}

}  // namespace pliant::detail
