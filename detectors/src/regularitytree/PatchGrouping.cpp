#include "regularitytree/PatchGrouping.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <span>

#include "core/Csr.h"

namespace pliant::detail {
namespace {

// At most this many free neighbours of a patch are considered: a large face among small ones has very many.
constexpr std::size_t kMostMates = 12;

class Grouping {
 public:
  Grouping(const PatchGraph& patches, unsigned children, std::span<const Index> groupOf,
           std::span<const GivenGroup> given)
      : m_patches(patches), m_children(children), m_group(groupOf.begin(), groupOf.end()), m_free(patches.size()) {
    m_group.resize(patches.size(), kNoIndex);
    for (const GivenGroup& group : given) {
      m_size.push_back(group.size);
      m_area.push_back(group.area);
      m_perimeter.push_back(group.perimeter);
    }
  }

  std::vector<Index> run();

 private:
  struct Choice {
    double shape = -1;
    Index first = kNoIndex, second = kNoIndex;
  };

  std::span<const PatchGraph::Border> borders(Index patch) const {
    return {m_patches.borders.data() + m_patches.begin[patch], m_patches.borders.data() + m_patches.begin[patch + 1]};
  }
  double common(Index a, Index b) const {
    for (const auto& border : borders(a))
      if (border.neighbour == b) return border.length;
    return 0;
  }
  static double shape(double area, double perimeter) {
    return perimeter > 0 ? std::sqrt(area) / perimeter : std::numeric_limits<double>::infinity();
  }
  void freeNeighbours(Index patch, Index but, std::vector<Index>& into) const;
  Choice choose(Index seed);
  void close(Index patch);
  bool join(Index patch);
  void groupByPlace();

  const PatchGraph& m_patches;
  unsigned m_children;
  std::vector<Index> m_group, m_free;
  std::vector<Index> m_size;
  std::vector<double> m_area, m_perimeter;  // per group
  std::vector<Index> m_left, m_near, m_far;
  using Entry = std::pair<Index, Index>;  // number of free neighbours, patch
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> m_queue;
};

void Grouping::freeNeighbours(Index patch, Index but, std::vector<Index>& into) const {
  into.clear();
  for (const auto& border : borders(patch)) {
    if (m_group[border.neighbour] != kNoIndex || border.neighbour == but) continue;
    into.push_back(border.neighbour);
    if (into.size() == kMostMates) return;
  }
}

Grouping::Choice Grouping::choose(Index seed) {
  Choice best;
  freeNeighbours(seed, kNoIndex, m_near);
  const auto consider = [&](double area, double perimeter, Index first, Index second) {
    const double value = shape(area, perimeter);
    if (value > best.shape) best = {value, first, second};
  };
  for (const Index x : m_near) {
    const double area = m_patches.area[seed] + m_patches.area[x];
    const double perimeter = m_patches.perimeter[seed] + m_patches.perimeter[x] - 2 * common(seed, x);
    if (m_children == 2) {
      consider(area, perimeter, x, kNoIndex);
      continue;
    }
    freeNeighbours(x, seed, m_far);
    const auto third = [&](Index y) {
      consider(area + m_patches.area[y], perimeter + m_patches.perimeter[y] - 2 * (common(seed, y) + common(x, y)), x,
               y);
    };
    for (const Index y : m_far) third(y);
    for (const Index y : m_near)
      if (y > x) third(y);
  }
  if (best.first == kNoIndex && !m_near.empty())
    for (const Index x : m_near)
      consider(m_patches.area[seed] + m_patches.area[x],
               m_patches.perimeter[seed] + m_patches.perimeter[x] - 2 * common(seed, x), x, kNoIndex);
  return best;
}

/// Updates the queue after a patch got a group: its neighbours have one free neighbour less.
void Grouping::close(Index patch) {
  for (const auto& border : borders(patch)) {
    const Index n = border.neighbour;
    if (m_group[n] != kNoIndex) continue;
    --m_free[n];
    m_queue.emplace(m_free[n], n);
  }
}

/// Adds a patch without free neighbours to the neighbouring group with the best resulting shape. Returns false if every
/// such group is full.
bool Grouping::join(Index patch) {
  double best = -1;
  Index into = kNoIndex;
  for (const auto& border : borders(patch)) {
    const Index group = m_group[border.neighbour];
    if (group == kNoIndex || m_size[group] > m_children) continue;
    double length = 0;
    for (const auto& other : borders(patch))
      if (m_group[other.neighbour] == group) length += other.length;
    const double value =
        shape(m_area[group] + m_patches.area[patch], m_perimeter[group] + m_patches.perimeter[patch] - 2 * length);
    if (value > best || (value == best && group < into)) {
      best = value;
      into = group;
    }
  }
  if (into == kNoIndex) return false;
  for (const auto& other : borders(patch))
    if (m_group[other.neighbour] == into) m_perimeter[into] -= 2 * other.length;
  m_perimeter[into] += m_patches.perimeter[patch];
  m_area[into] += m_patches.area[patch];
  m_group[patch] = into;
  ++m_size[into];
  return true;
}

std::uint64_t spread(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

void Grouping::groupByPlace() {
  std::array<double, 3> low{}, high{};
  for (std::size_t i = 0; i < m_left.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = m_patches.centre[m_left[i]][k];
      low[k] = i == 0 ? x : std::min(low[k], x);
      high[k] = i == 0 ? x : std::max(high[k], x);
    }
  const double size = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
  std::vector<std::pair<std::uint64_t, Index>> order;
  for (const Index patch : m_left) {
    std::uint64_t code = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = size > 0 ? (m_patches.centre[patch][k] - low[k]) / size : 0;
      code |= spread(static_cast<std::uint64_t>(std::clamp(x, 0.0, 1.0) * 0x1fffff)) << k;
    }
    order.emplace_back(code, patch);
  }
  std::sort(order.begin(), order.end());
  // No group has a single patch, unless only one patch is left.
  const std::size_t count = std::max<std::size_t>(1, (order.size() + m_children - 2) / m_children);
  auto group = static_cast<Index>(m_size.size());
  for (std::size_t g = 0; g < count; ++g, ++group)
    for (std::size_t i = g * order.size() / count; i < (g + 1) * order.size() / count; ++i)
      m_group[order[i].second] = group;
}

std::vector<Index> Grouping::run() {
  for (Index patch = 0; patch < m_patches.size(); ++patch) {
    if (m_group[patch] != kNoIndex) continue;
    for (const auto& border : borders(patch)) m_free[patch] += m_group[border.neighbour] == kNoIndex;
    m_queue.emplace(m_free[patch], patch);
  }
  while (!m_queue.empty()) {
    const auto [free, seed] = m_queue.top();
    m_queue.pop();
    if (m_group[seed] != kNoIndex || free != m_free[seed]) continue;
    if (free == 0) {
      if (!join(seed)) m_left.push_back(seed);
      continue;
    }
    const Choice choice = choose(seed);
    const auto group = static_cast<Index>(m_size.size());
    double area = 0;
    Index size = 0;
    for (const Index patch : {seed, choice.first, choice.second})
      if (patch != kNoIndex) {
        m_group[patch] = group;
        area += m_patches.area[patch];
        ++size;
      }
    double perimeter = 0;
    for (const Index patch : {seed, choice.first, choice.second})
      if (patch != kNoIndex) {
        perimeter += m_patches.perimeter[patch];
        for (const auto& border : borders(patch))
          if (m_group[border.neighbour] == group) perimeter -= border.length;
      }
    m_size.push_back(size);
    m_area.push_back(area);
    m_perimeter.push_back(perimeter);
    for (const Index patch : {seed, choice.first, choice.second})
      if (patch != kNoIndex) close(patch);
  }
  std::erase_if(m_left, [&](Index patch) { return m_group[patch] != kNoIndex; });
  if (m_left.size() > 1 || (m_left.size() == 1 && m_size.empty())) {
    groupByPlace();
  } else if (m_left.size() == 1) {
    m_group[m_left[0]] = static_cast<Index>(m_size.size());
  }
  return std::move(m_group);
}

}  // namespace

std::vector<Index> groupPatches(const PatchGraph& patches, unsigned children, std::span<const Index> groupOf,
                                std::span<const GivenGroup> given) {
  return Grouping(patches, children, groupOf, given).run();
}

PatchGraph mergePatches(const PatchGraph& patches, const std::vector<Index>& groupOf) {
  const Index count = groupOf.empty() ? 0 : *std::max_element(groupOf.begin(), groupOf.end()) + 1;
  PatchGraph merged;
  merged.area.assign(count, 0);
  merged.perimeter.assign(count, 0);
  merged.centre.assign(count, {});
  std::vector<double> members(count, 0);
  struct Shared {
    Index from, to;
    double length;
  };
  std::vector<Shared> shared;
  shared.reserve(patches.borders.size());
  for (Index patch = 0; patch < patches.size(); ++patch) {
    const Index group = groupOf[patch];
    merged.area[group] += patches.area[patch];
    merged.perimeter[group] += patches.perimeter[patch];
    ++members[group];
    for (std::size_t k = 0; k < 3; ++k) merged.centre[group][k] += patches.centre[patch][k];
    for (Index i = patches.begin[patch]; i < patches.begin[patch + 1]; ++i) {
      const auto& [neighbour, length] = patches.borders[i];
      if (groupOf[neighbour] == group)
        merged.perimeter[group] -= length;
      else
        shared.push_back({group, groupOf[neighbour], length});
    }
  }
  for (Index group = 0; group < count; ++group) {
    merged.perimeter[group] = std::max(merged.perimeter[group], 0.0);
    for (double& x : merged.centre[group]) x /= members[group];
  }
  // Sorted by neighbour, then by group.
  Csr<Shared> byNeighbour, byGroup;
  byNeighbour.build(count, [&](const auto& take) {
    for (const Shared& s : shared) take(s.to, s);
  });
  byGroup.build(count, [&](const auto& take) {
    for (const Shared& s : byNeighbour.items()) take(s.from, s);
  });
  merged.begin.push_back(0);
  for (Index group = 0; group < count; ++group) {
    for (const Shared& s : byGroup[group])
      if (merged.borders.size() > merged.begin.back() && merged.borders.back().neighbour == s.to)
        merged.borders.back().length += s.length;
      else
        merged.borders.push_back({s.to, s.length});
    merged.begin.push_back(static_cast<Index>(merged.borders.size()));
  }
  return merged;
}

}  // namespace pliant::detail
