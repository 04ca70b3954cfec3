#include "spatialhash/ClusterKernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatialhash/ClusterKernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatialhash/ClusterLanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMaxVertices = 4 * kClusterLanes;
constexpr std::size_t kGroups = kClusterLanes / kGroupLanes;
constexpr std::size_t kCandidates = 512;
constexpr std::size_t kFound = 32;
constexpr double kWhole = 64;     // blocks that a cluster may look up without a second thought
constexpr double kScattered = 4;  // a cluster of more blocks than this many times its tetrahedra's is taken apart
constexpr Real kHuge = std::numeric_limits<Real>::max();

/// Bound on the rounding errors of a half-space test n·p + c relative to Σ |n|·(extents of the cluster), in units of
/// the roundoff: 4 of the normal (differences, products), 2 of the point and the corner relative to the cluster, at
/// most 12 of both dot products without fused multiplication. 18 in all; the rest covers the bound's own rounding.
constexpr Real kErrorFactor = Real(24) * (std::numeric_limits<Real>::epsilon() / 2);
/// What underflow can add to that. Beyond extents of kWide the normals lose bits to it.
constexpr Real kTiny = sizeof(Real) == 4 ? Real(0x1p-100) : Real(0x1p-800);
constexpr Real kUnderflow = 16 * std::numeric_limits<Real>::denorm_min();
constexpr Real kWide = kTiny / kUnderflow;

/// A power of two s such that s · extent is in [1, 2) where s is a normal number; 0 where the extent is too large for
/// the filter.
HWY_INLINE Real scaleFor(Real extent) {
  using Bits = LaneId;
  constexpr int mantissa = std::numeric_limits<Real>::digits - 1;
  constexpr Bits unit = std::numeric_limits<Real>::max_exponent - 1;  // exponent of 1 as stored
  constexpr Bits most = 2 * unit - 7;
  const Bits exponent = std::max(static_cast<Bits>(std::bit_cast<Bits>(extent) >> mantissa), Bits{1});
  return exponent > most ? 0 : std::bit_cast<Real>((2 * unit - exponent) << mantissa);
}

/// Half-spaces of up to kGroupLanes tetrahedra, by lane.
struct Group {
  // Inward normals opposite corners 1, 2, 3, scaled, and the distances of the planes through corner 0 from the origin.
  HWY_ALIGN Real normal[9][kGroupLanes];
  HWY_ALIGN Real offset[3][kGroupLanes];
  HWY_ALIGN Real lower[kGroupLanes], upper[kGroupLanes];  // of each plane's value, of their sum
  HWY_ALIGN LaneId corner[4][kGroupLanes];
  HWY_ALIGN Real laneLow[3][kGroupLanes], laneHigh[3][kGroupLanes];
  HWY_ALIGN Real low[4], high[4];
  std::size_t alive;
};

/// A cluster's vertices, their box and the occupied blocks that the box meets. Made for one cluster while the one
/// before is tested, so that the waits for memory overlap.
struct Prepared {
  const Cluster* cluster;
  const LaneGroup* groups;
  HWY_ALIGN Real packed[kMaxVertices * 4];
  HWY_ALIGN Real low[4], high[4];
  const CellTable::Cell* found[kFound];
  std::size_t founds;
  double blocks;
};

struct Walk {
  const CellTable& table;
  const Entries& entries;
  PairSink& sink;
  KernelCounters& counters;
  const double occupied;
  const Cluster* cluster = nullptr;
  std::size_t groupCount = 0;
  bool planesMade = false;
  std::size_t candidateCount = 0;
  std::uint64_t boxTests = 0, planeTests = 0;

  const Prepared* now = nullptr;
  const Real *low = nullptr, *high = nullptr;  // of `now`
  const Real* origin = nullptr;                // of the relative coordinates: low, unless those would be infinite
  Group groups[kGroups];
  // Vertices in the box: relative to the origin, and their indices.
  HWY_ALIGN Real x[kCandidates + 2 * kGroupLanes], y[kCandidates + 2 * kGroupLanes], z[kCandidates + 2 * kGroupLanes];
  HWY_ALIGN LaneId vertex[kCandidates + 2 * kGroupLanes];

  Walk(const CellTable& t, const Entries& e, PairSink& s, KernelCounters& c)
      : table(t), entries(e), sink(s), counters(c), occupied(static_cast<double>(t.occupied())) {}

  void prepare(Prepared& next, const Cluster& c, const ClusterSet& clusters, const Real* positions);
  void visit(const Prepared& prepared);
  Real longestSide() const;
  std::size_t makePlanes();
  void makePlanes(Group& group, std::size_t first, Real scale, Real longest);
  void settleFlat(Group& group, std::size_t lane, Index tetrahedron, Real determinant, Real error);
  void visitLanes();
  template <typename Take>
  void forCells(const BlockRange& range, const Take& take);
  void gather(const Real* boxLow, const Real* boxHigh, const Prepared* prepared);
  void test();
  void test(const Group& group, const Index* tetrahedra, std::size_t first, std::uint64_t chosen);
};

/// The cluster's vertices side by side, and their box.
HWY_INLINE void load(Prepared& next, const Index* vertices, const Real* positions) {
  const hn::CappedTag<Real, 4> d4;
  const std::size_t n = next.cluster->vertices;
  for (std::size_t part = 0; part < 4; part += hn::Lanes(d4)) {
    auto lowest = hn::LoadU(d4, positions + std::size_t{4} * vertices[0] + part), highest = lowest;
    auto lowest2 = lowest, highest2 = lowest;
    std::size_t v = 0;
    for (; v + 1 < n; v += 2) {
      const auto p = hn::LoadU(d4, positions + std::size_t{4} * vertices[v] + part);
      const auto q = hn::LoadU(d4, positions + std::size_t{4} * vertices[v + 1] + part);
      hn::Store(p, d4, next.packed + 4 * v + part);
      hn::Store(q, d4, next.packed + 4 * v + 4 + part);
      lowest = hn::Min(lowest, p);
      highest = hn::Max(highest, p);
      lowest2 = hn::Min(lowest2, q);
      highest2 = hn::Max(highest2, q);
    }
    if (v < n) {
      const auto p = hn::LoadU(d4, positions + std::size_t{4} * vertices[v] + part);
      hn::Store(p, d4, next.packed + 4 * v + part);
      lowest = hn::Min(lowest, p);
      highest = hn::Max(highest, p);
    }
    hn::Store(hn::Min(lowest, lowest2), d4, next.low + part);
    hn::Store(hn::Max(highest, highest2), d4, next.high + part);
  }
  for (std::size_t v = 0; v < n; ++v) next.packed[4 * v + 3] = std::bit_cast<Real>(static_cast<LaneId>(vertices[v]));
}

void Walk::prepare(Prepared& next, const Cluster& c, const ClusterSet& clusters, const Real* positions) {
  next.cluster = &c;
  next.groups = clusters.groups + c.firstGroup;
  load(next, clusters.vertices + c.firstVertex, positions);
  const BlockRange range = BlockRange::of(table.grid, next.low, next.high);
  next.blocks = range.count();
  next.founds = 0;
  if (next.blocks > static_cast<double>(kFound)) return;
  const auto blocks = static_cast<std::size_t>(next.blocks);
  counters.cells += blocks;
  std::uint64_t collisions = 0;
  std::size_t founds = 0;
  std::int32_t i = range.min[0], j = range.min[1], k = range.min[2];
  for (std::size_t block = 0; block < blocks; ++block) {
    const CellTable::Cell& cell = table.cells[table.find(i, j, k, collisions)];
    next.found[founds] = &cell;
    founds += cell.count != 0 ? 1 : 0;
    hwy::Prefetch(entries.x + cell.begin);
    hwy::Prefetch(entries.y + cell.begin);
    hwy::Prefetch(entries.z + cell.begin);
    hwy::Prefetch(entries.vertex + cell.begin);
    const bool endI = i == range.max[0], endJ = endI && j == range.max[1];
    i = endI ? range.min[0] : i + 1;
    j = endJ ? range.min[1] : endI ? j + 1 : j;
    k += endJ ? 1 : 0;
  }
  next.founds = founds;
  counters.hashCollisions += collisions;
}

/// Half-spaces of the tetrahedra from `first` on. With e_j = x_j − x_0 and p − x_0 = Σ β_j e_j (Teschner 2003, 4.4):
/// β_1 det(e) = (e_2 × e_3)·(p − x_0), and so on around; what is left of det(e) belongs to corner 0.
void Walk::makePlanes(Group& group, std::size_t first, Real scale, Real longest) {
  const LaneGroup& lanesOf = now->groups[first / kGroupLanes];
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const auto s = hn::Set(d, scale);
  const auto originX = hn::Set(d, origin[0]), originY = hn::Set(d, origin[1]), originZ = hn::Set(d, origin[2]);
  const auto dx = hn::Set(d, (high[0] - low[0]) * scale), dy = hn::Set(d, (high[1] - low[1]) * scale),
             dz = hn::Set(d, (high[2] - low[2]) * scale);
  const auto errorFloor = hn::Set(d, longest > kWide ? kTiny + longest * kUnderflow : kTiny);
  V lowX = hn::Set(d, kHuge), lowY = lowX, lowZ = lowX, highX = hn::Neg(lowX), highY = highX, highZ = highX;
  group.alive = 0;
  for (std::size_t lane = 0; lane < kGroupLanes; lane += lanes) {
    V x_[4], y_[4], z_[4];
    for (std::size_t c = 0; c < 4; ++c) {
      const Corner corner = loadCorner(now->packed, lanesOf.corner[c] + lane);
      x_[c] = corner.x;
      y_[c] = corner.y;
      z_[c] = corner.z;
      hn::Store(corner.vertex, du, group.corner[c] + lane);
    }
    const auto minX = hn::Min(hn::Min(x_[0], x_[1]), hn::Min(x_[2], x_[3]));
    const auto minY = hn::Min(hn::Min(y_[0], y_[1]), hn::Min(y_[2], y_[3]));
    const auto minZ = hn::Min(hn::Min(z_[0], z_[1]), hn::Min(z_[2], z_[3]));
    const auto maxX = hn::Max(hn::Max(x_[0], x_[1]), hn::Max(x_[2], x_[3]));
    const auto maxY = hn::Max(hn::Max(y_[0], y_[1]), hn::Max(y_[2], y_[3]));
    const auto maxZ = hn::Max(hn::Max(z_[0], z_[1]), hn::Max(z_[2], z_[3]));
    hn::Store(minX, d, group.laneLow[0] + lane);
    hn::Store(minY, d, group.laneLow[1] + lane);
    hn::Store(minZ, d, group.laneLow[2] + lane);
    hn::Store(maxX, d, group.laneHigh[0] + lane);
    hn::Store(maxY, d, group.laneHigh[1] + lane);
    hn::Store(maxZ, d, group.laneHigh[2] + lane);
    lowX = hn::Min(lowX, minX);
    lowY = hn::Min(lowY, minY);
    lowZ = hn::Min(lowZ, minZ);
    highX = hn::Max(highX, maxX);
    highY = hn::Max(highY, maxY);
    highZ = hn::Max(highZ, maxZ);
    if (scale == 0) continue;

    const auto ex = hn::Mul(hn::Sub(maxX, minX), s), ey = hn::Mul(hn::Sub(maxY, minY), s),
               ez = hn::Mul(hn::Sub(maxZ, minZ), s);
    const auto permanent =
        hn::MulAdd(dx, hn::Mul(ey, ez), hn::MulAdd(dy, hn::Mul(ex, ez), hn::Mul(dz, hn::Mul(ex, ey))));
    const auto error = hn::MulAdd(permanent, hn::Set(d, 2 * kErrorFactor), errorFloor);

    V edgeX[3], edgeY[3], edgeZ[3], nx[3], ny[3], nz[3];
    for (std::size_t e = 0; e < 3; ++e) {
      edgeX[e] = hn::Mul(hn::Sub(x_[e + 1], x_[0]), s);
      edgeY[e] = hn::Mul(hn::Sub(y_[e + 1], y_[0]), s);
      edgeZ[e] = hn::Mul(hn::Sub(z_[e + 1], z_[0]), s);
    }
    for (std::size_t e = 0; e < 3; ++e) {
      const std::size_t a = (e + 1) % 3, b = (e + 2) % 3;
      nx[e] = hn::MulSub(edgeY[a], edgeZ[b], hn::Mul(edgeZ[a], edgeY[b]));
      ny[e] = hn::MulSub(edgeZ[a], edgeX[b], hn::Mul(edgeX[a], edgeZ[b]));
      nz[e] = hn::MulSub(edgeX[a], edgeY[b], hn::Mul(edgeY[a], edgeX[b]));
    }
    const auto determinant = hn::MulAdd(edgeX[0], nx[0], hn::MulAdd(edgeY[0], ny[0], hn::Mul(edgeZ[0], nz[0])));
    const auto inward = hn::CopySign(s, determinant);
    const auto cornerX = hn::Sub(x_[0], originX), cornerY = hn::Sub(y_[0], originY), cornerZ = hn::Sub(z_[0], originZ);
    for (std::size_t e = 0; e < 3; ++e) {
      const auto a = hn::Mul(nx[e], inward), b = hn::Mul(ny[e], inward), c = hn::Mul(nz[e], inward);
      hn::Store(a, d, group.normal[3 * e] + lane);
      hn::Store(b, d, group.normal[3 * e + 1] + lane);
      hn::Store(c, d, group.normal[3 * e + 2] + lane);
      const auto offset = hn::MulAdd(a, cornerX, hn::MulAdd(b, cornerY, hn::Mul(c, cornerZ)));
      hn::Store(hn::Neg(offset), d, group.offset[e] + lane);
    }
    const auto volume = hn::Abs(determinant);
    hn::Store(hn::Neg(error), d, group.lower + lane);
    hn::Store(hn::MulAdd(hn::Set(d, Real(5)), error, volume), d, group.upper + lane);
    group.alive += lanes;
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Le(volume, error)))) {
      HWY_ALIGN Real determinants[kGroupLanes], errors[kGroupLanes];
      hn::Store(determinant, d, determinants);
      hn::Store(error, d, errors);
      for (std::size_t t = 0; t < lanes; ++t) {
        if (std::abs(determinants[t]) <= errors[t] && first + lane + t < cluster->lanes) {
          settleFlat(group, lane + t, lanesOf.tetrahedron[lane + t], determinants[t], errors[t]);
        }
      }
    }
  }
  reduce<true>(lowX, lowY, lowZ, group.low);
  reduce<false>(highX, highY, highZ, group.high);
  if (scale == 0) {  // beyond the filter: every pair goes on
    for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
      for (auto& component : group.normal) component[lane] = 0;
      for (auto& component : group.offset) component[lane] = 0;
      group.lower[lane] = -1;
      group.upper[lane] = 1;
    }
    group.alive = kGroupLanes;
  }
  for (std::size_t lane = cluster->lanes - std::min<std::size_t>(first, cluster->lanes); lane < kGroupLanes; ++lane) {
    group.alive -= group.lower[lane] != kHuge;
    group.lower[lane] = kHuge;
  }
}

/// The filter can't tell the sign of this tetrahedron's volume.
void Walk::settleFlat(Group& group, std::size_t lane, Index tetrahedron, Real determinant, Real error) {
  const int sign = sink.orientation(tetrahedron);
  if (sign == 0) {
    group.lower[lane] = kHuge;  // holds nothing
    --group.alive;
  } else if ((sign < 0) != std::signbit(determinant)) {
    for (auto& component : group.normal) component[lane] = -component[lane];
    for (auto& component : group.offset) component[lane] = -component[lane];
    group.upper[lane] = 5 * error - std::abs(determinant);
  }
}

/// Longest side of the cluster's box, infinite beyond the range of numbers.
Real Walk::longestSide() const {
  return std::max(high[0] - low[0], std::max(high[1] - low[1], high[2] - low[2]));
}

/// Returns how many tetrahedra can hold anything.
std::size_t Walk::makePlanes() {
  const Real longest = longestSide();
  groupCount = (cluster->lanes + kGroupLanes - 1) / kGroupLanes;
  planesMade = true;
  const Real scale = longest <= kHuge ? scaleFor(longest) : 0;
  std::size_t alive = 0;
  for (std::size_t g = 0; g < groupCount; ++g) {
    makePlanes(groups[g], g * kGroupLanes, scale, longest);
    alive += groups[g].alive;
  }
  return alive;
}

/// Cells of all occupied blocks in a range, however large it is.
template <typename Take>
void Walk::forCells(const BlockRange& range, const Take& take) {
  const double blocks = range.count();
  if (blocks > kWhole && blocks > occupied) {
    for (const CellTable::Part& part : table.parts) {
      counters.cells += part.end - part.begin;
      for (Index c = part.begin; c < part.end; ++c) {
        const CellTable::Cell& cell = table.cells[c];
        if (range.contains(cell.i, cell.j, cell.k)) take(cell);
      }
    }
    return;
  }
  counters.cells += static_cast<std::uint64_t>(blocks);
  for (std::int32_t k = range.min[2]; k <= range.max[2]; ++k) {
    for (std::int32_t j = range.min[1]; j <= range.max[1]; ++j) {
      for (std::int32_t i = range.min[0]; i <= range.max[0]; ++i) {
        take(table.cells[table.find(i, j, k, counters.hashCollisions)]);
      }
    }
  }
}

/// Vertices of the table that lie in the box are tested. `prepared` has the blocks of the box, where it does.
void Walk::gather(const Real* boxLow, const Real* boxHigh, const Prepared* prepared) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const BoxLanes box(boxLow, boxHigh);
  const auto originX = hn::Set(d, origin[0]), originY = hn::Set(d, origin[1]), originZ = hn::Set(d, origin[2]);
  const Entries from = entries;
  std::size_t count = candidateCount;
  const auto take = [&](const CellTable::Cell& cell) HWY_ATTR {
    const std::size_t begin = cell.begin, size = cell.count;
    boxTests += size;
    for (std::size_t e = 0; e < size; e += lanes) {
      const std::size_t at = begin + e;
      const auto px = hn::LoadU(d, from.x + at), py = hn::LoadU(d, from.y + at), pz = hn::LoadU(d, from.z + at);
      const auto id = hn::LoadU(du, from.vertex + at);
      const auto inside = box.inside(px, py, pz, size - e);
      hn::StoreU(hn::Compress(hn::Sub(px, originX), inside), d, x + count);
      hn::StoreU(hn::Compress(hn::Sub(py, originY), inside), d, y + count);
      hn::StoreU(hn::Compress(hn::Sub(pz, originZ), inside), d, z + count);
      hn::StoreU(hn::Compress(id, hn::RebindMask(du, inside)), du, vertex + count);
      count += hn::CountTrue(d, inside);
      if (HWY_UNLIKELY(count > kCandidates)) {
        candidateCount = count;
        test();
        count = 0;
      }
    }
  };
  if (prepared) {
    for (std::size_t f = 0; f < prepared->founds; ++f) take(*prepared->found[f]);
  } else {
    forCells(BlockRange::of(table.grid, boxLow, boxHigh), take);
  }
  candidateCount = count;
  if (candidateCount) test();
}

/// Candidates against all groups. A box relative to the origin is rounded as the candidates are, so that none is lost.
void Walk::test() {
  if (!planesMade) makePlanes();
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t g = 0; g < groupCount; ++g) {
    const Group& group = groups[g];
    if (group.alive == 0) continue;
    HWY_ALIGN Real boxLow[3], boxHigh[3];
    for (std::size_t a = 0; a < 3; ++a) {
      boxLow[a] = group.low[a] - origin[a];
      boxHigh[a] = group.high[a] - origin[a];
    }
    const BoxLanes box(boxLow, boxHigh);
    boxTests += candidateCount;
    for (std::size_t first = 0; first < candidateCount; first += 64) {
      const std::size_t last = std::min<std::size_t>(candidateCount, first + 64);
      std::uint64_t chosen = 0;
      for (std::size_t c = first; c < last; c += lanes) {
        const auto inside = box.inside(hn::Load(d, x + c), hn::Load(d, y + c), hn::Load(d, z + c), last - c);
        chosen |= bitsOf(d, inside) << (c - first);
      }
      planeTests += static_cast<std::size_t>(std::popcount(chosen)) * group.alive;
      test(group, now->groups[g].tetrahedron, first, chosen);
    }
  }
  candidateCount = 0;
}

/// The candidates first + i whose bits i are set in `chosen`.
HWY_INLINE void Walk::test(const Group& group, const Index* tetrahedra, std::size_t first, std::uint64_t chosen) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t lane = 0; lane < kGroupLanes; lane += lanes) {
    const auto n0 = hn::Load(d, group.normal[0] + lane), n1 = hn::Load(d, group.normal[1] + lane),
               n2 = hn::Load(d, group.normal[2] + lane), n3 = hn::Load(d, group.normal[3] + lane),
               n4 = hn::Load(d, group.normal[4] + lane), n5 = hn::Load(d, group.normal[5] + lane),
               n6 = hn::Load(d, group.normal[6] + lane), n7 = hn::Load(d, group.normal[7] + lane),
               n8 = hn::Load(d, group.normal[8] + lane);
    const auto o1 = hn::Load(d, group.offset[0] + lane), o2 = hn::Load(d, group.offset[1] + lane),
               o3 = hn::Load(d, group.offset[2] + lane);
    const auto least = hn::Load(d, group.lower + lane), most = hn::Load(d, group.upper + lane);
    const auto c0 = hn::Load(du, group.corner[0] + lane), c1 = hn::Load(du, group.corner[1] + lane),
               c2 = hn::Load(du, group.corner[2] + lane), c3 = hn::Load(du, group.corner[3] + lane);
    for (std::uint64_t rest = chosen; rest; rest &= rest - 1) {
      const std::size_t at = first + static_cast<std::size_t>(std::countr_zero(rest));
      const auto px = hn::Set(d, x[at]), py = hn::Set(d, y[at]), pz = hn::Set(d, z[at]);
      const auto id = hn::Set(du, vertex[at]);
      const auto b1 = hn::MulAdd(n0, px, hn::MulAdd(n1, py, hn::MulAdd(n2, pz, o1)));
      const auto b2 = hn::MulAdd(n3, px, hn::MulAdd(n4, py, hn::MulAdd(n5, pz, o2)));
      const auto b3 = hn::MulAdd(n6, px, hn::MulAdd(n7, py, hn::MulAdd(n8, pz, o3)));
      const auto smallest = hn::Min(b1, hn::Min(b2, b3));
      const auto sum = hn::Add(hn::Add(b1, b2), b3);
      const auto left = nearNotOwn(smallest, least, sum, most, id, c0, c1, c2, c3);
      if (HWY_UNLIKELY(!hn::AllFalse(d, left))) {
        for (std::uint64_t set = bitsOf(d, left); set; set &= set - 1) {
          const auto t = lane + static_cast<std::size_t>(std::countr_zero(set));
          sink.push(static_cast<Index>(vertex[at]), tetrahedra[t]);
        }
      }
    }
  }
}

/// A cluster whose tetrahedra have drifted apart: each by itself.
void Walk::visitLanes() {
  for (std::size_t g = 0; g < groupCount; ++g) {
    Group& group = groups[g];
    std::size_t others[kGroups];
    for (std::size_t o = 0; o < groupCount; ++o) others[o] = std::exchange(groups[o].alive, 0);
    HWY_ALIGN Real least[kGroupLanes];
    std::copy(group.lower, group.lower + kGroupLanes, least);
    group.alive = 1;
    for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
      if (least[lane] == kHuge) continue;
      std::fill(group.lower, group.lower + kGroupLanes, kHuge);
      group.lower[lane] = least[lane];
      for (std::size_t a = 0; a < 3; ++a) {
        group.low[a] = group.laneLow[a][lane];
        group.high[a] = group.laneHigh[a][lane];
      }
      gather(group.low, group.high, nullptr);
    }
    for (std::size_t o = 0; o < groupCount; ++o) groups[o].alive = others[o];
  }
}

void Walk::visit(const Prepared& prepared) {
  now = &prepared;
  cluster = prepared.cluster;
  low = prepared.low;
  high = prepared.high;
  static constexpr Real kZero[3] = {0, 0, 0};
  origin = longestSide() <= kHuge ? low : kZero;
  if (low[0] == high[0] || low[1] == high[1] || low[2] == high[2]) return;  // all flat
  planesMade = false;
  candidateCount = 0;
  const double blocks = prepared.blocks;
  if (blocks > kWhole) {
    if (makePlanes() == 0) return;
    double apart = 0;
    for (std::size_t lane = 0; lane < cluster->lanes; ++lane) {
      const Group& group = groups[lane / kGroupLanes];
      const std::size_t l = lane % kGroupLanes;
      const Real boxLow[3] = {group.laneLow[0][l], group.laneLow[1][l], group.laneLow[2][l]};
      const Real boxHigh[3] = {group.laneHigh[0][l], group.laneHigh[1][l], group.laneHigh[2][l]};
      apart += BlockRange::of(table.grid, boxLow, boxHigh).count();
    }
    if (blocks > kScattered * apart) return visitLanes();
  }
  gather(low, high, blocks > static_cast<double>(kFound) ? nullptr : &prepared);
}

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters) {
  Walk walk(table, entries, sink, counters);
  Prepared prepared[2];
  std::size_t made = 0;
  for (std::size_t c = begin; c < end; ++c) {
    const Cluster& cluster = clusters.clusters[c];
    if (!activeSlots[cluster.slot]) continue;
    walk.prepare(prepared[made % 2], cluster, clusters, positions);
    if (made > 0) walk.visit(prepared[(made - 1) % 2]);
    ++made;
  }
  if (made > 0) walk.visit(prepared[(made - 1) % 2]);
  sink.flush();
  counters.boxTests += walk.boxTests;
  counters.planeTests += walk.planeTests;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(visitClusters);

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters) {
  HWY_DYNAMIC_DISPATCH(visitClusters)
  (clusters, begin, end, table, entries, positions, activeSlots, sink, counters);
}

}  // namespace pliant::detail
#endif
