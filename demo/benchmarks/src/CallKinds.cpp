#include <pliant/benchmarks/CallKinds.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace pliant::benchmarks {
namespace {

/// The patches of a surface by their faces.
class Patches {
 public:
  Patches(const BodySet& set, const RegularityTree& tree)
      : m_set(set), m_tree(tree), m_facesAt(set.vertices(0).size()) {
    const auto faces = set.faces();
    for (Index level = 0; level < tree.levels(0); ++level) {
      const RegularityTree::PatchRange range = tree.patchesOf(0, level);
      m_end.push_back(range.end);
      m_patchOf.emplace_back(faces.size());
      for (Index patch = range.begin; patch < range.end; ++patch)
        for (const Index f : tree.facesOf(0, patch)) m_patchOf.back()[f] = patch;
    }
    for (Index f = 0; f < faces.size(); ++f)
      for (const Index v : faces[f]) m_facesAt[v].push_back(f);
  }

  std::size_t levelOf(Index patch) const {
    return static_cast<std::size_t>(std::upper_bound(m_end.begin(), m_end.end(), patch) - m_end.begin());
  }
  bool isRoot(Index patch) const { return patch + 1 == m_end.back(); }
  Index parentOf(Index patch) const { return m_patchOf[levelOf(patch) + 1][m_tree.facesOf(0, patch).front()]; }
  Index leafOf(Index face) const { return m_patchOf[0][face]; }
  bool has(Index patch, Index face) const { return m_patchOf[levelOf(patch)][face] == patch; }
  std::span<const Index> facesAt(Index vertex) const { return m_facesAt[vertex]; }

  bool isVertexOf(Index vertex, Index patch) const {
    return std::any_of(m_facesAt[vertex].begin(), m_facesAt[vertex].end(), [&](Index f) { return has(patch, f); });
  }
  bool areNeighbours(Index a, Index b) const {
    if (m_tree.facesOf(0, a).size() > m_tree.facesOf(0, b).size()) std::swap(a, b);
    for (const Index f : m_tree.facesOf(0, a))
      for (const Index v : m_set.faces()[f])
        if (isVertexOf(v, b)) return true;
    return false;
  }
  bool areListed(Index a, Index b) const {
    const auto shows = [&](Index one, Index other) {
      const auto list = m_tree.adjacencyOf(0, one);
      return std::any_of(list.begin(), list.end(), [&](Index v) { return isVertexOf(v, other); });
    };
    return shows(a, b) || shows(b, a);
  }

 private:
  const BodySet& m_set;
  const RegularityTree& m_tree;
  std::vector<Index> m_end;                   ///< end of each level's patches
  std::vector<std::vector<Index>> m_patchOf;  ///< a list of patches for each level, one per face
  std::vector<std::vector<Index>> m_facesAt;
};

/// Returns for each patch the directions that agree with the normals of all its faces, a bit each.
std::vector<std::uint64_t> directionsOf(const BodySet& set, const RegularityTree& tree, const Patches& patches) {
  const auto directions = tree.directions();
  const Index root = tree.patchesOf(0, tree.levels(0) - 1).end - 1;
  std::vector<std::uint64_t> masks(root + 1, ~std::uint64_t{0});
  const auto faces = set.faces();
  const auto positions = set.positions();
  for (Index f = 0; f < faces.size(); ++f) {
    std::array<double, 3> x[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const PackedPosition& p = positions[faces[f][k]];
      x[k] = {double{p.x}, double{p.y}, double{p.z}};
    }
    std::array<double, 3> normal;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
      normal[k] = (x[1][l] - x[0][l]) * (x[2][m] - x[0][m]) - (x[1][m] - x[0][m]) * (x[2][l] - x[0][l]);
    }
    std::uint64_t mask = 0;
    for (std::size_t d = 0; d < directions.size(); ++d)
      if (normal[0] * directions[d][0] + normal[1] * directions[d][1] + normal[2] * directions[d][2] > 0)
        mask |= std::uint64_t{1} << d;
    Index patch = patches.leafOf(f);
    masks[patch] &= mask;
    while (!patches.isRoot(patch)) masks[patch = patches.parentOf(patch)] &= mask;
  }
  return masks;
}

/// The recorded calls of a query, each with the call that made it.
class Calls {
 public:
  Calls(const RegularityTree& tree, const Patches& patches) : m_calls(tree.usedPatches()), m_patches(patches) {
    for (std::size_t i = 0; i < m_calls.size(); ++i) m_of.emplace(keyOf(m_calls[i].patchA, m_calls[i].patchB), i);
  }

  static constexpr std::size_t kNone = ~std::size_t{0};
  const UsedPatches& operator[](std::size_t call) const { return m_calls[call]; }
  std::size_t size() const { return m_calls.size(); }
  std::size_t find(Index a, Index b) const {
    const auto found = m_of.find(keyOf(a, b));
    return found == m_of.end() ? kNone : found->second;
  }
  std::size_t callerOf(std::size_t call) const {
    const Index a = m_calls[call].patchA, b = m_calls[call].patchB;
    if (m_patches.isRoot(a)) return kNone;
    const Index aboveA = m_patches.parentOf(a);
    if (a == b) return find(aboveA, aboveA);
    for (const auto& [one, other] : {std::pair(aboveA, b), std::pair(a, m_patches.parentOf(b))})
      if (const std::size_t found = find(one, other); found != kNone && m_calls[found].end == UsedPatches::End::Divided)
        return found;
    return find(aboveA, aboveA);
  }

 private:
  static std::uint64_t keyOf(Index a, Index b) { return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b); }

  std::span<const UsedPatches> m_calls;
  const Patches& m_patches;
  std::unordered_map<std::uint64_t, std::size_t> m_of;
};

}  // namespace

CallKinds kindsOf(const BodySet& set, const RegularityTree& tree, const Results& found) {
  const Patches patches(set, tree);
  const std::vector<std::uint64_t> directions = directionsOf(set, tree, patches);
  const Calls calls(tree, patches);
  enum State : std::uint8_t { Open, Listed, Unlisted };
  std::vector<std::uint8_t> isCut(calls.size(), 0), isNeighbour(calls.size(), 0), below(calls.size(), Open);
  for (const FacePair& pair : found.facePairs)
    for (std::size_t call = calls.find(patches.leafOf(pair.faceA), patches.leafOf(pair.faceB));
         call != Calls::kNone && !isCut[call]; call = calls.callerOf(call))
      isCut[call] = 1;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const UsedPatches& call = calls[i];
    isNeighbour[i] = call.single() || patches.areNeighbours(call.patchA, call.patchB);
  }
  const auto isMissed = [&](std::size_t i) {
    const UsedPatches& call = calls[i];
    return !call.single() && isNeighbour[i] && (directions[call.patchA] & directions[call.patchB]) != 0 &&
           !patches.areListed(call.patchA, call.patchB);
  };
  CallKinds kinds;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    // Callers up to one whose state is known.
    std::vector<std::size_t> open;
    std::size_t at = i;
    while (at != Calls::kNone && below[at] == Open) {
      open.push_back(at);
      at = calls.callerOf(at);
    }
    for (; !open.empty(); open.pop_back()) {
      const bool missed = at != Calls::kNone && (below[at] == Unlisted || isMissed(at));
      at = open.back();
      below[at] = missed ? Unlisted : Listed;
    }
    ++(isCut[i] ? kinds.cut : below[i] == Unlisted ? kinds.unlisted : isNeighbour[i] ? kinds.neighbours : kinds.apart);
  }
  return kinds;
}

Adjacency adjacencyOf(const BodySet& set, const RegularityTree& tree) {
  constexpr Index kLeast = 3, kMost = 200;
  const Patches patches(set, tree);
  Adjacency found;
  std::size_t entries = 0, lists = 0;
  for (Index level = 0; level < tree.levels(0); ++level) {
    const RegularityTree::PatchRange range = tree.patchesOf(0, level);
    if (range.size() < kLeast || range.size() > kMost) continue;
    for (Index a = range.begin; a < range.end; ++a) {
      const auto list = tree.adjacencyOf(0, a);
      entries += list.size();
      ++lists;
      for (Index b = a + 1; b < range.end; ++b) {
        if (!patches.areNeighbours(a, b)) continue;
        const auto other = tree.adjacencyOf(0, b);
        ++found.pairs;
        found.listed += patches.areListed(a, b);
        found.common += std::find_first_of(list.begin(), list.end(), other.begin(), other.end()) != list.end();
      }
    }
  }
  found.entries = lists == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(lists);
  return found;
}

}  // namespace pliant::benchmarks
