#include "regularitytree/MonotoneChains.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace pliant::detail {
namespace {

// Number of blocks, and of pairs per block, above which the sweep decides: its time does not grow with their squares.
constexpr std::size_t kMostBlocks = 2048, kMostPairsOfBlock = 12;

// Largest number of blocks in a chain; later blocks mostly have separated boxes.
constexpr Index kLongestChain = 16;

// Longer contours are hardly ever star-shaped.
constexpr std::size_t kMostStarPoints = 24;

}  // namespace

void MonotoneChains::reserve(std::size_t edges) {
  makeRoom(edges + ContourLoopList::kMostLoops * kBlockEdges);
}

void MonotoneChains::makeRoom(std::size_t points) {
  const std::size_t blocks = points / kBlockEdges + kSketchPadding;
  const auto grow = [](auto& list, std::size_t size) { list.resize(std::max(list.size(), size)); };
  m_sketch.reserve(points);
  m_exact.reserve(points);
  grow(m_forward, points + kSketchPadding);
  grow(m_ids, points + kSketchPadding);
  for (std::vector<float>& list : m_boxes) grow(list, blocks);
  for (std::vector<float>& list : m_edgeBoxes) grow(list, points + kSketchPadding);
  grow(m_chains, blocks);
  for (auto* list : {&m_blockForward, &m_starts, &m_loopOf, &m_edges}) grow(*list, blocks);
  grow(m_pairs, kMostPairsOfBlock * blocks);
}

/// Computes the approximate projection. Returns false if it can certify nothing.
bool MonotoneChains::sketch(std::span<const PackedPosition> positions, const ContourLoops& loops,
                            const ViewDirection& along) {
  if (loops.vertices.size() > kMostBlocks * kBlockEdges) return false;
  makeRoom(loops.vertices.size());
  m_positions = positions;
  m_vertices = loops.vertices;
  m_loops = loops.loops;
  m_along = along;
  m_isExact = false;
  m_sketch.set(positions, m_vertices, along);
  return std::isfinite(m_sketch.error());
}

std::optional<bool> MonotoneChains::regular(std::span<const PackedPosition> positions, const ContourLoops& loops,
                                            const ViewDirection& along) {
  if (!sketch(positions, loops, along)) return std::nullopt;
  if (m_loops.size() == 1 && m_loops[0].last <= kMostStarPoints && m_sketch.isStar(m_loops[0].last)) return true;
  const Contact contact = findContact();
  if (contact == Contact::Unknown) return std::nullopt;
  return contact == Contact::None && windingsFit();
}

bool MonotoneChains::separated(std::span<const PackedPosition> positions, const ContourLoops& loops,
                               const ViewDirection& along, double distance) {
  if (!sketch(positions, loops, along)) return false;
  const double scale = m_sketch.straighten(along);
  summarize(0);
  for (Index block = 0; block < blockCount(); ++block) {
    const Index last = m_loops[m_loopOf[block]].last, first = block * static_cast<Index>(kBlockEdges);
    m_edges[block] = std::min(static_cast<Index>(kBlockEdges), last - std::min(last, first));
  }
  std::copy(m_vertices.begin(), m_vertices.end(), m_ids.begin());
  // The point and the edge may each be off by the error along both axes, and distances are rounded.
  const double far = (distance * scale + 16 * double(m_sketch.error())) * (1 + 0x1p-20);
  return !comeNear(m_sketch.u(), m_sketch.w(), m_ids.data(), blocks(), m_edges.data(), blockCount(),
                   static_cast<float>(far), static_cast<float>(far * far * (1 + 0x1p-20)));
}

EdgeBlocks MonotoneChains::blocks() {
  const auto edge = [this](std::size_t side) { return m_edgeBoxes[side].data(); };
  return {m_boxes[0].data(),
          m_boxes[1].data(),
          m_boxes[2].data(),
          m_boxes[3].data(),
          m_blockForward.data(),
          m_chains.data(),
          {edge(0), edge(1), edge(2), edge(3)},
          {edge(4), edge(5), edge(6), edge(7)}};
}

MonotoneChains::Contact MonotoneChains::findContact() {
  const float gap = 4 * m_sketch.error();
  summarize(gap);
  findStarts();
  const std::size_t most = kMostPairsOfBlock * (blockCount() + 1);
  const std::size_t count = pairBlocks(blocks(), blockCount(), m_starts.data(), gap, m_pairs.data(), most);
  if (count == most) return Contact::Unknown;
  Contact contact = Contact::None;
  for (std::size_t i = 0; contact == Contact::None && i < count; ++i) contact = decide(m_pairs[i]);
  return contact;
}

/// Summarises the blocks. Padding edges get all directions. A block of padding edges only gets an empty box, and so do
/// the boxes behind the last block.
void MonotoneChains::summarize(float gap) {
  m_sketch.directions(m_forward);
  for (std::size_t loop = 0; loop < m_loops.size(); ++loop) {
    const std::size_t end = loop + 1 < m_loops.size() ? m_loops[loop + 1].first : m_vertices.size();
    for (std::size_t edge = m_loops[loop].last; edge < end; ++edge) m_forward[edge] = ~0u;
    for (std::size_t block = m_loops[loop].first / kBlockEdges; block < end / kBlockEdges; ++block)
      m_loopOf[block] = static_cast<Index>(loop);
  }
  summarizeBlocks(m_sketch.u(), m_sketch.w(), m_forward.data(), blockCount(), gap, blocks());
  const auto nowhere = [this](std::size_t block, std::size_t count) {
    for (std::size_t side = 0; side < 4; ++side)
      std::fill_n(m_boxes[side].data() + block, count,
                  (side < 2 ? 1.0f : -1.0f) * std::numeric_limits<float>::infinity());
  };
  for (const ContourLoops::Loop& loop : m_loops)
    if (loop.last % kBlockEdges == 0) nowhere(loop.last / kBlockEdges, 1);
  nowhere(blockCount(), kSketchPadding);
}

/// Sets, for each block, the first block that it is tested against: the block after its longest chain with a common
/// direction, or the block itself if its own edges have none.
void MonotoneChains::findStarts() {
  const auto count = static_cast<Index>(blockCount());
  for (Index block = 0; block < count; ++block) {
    std::uint32_t common = m_blockForward[block];
    Index next = block;
    while (common != 0 && ++next < count && next - block < kLongestChain && m_loopOf[next] == m_loopOf[block])
      common &= m_blockForward[next];
    m_starts[block] = next;
  }
}

/// Tests the edges of two blocks. Consecutive edges need no test: if one folds back onto the other or is projected to a
/// point, then an edge before or after both starts or ends on one of them, or the loop has two or three edges and no
/// area.
MonotoneChains::Contact MonotoneChains::decide(const BlockPair& pair) {
  constexpr auto kBlock = static_cast<Index>(kBlockEdges);
  const ContourLoops::Loop &first = m_loops[m_loopOf[pair.first]], &second = m_loops[m_loopOf[pair.second]];
  for (std::uint64_t left = pair.edges; left != 0; left &= left - 1) {
    const auto bit = static_cast<Index>(std::countr_zero(left));
    const Index i = pair.first * kBlock + bit / kBlock, j = pair.second * kBlock + bit % kBlock;
    if (i >= first.last || j >= second.last) continue;
    const bool follow = &first == &second && i == first.first && j + 1 == first.last;
    const Contact contact = follow ? Contact::None : edgesMeet(i, j);
    if (contact != Contact::None) return contact;
  }
  return Contact::None;
}

MonotoneChains::Contact MonotoneChains::edgesMeet(Index i, Index j) {
  const Index a = i, b = i + 1, c = j, d = j + 1;
  const Index va = m_vertices[a], vb = m_vertices[b], vc = m_vertices[c], vd = m_vertices[d];
  if (va == vc || va == vd || vb == vc || vb == vd) return Contact::Unknown;
  const int sideC = turn(a, b, c), sideD = turn(a, b, d);
  if (sideC * sideD > 0) return Contact::None;
  const int sideA = turn(c, d, a), sideB = turn(c, d, b);
  if (sideA * sideB > 0) return Contact::None;
  if (sideA == 0 && sideB == 0 && sideC == 0 && sideD == 0) {
    // All on one line, or an edge is projected to a point, which is never regular.
    const bool isPoint = order(a, b) == 0 || order(c, d) == 0;
    const auto [low, high] = order(a, b) < 0 ? std::pair(a, b) : std::pair(b, a);
    const auto [left, right] = order(c, d) < 0 ? std::pair(c, d) : std::pair(d, c);
    if (!isPoint && (order(high, left) < 0 || order(right, low) < 0)) return Contact::None;
  }
  return Contact::Meets;
}

const ProjectedPoints& MonotoneChains::exact() {
  if (!m_isExact) m_exact.set(m_positions, m_vertices, m_along);
  m_isExact = true;
  return m_exact;
}

int MonotoneChains::turn(Index i, Index j, Index k) {
  const int certified = m_sketch.certifiedTurn(i, j, k);
  return certified != 0 ? certified : exact().turn(i, j, k);
}

int MonotoneChains::order(Index i, Index j) {
  const int certified = m_sketch.certifiedOrder(i, j);
  return certified != 0 ? certified : exact().order(i, j);
}

/// Returns true if the winding numbers are 0 and 1, for loops that do not meet: the winding number of all other loops
/// around a loop must be 0 if it runs counter-clockwise, 1 if clockwise.
bool MonotoneChains::windingsFit() {
  for (std::size_t loop = 0; loop < m_loops.size(); ++loop) {
    int around = 0;
    for (std::size_t other = 0; other < m_loops.size(); ++other) {
      if (other != loop) around += windingAround(m_loops[loop].first, m_loops[other]);
    }
    const int side = orientation(m_loops[loop]);
    if (side == 0 || around != (side > 0 ? 0 : 1)) return false;
  }
  return true;
}

/// Returns +1 if a loop that does not intersect itself runs counter-clockwise, −1 if clockwise, 0 if it has no area.
/// Uses the area, or the turn at the leftmost point.
int MonotoneChains::orientation(const ContourLoops::Loop& loop) {
  const int certified = m_sketch.certifiedOrientation(loop.first, loop.last);
  if (certified != 0) return certified;
  Index left = loop.first;
  for (Index i = loop.first + 1; i < loop.last; ++i) {
    if (order(i, left) < 0) left = i;
  }
  return turn(left == loop.first ? loop.last - 1 : left - 1, left, left + 1);
}

/// Returns the winding number of a loop around a point. A ray downwards from the point, shifted slightly to the right,
/// adds 1 per intersected edge to the right, −1 per edge to the left.
int MonotoneChains::windingAround(Index point, const ContourLoops::Loop& loop) {
  int winding = 0;
  bool begins = order(loop.first, point) < 0;
  for (Index i = loop.first; i < loop.last; ++i) {
    const bool ends = order(i + 1, point) < 0;
    if (begins != ends && turn(begins ? i : i + 1, begins ? i + 1 : i, point) > 0) winding += begins ? 1 : -1;
    begins = ends;
  }
  return winding;
}

}  // namespace pliant::detail
