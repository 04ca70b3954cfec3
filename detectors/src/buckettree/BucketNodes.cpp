// Buckets: construction of the nodes.

#include <pliant/detectors/buckettree/Buckets.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "buckettree/morton.h"
#include "core/radixSort.h"

namespace pliant {
namespace {

constexpr std::size_t kFewKeys = 256;
constexpr Real kFarthest = std::numeric_limits<Real>::infinity();
// A box grown from this one never contains a NaN, because grow() uses `<`.
constexpr Box kEmptyBox{{kFarthest, kFarthest, kFarthest}, {-kFarthest, -kFarthest, -kFarthest}};

/// Returns the number of nodes above a level of the full octree.
std::size_t above(unsigned level) {
  return ((std::size_t{1} << (3 * level)) - 1) / 7;
}

}  // namespace

void Buckets::sortCodes(Index begin, Index end, unsigned levels) {
  const std::size_t count = end - begin;
  Keyed* const keys = m_keyed.data() + begin;
  if (count <= kFewKeys) {
    std::sort(keys, keys + count);
    return;
  }
  // The sort is stable, so handles, which are ascending, stay ascending for equal codes.
  m_other.resize(m_keyed.size());
  detail::radixSort(keys, m_other.data() + begin, count, static_cast<int>(3 * levels),
                    [](const Keyed& key) { return key.code; });
}

/// Computes new codes for a bucket's content, relative to the bounding box of its points. Returns false if all codes
/// are equal.
bool Buckets::encodeAgain(Index first, Index count) {
  Box box{m_places[m_keyed[first].handle], m_places[m_keyed[first].handle]};
  for (Index i = first; i < first + count; ++i) {
    const Point& p = m_places[m_keyed[i].handle];
    grow(box, {p, p});
  }
  const unsigned levels = std::clamp(static_cast<unsigned>(std::bit_width(count)) / 2, 1u, kMostBucketLevels);
  const detail::BucketGrid grid(box, levels);
  for (Index i = first; i < first + count; ++i) m_keyed[i].code = grid.code(m_places[m_keyed[i].handle]);
  std::sort(m_keyed.begin() + first, m_keyed.begin() + first + count);
  if (m_keyed[first].code == m_keyed[first + count - 1].code) return false;
  ++m_report.divided;
  return true;
}

void Buckets::divide(Index index) {
  const Index first = m_nodes[index].first, count = m_nodes[index].count;
  if (count <= std::max<Index>(m_settings.few, 1)) return;
  if (m_keyed[first].code == m_keyed[first + count - 1].code) {
    if (m_settings.crowded == 0 || count <= m_settings.crowded || !encodeAgain(first, count)) return;
  }
  const std::uint32_t differing = m_keyed[first].code ^ m_keyed[first + count - 1].code;
  // Levels on which all primitives are in one child are skipped.
  const unsigned shift = (static_cast<unsigned>(std::bit_width(differing)) - 1) / 3 * 3;
  const auto child = static_cast<Index>(m_nodes.size());
  for (Index begin = first; begin < first + count;) {
    const std::uint32_t code = m_keyed[begin].code >> shift;
    const auto end = std::partition_point(m_keyed.begin() + begin, m_keyed.begin() + first + count,
                                          [&](const Keyed& k) { return k.code >> shift == code; });
    const auto size = static_cast<Index>(end - m_keyed.begin()) - begin;
    m_nodes.push_back({{}, begin, size, true});
    begin += size;
  }
  m_nodes[index].first = child;
  m_nodes[index].count = static_cast<Index>(m_nodes.size()) - child;
  m_nodes[index].leaf = false;
}

void Buckets::boundLeaf(Node& leaf, std::span<const Box> extents) {
  leaf.box = kEmptyBox;
  for (const Index h : content(leaf)) grow(leaf.box, extents[h]);
  ++m_report.buckets;
}

/// Computes the boxes of nodes [from, end), children before their parents.
void Buckets::refit(std::size_t from, std::span<const Box> extents) {
  for (std::size_t i = m_nodes.size(); i-- > from;) {
    Node& node = m_nodes[i];
    if (node.leaf)
      boundLeaf(node, extents);
    else
      boundInner(node);
  }
}

void Buckets::boundInner(Node& node) const {
  node.box = kEmptyBox;
  for (Index c = 0; c < node.count; ++c) grow(node.box, m_nodes[node.first + c].box);
}

void Buckets::takeOrder() {
  m_order.resize(m_keyed.size());
  for (std::size_t i = 0; i < m_keyed.size(); ++i) m_order[i] = m_keyed[i].handle;
}

void Buckets::buildSparse(std::span<const Box> extents) {
  m_marks.clear();
  m_nodes.clear();
  m_keyed.resize(m_handles.size());
  for (std::size_t i = 0; i < m_handles.size(); ++i) m_keyed[i] = {m_codes[m_handles[i]], m_handles[i]};
  const auto count = static_cast<Index>(m_keyed.size());
  // Each inner node has two children or more.
  m_nodes.reserve(2 * m_places.size());
  sortCodes(0, count, m_report.levels);
  if (count > 0) m_nodes.push_back({{}, 0, count, true});
  for (std::size_t i = 0; i < m_nodes.size(); ++i) divide(static_cast<Index>(i));
  takeOrder();
  refit(0, extents);
  m_report.nodes = static_cast<Index>(m_nodes.size());
}

void Buckets::buildFull(std::span<const Box> extents) {
  const unsigned levels = m_report.levels;
  const std::size_t all = above(levels + 1);
  if (m_marks.size() != all) m_marks.assign(all, 0);
  m_nodes.resize(all);
  m_nodes.reserve(all + 2 * m_places.size());
  m_reached.clear();
  m_reached.reserve(std::min(all, m_places.size() * (levels + 1)));
  const std::size_t leaves = above(levels);
  for (const Index h : m_handles) {
    const std::size_t bucket = leaves + m_codes[h];
    if (m_marks[bucket] != m_updates) {
      m_marks[bucket] = m_updates;
      m_nodes[bucket].leaf = true;
      m_nodes[bucket].count = 0;
      m_reached.push_back(static_cast<Index>(bucket));
    }
    ++m_nodes[bucket].count;
  }
  Index sum = 0;
  for (const Index bucket : m_reached) {
    m_nodes[bucket].first = sum;
    sum += m_nodes[bucket].count;
    m_nodes[bucket].count = 0;
  }
  m_keyed.resize(m_handles.size());
  for (const Index h : m_handles) {
    Node& node = m_nodes[leaves + m_codes[h]];
    m_keyed[node.first + node.count++] = {m_codes[h], h};
  }
  const std::size_t reachedLeaves = m_reached.size();
  if (m_settings.crowded > 0) {
    for (std::size_t i = 0; i < reachedLeaves; ++i)
      if (m_nodes[m_reached[i]].count > m_settings.crowded) divide(m_reached[i]);
    for (std::size_t i = all; i < m_nodes.size(); ++i) divide(static_cast<Index>(i));
  }
  takeOrder();
  refit(all, extents);
  for (std::size_t i = 0; i < reachedLeaves; ++i) {
    Node& node = m_nodes[m_reached[i]];
    if (node.leaf)
      boundLeaf(node, extents);
    else
      boundInner(node);
  }
  // Marks the ancestors of the used buckets, level by level. All other nodes keep an older mark.
  std::size_t begin = 0;
  for (unsigned level = levels; level > 0; --level) {
    const std::size_t end = m_reached.size();
    for (; begin < end; ++begin) {
      const std::size_t code = m_reached[begin] - above(level), parent = above(level - 1) + code / 8;
      const Box& box = m_nodes[m_reached[begin]].box;
      if (m_marks[parent] == m_updates) {
        grow(m_nodes[parent].box, box);
        continue;
      }
      m_marks[parent] = m_updates;
      m_nodes[parent] = {box, static_cast<Index>(above(level) + code / 8 * 8), 8, false};
      m_reached.push_back(static_cast<Index>(parent));
    }
  }
  m_report.nodes = static_cast<Index>(m_reached.size() + m_nodes.size() - all);
}

}  // namespace pliant
