#include "spatialhash/ClusterKernel.h"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatialhash/ClusterKernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatialhash/ClusterLanes-inl.h"
#include "spatialhash/ClusterPlanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kGroups = kClusterLanes / kGroupLanes;
constexpr std::size_t kPadding = 2 * kGroupLanes;
constexpr std::size_t kMet = 256;
constexpr std::size_t kFound = 32;
constexpr double kWhole = 64;     // blocks that a cluster may look up without a second thought
constexpr double kScattered = 4;  // a cluster of more blocks than this many times its tetrahedra's is taken apart

/// A cluster's vertices and the occupied blocks that their box meets. Made for one cluster while the one before is
/// tested, so that the waits for memory overlap.
struct Prepared {
  const Cluster* cluster;
  LaneId self;
  const LaneGroup* groups;
  const Index* vertices;
  const std::uint64_t* owners;
  ClusterPoints points;
  const CellTable::Cell* found[kFound];
  std::size_t founds;
  double blocks;
};

/// Vertices of the table in the box, relative to the origin. Some may be the cluster's own: those with another home.
struct Met {
  HWY_ALIGN Real x[kMet + kPadding], y[kMet + kPadding], z[kMet + kPadding];
  HWY_ALIGN LaneId vertex[kMet + kPadding];
  std::size_t count = 0;
};

/// Vertices on their way to the tetrahedra, relative to the origin. The cluster's own come first.
struct Candidates {
  static constexpr std::size_t kRoom = 64;
  HWY_ALIGN Real x[kRoom + kPadding], y[kRoom + kPadding], z[kRoom + kPadding];
  HWY_ALIGN std::uint32_t steps[3][kRoom + kPadding];  // whole numbers, the same in all four bytes
  HWY_ALIGN std::uint64_t near[kRoom];                 // bits of tetrahedra
  HWY_ALIGN LaneId vertex[kRoom + kPadding];
  std::size_t count = 0, own = 0;
};

struct Walk {
  const CellTable& table;
  const Entries& entries;
  PairSink& sink;
  KernelCounters& counters;
  const double occupied;
  std::uint64_t boxTests = 0, planeTests = 0;

  const Prepared* now = nullptr;
  bool planesMade = false;
  std::uint64_t alive = 0;  // tetrahedra that can hold anything
  Group groups[kGroups];
  StepBoxes boxes;
  Candidates candidates;
  Met met;

  Walk(const CellTable& t, const Entries& e, PairSink& s, KernelCounters& c)
      : table(t), entries(e), sink(s), counters(c), occupied(static_cast<double>(t.occupied())) {}

  void prepare(Prepared& next, const ClusterSet& clusters, std::size_t c, const Real* positions);
  void visit(const Prepared& prepared);
  void makePlanes();
  void takeOwn();
  void visitLanes();
  bool scattered() const;
  template <typename Take>
  void forCells(const BlockRange& range, const Take& take);
  void gather(const Real* boxLow, const Real* boxHigh, const Prepared* prepared);
  void sift();
  void test();
  void test(std::size_t g, std::uint64_t chosen);
};

/// The cluster's vertices side by side, and their box.
HWY_INLINE void load(ClusterPoints& points, const Index* vertices, std::size_t count, const Real* positions) {
  const D d;
  auto lowX = hn::Set(d, kHuge), lowY = lowX, lowZ = lowX, highX = hn::Neg(lowX), highY = highX, highZ = highX;
  for (std::size_t v = 0; v < count; v += hn::Lanes(d)) {
    const Points p = loadVertices(positions, vertices + v);
    hn::Store(p.x, d, points.x + v);
    hn::Store(p.y, d, points.y + v);
    hn::Store(p.z, d, points.z + v);
    lowX = hn::Min(lowX, p.x);
    lowY = hn::Min(lowY, p.y);
    lowZ = hn::Min(lowZ, p.z);
    highX = hn::Max(highX, p.x);
    highY = hn::Max(highY, p.y);
    highZ = hn::Max(highZ, p.z);
  }
  reduce<true>(lowX, lowY, lowZ, points.low);
  reduce<false>(highX, highY, highZ, points.high);
  points.count = count;
  points.longest = std::max(points.high[0] - points.low[0],
                            std::max(points.high[1] - points.low[1], points.high[2] - points.low[2]));
  for (std::size_t a = 0; a < 3; ++a) points.origin[a] = points.longest <= kHuge ? points.low[a] : 0;
}

void Walk::prepare(Prepared& next, const ClusterSet& clusters, std::size_t c, const Real* positions) {
  const Cluster& cluster = clusters.clusters[c];
  next.cluster = &cluster;
  next.self = static_cast<LaneId>(c);
  next.groups = clusters.groups + cluster.firstGroup;
  next.vertices = clusters.vertices + cluster.firstVertex;
  next.owners = clusters.owners + cluster.firstOwner;
  load(next.points, next.vertices, cluster.vertices, positions);
  const BlockRange range = BlockRange::of(table.grid, next.points.low, next.points.high);
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

/// Vertices of the table that lie in the box are met, and all but the last few of many are tested. `prepared` has the
/// blocks of the box, where it does.
void Walk::gather(const Real* boxLow, const Real* boxHigh, const Prepared* prepared) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const BoxLanes box(boxLow, boxHigh);
  const ClusterPoints& points = now->points;
  const auto originX = hn::Set(d, points.origin[0]), originY = hn::Set(d, points.origin[1]),
             originZ = hn::Set(d, points.origin[2]);
  const auto self = hn::Set(du, now->self);
  const Entries from = entries;
  std::size_t count = 0;
  const auto meet = [&](std::size_t at, std::size_t size) HWY_ATTR {
    const auto px = hn::LoadU(d, from.x + at), py = hn::LoadU(d, from.y + at), pz = hn::LoadU(d, from.z + at);
    const auto inside = box.insideOther(px, py, pz, size, hn::LoadU(du, from.home + at), self);
    hn::StoreU(hn::Compress(hn::Sub(px, originX), inside), d, met.x + count);
    hn::StoreU(hn::Compress(hn::Sub(py, originY), inside), d, met.y + count);
    hn::StoreU(hn::Compress(hn::Sub(pz, originZ), inside), d, met.z + count);
    hn::StoreU(hn::Compress(hn::LoadU(du, from.vertex + at), hn::RebindMask(du, inside)), du, met.vertex + count);
    count += hn::CountTrue(d, inside);
  };
  const auto take = [&](const CellTable::Cell& cell) HWY_ATTR {
    const std::size_t begin = cell.begin, size = cell.count;
    boxTests += size;
    for (std::size_t e = 0; e < size; e += lanes) {
      meet(begin + e, size - e);
      if (HWY_UNLIKELY(count > kMet)) {
        met.count = count;
        sift();
        count = 0;
      }
    }
  };
  if (prepared) {
    for (std::size_t f = 0; f < prepared->founds; ++f) take(*prepared->found[f]);
  } else {
    forCells(BlockRange::of(table.grid, boxLow, boxHigh), take);
  }
  met.count = count;
}

/// Of the vertices met, those that are not the cluster's own become candidates.
void Walk::sift() {
  if (!planesMade) makePlanes();
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const Index* const vertices = now->vertices;
  for (std::size_t m = 0; m < met.count; m += lanes) {
    const auto id = hn::Load(du, met.vertex + m);
    auto foreign = hn::RebindMask(du, hn::FirstN(d, met.count - m));
    for (std::size_t v = now->cluster->homes; v < now->cluster->vertices; ++v) {
      foreign = andNotEqual(foreign, id, hn::Set(du, static_cast<LaneId>(vertices[v])));
    }
    const std::size_t count = hn::CountTrue(du, foreign);
    if (candidates.count + count > Candidates::kRoom) test();
    const std::size_t c = candidates.count;
    const auto chosen = hn::RebindMask(d, foreign);
    hn::StoreU(hn::Compress(hn::Load(d, met.x + m), chosen), d, candidates.x + c);
    hn::StoreU(hn::Compress(hn::Load(d, met.y + m), chosen), d, candidates.y + c);
    hn::StoreU(hn::Compress(hn::Load(d, met.z + m), chosen), d, candidates.z + c);
    hn::StoreU(hn::Compress(id, foreign), du, candidates.vertex + c);
    candidates.count += count;
  }
  met.count = 0;
}

/// Half-spaces and boxes of all tetrahedra; the cluster's vertices become candidates.
void Walk::makePlanes() {
  const ClusterPoints& points = now->points;
  const std::size_t lanes = now->cluster->lanes;
  planesMade = true;
  boxes.setScale(points);
  alive = 0;
  for (std::size_t first = 0; first < lanes; first += kGroupLanes) {
    const std::size_t g = first / kGroupLanes, share = std::min(kGroupLanes, lanes - first);
    alive |= HWY_NAMESPACE::makePlanes(points, now->groups[g], first, share, sink, groups[g], boxes) << first;
  }
  takeOwn();
}

/// The cluster's vertices become candidates.
void Walk::takeOwn() {
  const D d;
  const ClusterPoints& points = now->points;
  const auto originX = hn::Set(d, points.origin[0]), originY = hn::Set(d, points.origin[1]),
             originZ = hn::Set(d, points.origin[2]);
  for (std::size_t v = 0; v < points.count; v += hn::Lanes(d)) {
    hn::Store(hn::Sub(hn::Load(d, points.x + v), originX), d, candidates.x + v);
    hn::Store(hn::Sub(hn::Load(d, points.y + v), originY), d, candidates.y + v);
    hn::Store(hn::Sub(hn::Load(d, points.z + v), originZ), d, candidates.z + v);
  }
  for (std::size_t v = 0; v < points.count; ++v) candidates.vertex[v] = now->vertices[v];
  candidates.own = points.count;
  candidates.count = points.count;
}

/// Candidates against the boxes of the cluster's tetrahedra, and then against those whose boxes hold them.
void Walk::test() {
  const D d;
  const hn::CappedTag<std::uint8_t, kClusterLanes> d8;
  Candidates& c = candidates;
  const auto perX = hn::Set(d, boxes.perLength[0]), perY = hn::Set(d, boxes.perLength[1]),
             perZ = hn::Set(d, boxes.perLength[2]);
  const auto storeSteps = [&](V relative, V perLength, std::uint32_t* to) HWY_ATTR {
    const auto steps = stepsOf(relative, perLength);
    const auto twice = hn::Or(steps, hn::ShiftLeft<8>(steps));
    const hn::RebindToUnsigned<D32> du;
    hn::StoreU(hn::BitCast(du, hn::Or(twice, hn::ShiftLeft<16>(twice))), du, to);
  };
  for (std::size_t i = 0; i < c.count; i += hn::Lanes(d)) {
    storeSteps(hn::Load(d, c.x + i), perX, c.steps[0] + i);
    storeSteps(hn::Load(d, c.y + i), perY, c.steps[1] + i);
    storeSteps(hn::Load(d, c.z + i), perZ, c.steps[2] + i);
  }
  std::uint64_t chosen[kGroups] = {};
  const auto nearOf = [&](std::size_t i) HWY_ATTR {
    std::uint64_t near = 0;
    for (std::size_t lane = 0; lane < kClusterLanes; lane += hn::Lanes(d8)) {
      const auto beyond = [&](std::size_t axis) HWY_ATTR {
        return hn::Sub(sameBytes(d8, c.steps[axis][i]), hn::Load(d8, boxes.low[axis] + lane));
      };
      const auto width = [&](std::size_t axis) HWY_ATTR { return hn::Load(d8, boxes.width[axis] + lane); };
#if HWY_TARGET <= HWY_AVX3
      __mmask64 mask = _mm512_cmple_epu8_mask(beyond(0).raw, width(0).raw);
      mask = _mm512_mask_cmple_epu8_mask(mask, beyond(1).raw, width(1).raw);
      near = _mm512_mask_cmple_epu8_mask(mask, beyond(2).raw, width(2).raw);
#else
      const auto over = hn::Or(hn::Or(hn::SaturatedSub(beyond(0), width(0)), hn::SaturatedSub(beyond(1), width(1))),
                               hn::SaturatedSub(beyond(2), width(2)));
      near |= bitsOf(d8, hn::Eq(over, hn::Zero(d8))) << lane;
#endif
    }
    return near;
  };
  // Of each word of 16 bits, whether any is set, as its highest bit.
  const auto anyOfGroups = [](std::uint64_t near) {
    constexpr std::uint64_t kLower = 0x7fff7fff7fff7fff;
    return (((near & kLower) + kLower) | near) & ~kLower;
  };
  for (std::size_t first = 0; first < c.count; first += 16) {
    const std::size_t last = std::min(first + 16, c.count), own = std::clamp(c.own, first, last);
    std::uint64_t any = 0;
    const auto keep = [&](std::size_t i, std::uint64_t near) {
      c.near[i] = near;
      any |= anyOfGroups(near) >> (15 - (i - first));
    };
    for (std::size_t i = first; i < own; ++i) keep(i, nearOf(i) & ~now->owners[i]);
    for (std::size_t i = own; i < last; ++i) keep(i, nearOf(i));
    for (std::size_t g = 0; g < kGroups; ++g) chosen[g] |= (any >> (16 * g) & 0xffff) << first;
  }
  for (std::size_t g = 0; g * kGroupLanes < now->cluster->lanes; ++g) {
    planeTests += kGroupLanes * static_cast<std::size_t>(std::popcount(chosen[g]));
    test(g, chosen[g]);
  }
  c.count = c.own = 0;
}

/// The candidates whose bits are set in `chosen`, against a group of tetrahedra.
HWY_INLINE void Walk::test(std::size_t g, std::uint64_t chosen) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const Group& group = groups[g];
  const Candidates& c = candidates;
  for (std::size_t lane = 0; lane < kGroupLanes; lane += lanes) {
    const auto n0 = hn::Load(d, group.normal[0] + lane), n1 = hn::Load(d, group.normal[1] + lane),
               n2 = hn::Load(d, group.normal[2] + lane), n3 = hn::Load(d, group.normal[3] + lane),
               n4 = hn::Load(d, group.normal[4] + lane), n5 = hn::Load(d, group.normal[5] + lane),
               n6 = hn::Load(d, group.normal[6] + lane), n7 = hn::Load(d, group.normal[7] + lane),
               n8 = hn::Load(d, group.normal[8] + lane);
    const auto o1 = hn::Load(d, group.offset[0] + lane), o2 = hn::Load(d, group.offset[1] + lane),
               o3 = hn::Load(d, group.offset[2] + lane);
    const auto least = hn::Load(d, group.lower + lane), most = hn::Load(d, group.upper + lane);
    for (std::uint64_t rest = chosen; rest; rest &= rest - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(rest));
      const auto px = hn::Set(d, c.x[at]), py = hn::Set(d, c.y[at]), pz = hn::Set(d, c.z[at]);
      const auto b1 = hn::MulAdd(n0, px, hn::MulAdd(n1, py, hn::MulAdd(n2, pz, o1)));
      const auto b2 = hn::MulAdd(n3, px, hn::MulAdd(n4, py, hn::MulAdd(n5, pz, o2)));
      const auto b3 = hn::MulAdd(n6, px, hn::MulAdd(n7, py, hn::MulAdd(n8, pz, o3)));
      const auto smallest = hn::Min(b1, hn::Min(b2, b3));
      const auto sum = hn::Add(hn::Add(b1, b2), b3);
      const std::uint64_t left =
          bitsOf(d, within(smallest, least, sum, most)) & (c.near[at] >> (kGroupLanes * g + lane));
      if (HWY_UNLIKELY(left != 0)) {
        // The same bounds on the other side: of what is in by more than the error, no more need be asked.
        const auto error = hn::Neg(least);
        const auto mostSurely = hn::Sub(most, hn::Mul(hn::Set(d, Real(11)), error));
        const std::uint64_t sure = bitsOf(d, hn::And(hn::Gt(smallest, error), hn::Lt(sum, mostSurely)));
        for (std::uint64_t set = left & (alive >> (kGroupLanes * g + lane)); set; set &= set - 1) {
          const auto t = static_cast<std::size_t>(std::countr_zero(set));
          sink.push(static_cast<Index>(c.vertex[at]), now->groups[g].tetrahedron[lane + t], (sure >> t & 1) != 0);
        }
      }
    }
  }
}

/// Box of one tetrahedron.
HWY_INLINE void boxOfLane(const Prepared& of, std::size_t lane, Real* low, Real* high) {
  const Real* const axes[3] = {of.points.x, of.points.y, of.points.z};
  const LaneGroup& group = of.groups[lane / kGroupLanes];
  for (std::size_t a = 0; a < 3; ++a) {
    low[a] = high[a] = axes[a][group.corner[0][lane % kGroupLanes]];
    for (std::size_t c = 1; c < 4; ++c) {
      const Real x = axes[a][group.corner[c][lane % kGroupLanes]];
      low[a] = std::min(low[a], x);
      high[a] = std::max(high[a], x);
    }
  }
}

/// A cluster whose tetrahedra have drifted apart: each by itself.
void Walk::visitLanes() {
  makePlanes();
  const std::uint64_t all = alive;
  test();  // its own vertices
  for (std::uint64_t rest = all; rest; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    Real boxLow[3], boxHigh[3];
    boxOfLane(*now, lane, boxLow, boxHigh);
    alive = std::uint64_t{1} << lane;
    gather(boxLow, boxHigh, nullptr);
    sift();
    test();
  }
}

bool Walk::scattered() const {
  double apart = 0;
  for (std::size_t lane = 0; lane < now->cluster->lanes; ++lane) {
    Real boxLow[3], boxHigh[3];
    boxOfLane(*now, lane, boxLow, boxHigh);
    apart += BlockRange::of(table.grid, boxLow, boxHigh).count();
  }
  return now->blocks > kScattered * apart;
}

void Walk::visit(const Prepared& prepared) {
  now = &prepared;
  const Real *low = prepared.points.low, *high = prepared.points.high;
  if (low[0] == high[0] || low[1] == high[1] || low[2] == high[2]) return;  // all flat
  planesMade = false;
  if (prepared.blocks > kWhole && scattered()) return visitLanes();
  gather(low, high, prepared.blocks > static_cast<double>(kFound) ? nullptr : &prepared);
  sift();
  test();
}

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters) {
  Walk walk(table, entries, sink, counters);
  Prepared prepared[2];
  std::size_t made = 0;
  for (std::size_t c = begin; c < end; ++c) {
    if (!activeSlots[clusters.clusters[c].slot]) continue;
    walk.prepare(prepared[made % 2], clusters, c, positions);
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
