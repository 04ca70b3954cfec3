#include "ClusterKernel.h"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatialhash/ClusterKernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<Real, kClusterLanes>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;
using LaneIndex = hn::TFromD<DI>;

constexpr std::size_t kMaxVertices = 4 * kClusterLanes;
constexpr std::size_t kCandidates = 512;
constexpr double kWhole = 64;     // blocks that a cluster may look up without a second thought
constexpr double kScattered = 4;  // a cluster of more blocks than this many times its tetrahedra's is taken apart
constexpr Real kHuge = std::numeric_limits<Real>::max();

/// Bound on the rounding errors of a 3×3 determinant of differences, relative to its permanent: each of its entries has
/// one rounding, the cross product two more, the dot product three. 8 in all, doubled for the bound's own rounding.
constexpr Real kErrorFactor = Real(16) * (std::numeric_limits<Real>::epsilon() / 2);
constexpr Real kTiny = sizeof(Real) == 4 ? Real(0x1p-100) : Real(0x1p-800);

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

#if PLIANT_DOUBLE_PRECISION
HWY_INLINE hn::VFromD<DI> promote(DI di, const std::uint8_t* bytes) {
  const hn::Rebind<std::int32_t, DI> d32;
  const hn::Rebind<std::uint8_t, DI> d8;
  return hn::PromoteTo(di, hn::PromoteTo(d32, hn::LoadU(d8, bytes)));
}
template <class D32, class V>
HWY_INLINE hn::VFromD<D32> toInteger(D32 d32, V whole) {
  return hn::DemoteTo(d32, whole);
}
#else
HWY_INLINE hn::VFromD<DI> promote(DI di, const std::uint8_t* bytes) {
  const hn::Rebind<std::uint8_t, DI> d8;
  return hn::PromoteTo(di, hn::LoadU(d8, bytes));
}
template <class D32, class V>
HWY_INLINE hn::VFromD<D32> toInteger(D32 d32, V whole) {
  return hn::ConvertTo(d32, whole);
}
#endif

struct Walk {
  const CellTable& table;
  const Entries& entries;
  PairSink& sink;
  KernelCounters& counters;
  const Cluster* cluster = nullptr;
  std::size_t candidateCount = 0;

  HWY_ALIGN Real vx[kMaxVertices], vy[kMaxVertices], vz[kMaxVertices];
  HWY_ALIGN LaneId id[kMaxVertices];
  HWY_ALIGN Real x0[kClusterLanes], y0[kClusterLanes], z0[kClusterLanes];
  HWY_ALIGN Real normal[9][kClusterLanes];  // of the half-spaces opposite corners 1, 2, 3, inward, scaled
  HWY_ALIGN Real lower[kClusterLanes], upper[kClusterLanes];
  HWY_ALIGN LaneId corner[4][kClusterLanes];
  HWY_ALIGN Real laneLow[3][kClusterLanes], laneHigh[3][kClusterLanes];
  HWY_ALIGN Real low[4], high[4];
  Real scale = 1;
  std::size_t alive = 0;
  HWY_ALIGN LaneId candidates[kCandidates + 2 * kClusterLanes];  // positions among the entries

  Walk(const CellTable& t, const Entries& e, PairSink& s, KernelCounters& c)
      : table(t), entries(e), sink(s), counters(c) {}

  void visit(const Cluster& c, const Index* vertices, const Real* positions);
  void load(const Index* vertices, const Real* positions);
  void makePlanes();
  void settleFlat(std::size_t lane, Real determinant, Real error);
  void visitLanes();
  void visitBox(const Real* boxLow, const Real* boxHigh);
  void gather(const CellTable::Cell& cell, const Real* boxLow, const Real* boxHigh);
  void test();
};

/// The cluster's vertices side by side, and their box.
void Walk::load(const Index* vertices, const Real* positions) {
  const D d;
  HWY_ALIGN Real packed[kMaxVertices * 4];
  const std::size_t n = cluster->vertices;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t v = 0; v < n; ++v) {
    const Real* p = positions + std::size_t{4} * vertices[v];
    for (std::size_t a = 0; a < 4; ++a) packed[4 * v + a] = p[a];
    id[v] = vertices[v];
  }
  for (std::size_t v = n; v % lanes != 0; ++v) {
    for (std::size_t a = 0; a < 4; ++a) packed[4 * v + a] = packed[a];
  }
  auto lowX = hn::Set(d, kHuge), lowY = lowX, lowZ = lowX;
  auto highX = hn::Set(d, -kHuge), highY = highX, highZ = highX;
  for (std::size_t v = 0; v < n; v += lanes) {
    hn::VFromD<D> x, y, z, w;
    hn::LoadInterleaved4(d, packed + 4 * v, x, y, z, w);
    hn::Store(x, d, vx + v);
    hn::Store(y, d, vy + v);
    hn::Store(z, d, vz + v);
    lowX = hn::Min(lowX, x);
    lowY = hn::Min(lowY, y);
    lowZ = hn::Min(lowZ, z);
    highX = hn::Max(highX, x);
    highY = hn::Max(highY, y);
    highZ = hn::Max(highZ, z);
  }
  low[0] = hn::GetLane(hn::MinOfLanes(d, lowX));
  low[1] = hn::GetLane(hn::MinOfLanes(d, lowY));
  low[2] = hn::GetLane(hn::MinOfLanes(d, lowZ));
  high[0] = hn::GetLane(hn::MaxOfLanes(d, highX));
  high[1] = hn::GetLane(hn::MaxOfLanes(d, highY));
  high[2] = hn::GetLane(hn::MaxOfLanes(d, highZ));
}

/// Half-spaces of all lanes. With e_j = x_j − x_0 and p − x_0 = Σ β_j e_j (Teschner 2003, 4.4): β_1 det(e) = (e_2 ×
/// e_3)·(p − x_0), and so on around; what is left of det(e) belongs to corner 0.
void Walk::makePlanes() {
  const D d;
  const DI di;
  const std::size_t lanes = hn::Lanes(d);
  const Real extent[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
  const Real longest = std::max(extent[0], std::max(extent[1], extent[2]));
  alive = 0;
  if (longest == 0) return;  // all flat
  scale = longest <= kHuge ? scaleFor(longest) : 0;
  const auto s = hn::Set(d, scale);
  const auto dx = hn::Set(d, extent[0] * scale), dy = hn::Set(d, extent[1] * scale), dz = hn::Set(d, extent[2] * scale);
  const auto errorFloor = hn::Set(d, kTiny + longest * (16 * std::numeric_limits<Real>::denorm_min()));
  for (std::size_t lane = 0; lane < kClusterLanes; lane += lanes) {
    hn::VFromD<D> x[4], y[4], z[4];
    for (std::size_t c = 0; c < 4; ++c) {
      const auto rank = promote(di, cluster->corner[c] + lane);
      x[c] = hn::GatherIndex(d, vx, rank);
      y[c] = hn::GatherIndex(d, vy, rank);
      z[c] = hn::GatherIndex(d, vz, rank);
      const auto vertex = hn::GatherIndex(di, reinterpret_cast<const LaneIndex*>(id), rank);
      hn::Store(vertex, di, reinterpret_cast<LaneIndex*>(corner[c]) + lane);
    }
    const auto minX = hn::Min(hn::Min(x[0], x[1]), hn::Min(x[2], x[3]));
    const auto minY = hn::Min(hn::Min(y[0], y[1]), hn::Min(y[2], y[3]));
    const auto minZ = hn::Min(hn::Min(z[0], z[1]), hn::Min(z[2], z[3]));
    const auto maxX = hn::Max(hn::Max(x[0], x[1]), hn::Max(x[2], x[3]));
    const auto maxY = hn::Max(hn::Max(y[0], y[1]), hn::Max(y[2], y[3]));
    const auto maxZ = hn::Max(hn::Max(z[0], z[1]), hn::Max(z[2], z[3]));
    hn::Store(minX, d, laneLow[0] + lane);
    hn::Store(minY, d, laneLow[1] + lane);
    hn::Store(minZ, d, laneLow[2] + lane);
    hn::Store(maxX, d, laneHigh[0] + lane);
    hn::Store(maxY, d, laneHigh[1] + lane);
    hn::Store(maxZ, d, laneHigh[2] + lane);
    if (scale == 0) continue;

    const auto ex = hn::Mul(hn::Sub(maxX, minX), s), ey = hn::Mul(hn::Sub(maxY, minY), s),
               ez = hn::Mul(hn::Sub(maxZ, minZ), s);
    const auto permanent =
        hn::MulAdd(dx, hn::Mul(ey, ez), hn::MulAdd(dy, hn::Mul(ex, ez), hn::Mul(dz, hn::Mul(ex, ey))));
    const auto error = hn::MulAdd(permanent, hn::Set(d, 2 * kErrorFactor), errorFloor);

    hn::VFromD<D> edgeX[3], edgeY[3], edgeZ[3], nx[3], ny[3], nz[3];
    for (std::size_t e = 0; e < 3; ++e) {
      edgeX[e] = hn::Mul(hn::Sub(x[e + 1], x[0]), s);
      edgeY[e] = hn::Mul(hn::Sub(y[e + 1], y[0]), s);
      edgeZ[e] = hn::Mul(hn::Sub(z[e + 1], z[0]), s);
    }
    for (std::size_t e = 0; e < 3; ++e) {
      const std::size_t a = (e + 1) % 3, b = (e + 2) % 3;
      nx[e] = hn::MulSub(edgeY[a], edgeZ[b], hn::Mul(edgeZ[a], edgeY[b]));
      ny[e] = hn::MulSub(edgeZ[a], edgeX[b], hn::Mul(edgeX[a], edgeZ[b]));
      nz[e] = hn::MulSub(edgeX[a], edgeY[b], hn::Mul(edgeY[a], edgeX[b]));
    }
    const auto determinant = hn::MulAdd(edgeX[0], nx[0], hn::MulAdd(edgeY[0], ny[0], hn::Mul(edgeZ[0], nz[0])));
    for (std::size_t e = 0; e < 3; ++e) {
      const auto inward = hn::CopySign(s, determinant);
      hn::Store(hn::Mul(nx[e], inward), d, normal[3 * e] + lane);
      hn::Store(hn::Mul(ny[e], inward), d, normal[3 * e + 1] + lane);
      hn::Store(hn::Mul(nz[e], inward), d, normal[3 * e + 2] + lane);
    }
    hn::Store(x[0], d, x0 + lane);
    hn::Store(y[0], d, y0 + lane);
    hn::Store(z[0], d, z0 + lane);
    const auto volume = hn::Abs(determinant);
    hn::Store(hn::Neg(error), d, lower + lane);
    hn::Store(hn::MulAdd(hn::Set(d, Real(5)), error, volume), d, upper + lane);
    alive += lanes;
    if (!hn::AllFalse(d, hn::Le(volume, error))) {
      HWY_ALIGN Real determinants[kClusterLanes], errors[kClusterLanes];
      hn::Store(determinant, d, determinants);
      hn::Store(error, d, errors);
      for (std::size_t t = 0; t < lanes; ++t) {
        if (std::abs(determinants[t]) <= errors[t]) settleFlat(lane + t, determinants[t], errors[t]);
      }
    }
  }
  if (scale == 0) {  // beyond the filter: every pair goes on
    for (std::size_t lane = 0; lane < kClusterLanes; ++lane) {
      x0[lane] = y0[lane] = z0[lane] = 0;
      for (auto& component : normal) component[lane] = 0;
      lower[lane] = -1;
      upper[lane] = 1;
    }
    alive = kClusterLanes;
  }
  for (std::size_t lane = cluster->lanes; lane < kClusterLanes; ++lane) {
    alive -= lower[lane] != kHuge;
    lower[lane] = kHuge;
  }
}

/// The filter can't tell the sign of this tetrahedron's volume.
void Walk::settleFlat(std::size_t lane, Real determinant, Real error) {
  const int sign = lane < cluster->lanes ? sink.orientation(cluster->tetrahedron[lane]) : 0;
  if (sign == 0) {
    lower[lane] = kHuge;  // holds nothing
    --alive;
  } else if ((sign < 0) != std::signbit(determinant)) {
    for (auto& component : normal) component[lane] = -component[lane];
    upper[lane] = 5 * error - std::abs(determinant);
  }
}

/// Vertices of a block that lie in the box become candidates.
HWY_INLINE void Walk::gather(const CellTable::Cell& cell, const Real* boxLow, const Real* boxHigh) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const auto lowX = hn::Set(d, boxLow[0]), lowY = hn::Set(d, boxLow[1]), lowZ = hn::Set(d, boxLow[2]);
  const auto highX = hn::Set(d, boxHigh[0]), highY = hn::Set(d, boxHigh[1]), highZ = hn::Set(d, boxHigh[2]);
  counters.boxTests += cell.count;
  for (std::size_t e = 0; e < cell.count; e += lanes) {
    const std::size_t at = cell.begin + e;
    const auto x = hn::LoadU(d, entries.x + at), y = hn::LoadU(d, entries.y + at), z = hn::LoadU(d, entries.z + at);
    const auto insideX = hn::And(hn::Ge(x, lowX), hn::Le(x, highX));
    const auto insideY = hn::And(hn::Ge(y, lowY), hn::Le(y, highY));
    const auto insideZ = hn::And(hn::Ge(z, lowZ), hn::Le(z, highZ));
    const auto inside = hn::And(hn::And(insideX, insideY), hn::And(insideZ, hn::FirstN(d, cell.count - e)));
    const auto indices = hn::Iota(du, static_cast<LaneId>(at));
    hn::StoreU(hn::Compress(indices, hn::RebindMask(du, inside)), du, candidates + candidateCount);
    candidateCount += hn::CountTrue(d, inside);
    if (candidateCount > kCandidates) test();
  }
}

/// Candidates against all lanes.
void Walk::test() {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  counters.planeTests += candidateCount * alive;
  for (std::size_t lane = 0; lane < kClusterLanes; lane += lanes) {
    const auto x = hn::Load(d, x0 + lane), y = hn::Load(d, y0 + lane), z = hn::Load(d, z0 + lane);
    const auto n0 = hn::Load(d, normal[0] + lane), n1 = hn::Load(d, normal[1] + lane),
               n2 = hn::Load(d, normal[2] + lane);
    const auto n3 = hn::Load(d, normal[3] + lane), n4 = hn::Load(d, normal[4] + lane),
               n5 = hn::Load(d, normal[5] + lane);
    const auto n6 = hn::Load(d, normal[6] + lane), n7 = hn::Load(d, normal[7] + lane),
               n8 = hn::Load(d, normal[8] + lane);
    const auto least = hn::Load(d, lower + lane), most = hn::Load(d, upper + lane);
    const auto c0 = hn::Load(du, corner[0] + lane), c1 = hn::Load(du, corner[1] + lane);
    const auto c2 = hn::Load(du, corner[2] + lane), c3 = hn::Load(du, corner[3] + lane);
    for (std::size_t c = 0; c < candidateCount; ++c) {
      const std::size_t at = candidates[c];
      const auto px = hn::Sub(hn::Set(d, entries.x[at]), x);
      const auto py = hn::Sub(hn::Set(d, entries.y[at]), y);
      const auto pz = hn::Sub(hn::Set(d, entries.z[at]), z);
      const auto vertex = hn::Set(du, entries.vertex[at]);
      const auto b1 = hn::MulAdd(n0, px, hn::MulAdd(n1, py, hn::Mul(n2, pz)));
      const auto b2 = hn::MulAdd(n3, px, hn::MulAdd(n4, py, hn::Mul(n5, pz)));
      const auto b3 = hn::MulAdd(n6, px, hn::MulAdd(n7, py, hn::Mul(n8, pz)));
      const auto smallest = hn::Min(b1, hn::Min(b2, b3));
      const auto sum = hn::Add(hn::Add(b1, b2), b3);
      const auto own =
          hn::Or(hn::Or(hn::Eq(vertex, c0), hn::Eq(vertex, c1)), hn::Or(hn::Eq(vertex, c2), hn::Eq(vertex, c3)));
      const auto near = hn::And(hn::Ge(smallest, least), hn::Le(sum, most));
      const auto left = hn::AndNot(hn::RebindMask(d, own), near);
      if (HWY_UNLIKELY(!hn::AllFalse(d, left))) {
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, left, bits);
        std::uint32_t set = static_cast<std::uint32_t>(bits[0]) | (static_cast<std::uint32_t>(bits[1]) << 8);
        for (; set; set &= set - 1) {
          const auto t = lane + static_cast<std::size_t>(std::countr_zero(set));
          sink.push(static_cast<Index>(entries.vertex[at]), cluster->tetrahedron[t]);
        }
      }
    }
  }
  candidateCount = 0;
}

/// All vertices in the box against all lanes.
void Walk::visitBox(const Real* boxLow, const Real* boxHigh) {
  const BlockRange range = BlockRange::of(table.grid, boxLow, boxHigh);
  const double blocks = range.count();
  if (blocks > kWhole && blocks > static_cast<double>(table.occupied())) {
    for (const CellTable::Part& part : table.parts) {
      counters.cells += part.end - part.begin;
      for (Index c = part.begin; c < part.end; ++c) {
        const CellTable::Cell& cell = table.cells[c];
        if (range.contains(cell.i, cell.j, cell.k)) gather(cell, boxLow, boxHigh);
      }
    }
  } else {
    counters.cells += static_cast<std::uint64_t>(blocks);
    for (std::int32_t k = range.min[2]; k <= range.max[2]; ++k) {
      for (std::int32_t j = range.min[1]; j <= range.max[1]; ++j) {
        for (std::int32_t i = range.min[0]; i <= range.max[0]; ++i) {
          const Index c = table.find(i, j, k, counters.hashCollisions);
          if (c != kNoIndex) gather(table.cells[c], boxLow, boxHigh);
        }
      }
    }
  }
  if (candidateCount) test();
}

/// A cluster whose tetrahedra have drifted apart: each by itself.
void Walk::visitLanes() {
  HWY_ALIGN Real least[kClusterLanes];
  std::copy(lower, lower + kClusterLanes, least);
  const std::size_t living = alive;
  alive = 1;
  for (std::size_t lane = 0; lane < cluster->lanes; ++lane) {
    if (least[lane] == kHuge) continue;
    std::fill(lower, lower + kClusterLanes, kHuge);
    lower[lane] = least[lane];
    const Real boxLow[3] = {laneLow[0][lane], laneLow[1][lane], laneLow[2][lane]};
    const Real boxHigh[3] = {laneHigh[0][lane], laneHigh[1][lane], laneHigh[2][lane]};
    visitBox(boxLow, boxHigh);
  }
  alive = living;
}

void Walk::visit(const Cluster& c, const Index* vertices, const Real* positions) {
  cluster = &c;
  load(vertices, positions);
  makePlanes();
  if (alive == 0) return;
  const double blocks = BlockRange::of(table.grid, low, high).count();
  if (blocks > kWhole) {
    double apart = 0;
    for (std::size_t lane = 0; lane < cluster->lanes; ++lane) {
      const Real boxLow[3] = {laneLow[0][lane], laneLow[1][lane], laneLow[2][lane]};
      const Real boxHigh[3] = {laneHigh[0][lane], laneHigh[1][lane], laneHigh[2][lane]};
      apart += BlockRange::of(table.grid, boxLow, boxHigh).count();
    }
    if (blocks > kScattered * apart) return visitLanes();
  }
  visitBox(low, high);
}

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters) {
  Walk walk(table, entries, sink, counters);
  for (std::size_t c = begin; c < end; ++c) {
    const Cluster& cluster = clusters.clusters[c];
    if (activeSlots[cluster.slot]) walk.visit(cluster, clusters.vertices + cluster.firstVertex, positions);
  }
  sink.flush();
}

void locate(const CellGrid& grid, const CellHash& hash, const Real* points, std::size_t count, std::int32_t* i,
            std::int32_t* j, std::int32_t* k, std::uint32_t* mixed) {
  const D d;
  const hn::Rebind<std::int32_t, D> d32;
  const hn::RebindToUnsigned<decltype(d32)> du32;
  const auto perLength = hn::Set(d, grid.perLength);
  const auto limit = hn::Set(d, Real(CellGrid::kLimit));
  const auto block = [&](hn::VFromD<D> x) {
    const auto scaled = hn::Max(hn::Min(hn::Mul(x, perLength), limit), hn::Neg(limit));
    const auto whole = hn::Floor(scaled);
    return hn::ShiftRightSame(toInteger(d32, whole), static_cast<int>(grid.shift));
  };
  for (std::size_t p = 0; p < count; p += hn::Lanes(d)) {
    hn::VFromD<D> x, y, z, w;
    hn::LoadInterleaved4(d, points + 4 * p, x, y, z, w);
    const auto a = block(x), b = block(y), c = block(z);
    hn::StoreU(a, d32, i + p);
    hn::StoreU(b, d32, j + p);
    hn::StoreU(c, d32, k + p);
    const auto ua = hn::BitCast(du32, a), ub = hn::BitCast(du32, b), uc = hn::BitCast(du32, c);
    auto h = ua;
    if (hash.kind == CellHash::Kind::Rotating) {
      h = hn::Xor(hn::Xor(hn::RotateRight<10>(ua), hn::RotateRight<21>(ub)), uc);
    } else {
      const auto ta = hn::Mul(ua, hn::Set(du32, CellHash::kPrimes[0]));
      const auto tb = hn::Mul(ub, hn::Set(du32, CellHash::kPrimes[1]));
      const auto tc = hn::Mul(uc, hn::Set(du32, CellHash::kPrimes[2]));
      h = hash.kind == CellHash::Kind::Xor ? hn::Xor(hn::Xor(ta, tb), tc) : hn::Add(hn::Add(ta, tb), tc);
    }
    hn::StoreU(h, du32, mixed + p);
  }
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(visitClusters);
HWY_EXPORT(locate);

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters) {
  HWY_DYNAMIC_DISPATCH(visitClusters)
  (clusters, begin, end, table, entries, positions, activeSlots, sink, counters);
}

void locate(const CellGrid& grid, const CellHash& hash, const Real* points, std::size_t count, std::int32_t* i,
            std::int32_t* j, std::int32_t* k, std::uint32_t* mixed) {
  HWY_DYNAMIC_DISPATCH(locate)(grid, hash, points, count, i, j, k, mixed);
}

}  // namespace pliant::detail
#endif
