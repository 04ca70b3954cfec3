#include "spatialhash/ClusterKernel.h"

#include <algorithm>
#include <bit>

#include "core/vectorTargets.h"
#define HWY_WANT_AVX3_DL 1  // permutation and compression of bytes
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatialhash/ClusterKernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatialhash/ClusterLanes-inl.h"
#include "spatialhash/ClusterPlanes-inl.h"
#include "spatialhash/ClusterShape-inl.h"
#include "spatialhash/ClusterTest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMet = 256;
constexpr std::size_t kFound = 32;
constexpr std::size_t kSlices = 4;
constexpr std::size_t kLine = 64 / sizeof(Real);
constexpr double kWhole = 64;     // up to this many blocks are always looked up one by one
constexpr double kScattered = 4;  // maximum ratio of a cluster's blocks to those of its separate tetrahedra

/// A cluster's vertices and the occupied blocks that its box overlaps. They are prepared while the previous cluster is
/// tested, so that memory latency overlaps with computation.
struct Prepared : Placed {
  struct Slice {
    Index begin, count;
  };
  Slice slices[kFound * kSlices];  // ranges of the table's entries, each at most one vector long
  std::size_t sliceCount;
  const CellTable::Cell* large[kFound];  // cells that need more than kSlices slices
  std::size_t largeCount;
  double blocks;
};

/// Vertices of the table in the box. They may include the cluster's own vertices that have another home.
struct Met {
  HWY_ALIGN Real x[kMet + kPadding], y[kMet + kPadding], z[kMet + kPadding];
  HWY_ALIGN LaneId vertex[kMet + kPadding];
  std::size_t count = 0;
};

/// Second pass over clusters: gathers the vertices in the box of each cluster and tests them.
struct Walk {
  const ClusterSet& clusters;
  const CellTable& table;
  const Entries& entries;
  KernelCounters& counters;
  const double occupied;
  std::uint64_t boxTests = 0;

  const Prepared* now = nullptr;
  ClusterTest test;
  Met met;

  Walk(const ClusterSet& set, const CellTable& t, const Entries& e, PairSink& sink, KernelCounters& c)
      : clusters(set), table(t), entries(e), counters(c), occupied(static_cast<double>(t.occupied())), test(sink) {}

  void prepare(Prepared& next, std::size_t c, const Real* positions);
  void visit(const Prepared& prepared);
  void visitLanes();
  bool scattered() const;
  template <typename Take>
  void forCells(const BlockRange& range, const Take& take);
  void gather(const Real* boxLow, const Real* boxHigh, const Prepared* prepared);
  void sift();
};

/// Loads the cluster's vertices into contiguous arrays and computes their box.
HWY_INLINE void load(ClusterPoints& points, const Index* vertices, std::size_t count, const Real* positions) {
  const D d;
  LaneBox box;
  for (std::size_t v = 0; v < count; v += hn::Lanes(d)) {
    const Points p = loadVertices(positions, vertices + v);
    hn::Store(p.x, d, points.x + v);
    hn::Store(p.y, d, points.y + v);
    hn::Store(p.z, d, points.z + v);
    box.add(p);
  }
  reduce<true>(box.low, points.low);
  reduce<false>(box.high, points.high);
  points.count = count;
  points.longest = std::max(points.high[0] - points.low[0],
                            std::max(points.high[1] - points.low[1], points.high[2] - points.low[2]));
  for (std::size_t a = 0; a < 3; ++a) points.origin[a] = points.longest <= kHuge ? points.low[a] : 0;
}

HWY_INLINE void place(Placed& placed, const ClusterSet& clusters, std::size_t c, const Real* positions) {
  const Cluster& cluster = clusters.clusters[c];
  placed.cluster = &cluster;
  placed.self = static_cast<LaneId>(c);
  placed.tetrahedra = clusters.tetrahedra + cluster.firstLane;
  placed.corners = clusters.corners + std::size_t{4} * cluster.firstLane;
  placed.positions = positions;
  placed.vertices = clusters.vertices + cluster.firstVertex;
  placed.owners = clusters.owners + cluster.firstOwner;
  hwy::Prefetch(clusters.shapes + c);
  for (std::size_t v = 0; v < cluster.vertices; v += kLine) {
    hwy::Prefetch(clusters.shapeX + cluster.firstVertex + v);
    hwy::Prefetch(clusters.shapeY + cluster.firstVertex + v);
    hwy::Prefetch(clusters.shapeZ + cluster.firstVertex + v);
  }
  load(placed.points, placed.vertices, cluster.vertices, positions);
}

/// Returns true if all points lie in a plane perpendicular to an axis; then all tetrahedra are flat as well.
HWY_INLINE bool isFlat(const ClusterPoints& points) {
  const Real *low = points.low, *high = points.high;
  return low[0] == high[0] || low[1] == high[1] || low[2] == high[2];
}

void Walk::prepare(Prepared& next, std::size_t c, const Real* positions) {
  place(next, clusters, c, positions);
  const BlockRange range = BlockRange::of(table.grid, next.points.low, next.points.high);
  next.blocks = range.count();
  next.sliceCount = next.largeCount = 0;
  if (next.blocks > static_cast<double>(kFound)) return;
  const auto blocks = static_cast<std::size_t>(next.blocks);
  counters.cells += blocks;
  const Index lanes = static_cast<Index>(hn::Lanes(D()));
  std::uint64_t collisions = 0;
  Prepared::Slice* slice = next.slices;
  std::size_t large = 0;
  std::int32_t i = range.min[0], j = range.min[1], k = range.min[2];
  for (std::size_t block = 0; block < blocks; ++block) {
    const CellTable::Cell& cell = table.cells[table.find(i, j, k, collisions)];
    const Index begin = cell.begin, count = cell.count;
    hwy::Prefetch(entries.x + begin);
    hwy::Prefetch(entries.y + begin);
    hwy::Prefetch(entries.z + begin);
    hwy::Prefetch(entries.vertex + begin);
    // All slices are written and the non-empty ones are kept; a branch on their number would be mispredicted often.
    for (Index s = 0; s < kSlices; ++s) slice[s] = {begin + s * lanes, count - s * lanes};
    next.large[large] = &cell;
    const bool fits = count <= kSlices * lanes;
    slice += fits ? (count + lanes - 1) / lanes : 0;
    large += fits ? 0 : 1;
    boxTests += count;
    const bool endI = i == range.max[0], endJ = endI && j == range.max[1];
    i = endI ? range.min[0] : i + 1;
    j = endJ ? range.min[1] : endI ? j + 1 : j;
    k += endJ ? 1 : 0;
  }
  next.sliceCount = static_cast<std::size_t>(slice - next.slices);
  next.largeCount = large;
  counters.hashCollisions += collisions;
}

/// Calls take(cell) for all occupied blocks in a range of any size. The cell may also be the empty one.
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
      for (std::int32_t i = range.min[0]; i <= range.max[0]; ++i)
        take(table.cells[table.find(i, j, k, counters.hashCollisions)]);
    }
  }
}

/// Collects the table's vertices in the box into `met`; tests them in batches if there are many. `prepared`: the blocks
/// of the box; null: they are looked up here.
void Walk::gather(const Real* boxLow, const Real* boxHigh, const Prepared* prepared) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const BoxLanes box(boxLow, boxHigh);
  const auto self = hn::Set(du, now->self);
  const Entries from = entries;
  std::size_t count = 0;
  const auto meet = [&](std::size_t at, std::size_t size) HWY_ATTR {
    const Points p(hn::LoadU(d, from.x + at), hn::LoadU(d, from.y + at), hn::LoadU(d, from.z + at));
    const Compression<D> compression(box.insideOther(p, size, hn::LoadU(du, from.home + at), self));
    compression.store(p.x, met.x + count);
    compression.store(p.y, met.y + count);
    compression.store(p.z, met.z + count);
    compression.store(hn::LoadU(du, from.vertex + at), met.vertex + count);
    count += compression.count();
  };
  const auto flushMany = [&]() HWY_ATTR {
    if (HWY_LIKELY(count <= kMet)) return;
    met.count = count;
    sift();
    count = 0;
  };
  const auto take = [&](const CellTable::Cell& cell) HWY_ATTR {
    for (std::size_t e = 0; e < cell.count; e += lanes) {
      meet(cell.begin + e, cell.count - e);
      flushMany();
    }
  };
  if (prepared) {
    const Prepared::Slice* const end = prepared->slices + prepared->sliceCount;
    for (const Prepared::Slice* slice = prepared->slices; slice != end; ++slice) {
      meet(slice->begin, slice->count);
      flushMany();
    }
    for (std::size_t c = 0; c < prepared->largeCount; ++c) take(*prepared->large[c]);
  } else {
    forCells(BlockRange::of(table.grid, boxLow, boxHigh), [&](const CellTable::Cell& cell) HWY_ATTR {
      boxTests += cell.count;
      take(cell);
    });
  }
  met.count = count;
}

/// Moves the vertices in `met` that are not the cluster's own to the candidates.
void Walk::sift() {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const Index* const vertices = now->vertices;
  Candidates& candidates = test.candidates;
  for (std::size_t m = 0; m < met.count; m += lanes) {
    const auto id = hn::Load(du, met.vertex + m);
    auto foreign = hn::RebindMask(du, hn::FirstN(d, met.count - m));
    for (std::size_t v = now->cluster->homes; v < now->cluster->vertices; ++v)
      foreign = andNotEqual(foreign, id, hn::Set(du, static_cast<LaneId>(vertices[v])));
    const Compression<DU> compression(foreign);
    if (candidates.count + compression.count() > Candidates::kRoom) test.run();
    const std::size_t c = candidates.count;
    compression.store(hn::Load(d, met.x + m), candidates.x + c);
    compression.store(hn::Load(d, met.y + m), candidates.y + c);
    compression.store(hn::Load(d, met.z + m), candidates.z + c);
    compression.store(id, candidates.vertex + c);
    candidates.count += compression.count();
  }
  met.count = 0;
}

/// Computes the box of one tetrahedron.
HWY_INLINE void boxOfLane(const Prepared& of, std::size_t lane, Real* low, Real* high) {
  const Real* const axes[3] = {of.points.x, of.points.y, of.points.z};
  for (std::size_t a = 0; a < 3; ++a) {
    low[a] = high[a] = axes[a][of.ranks(0)[lane]];
    for (std::size_t c = 1; c < 4; ++c) {
      const Real x = axes[a][of.ranks(c)[lane]];
      low[a] = std::min(low[a], x);
      high[a] = std::max(high[a], x);
    }
  }
}

/// Tests each tetrahedron separately; used if the tetrahedra of a cluster have drifted apart.
void Walk::visitLanes() {
  for (std::size_t lane = 0; lane < now->cluster->lanes; ++lane) {
    Real boxLow[3], boxHigh[3];
    boxOfLane(*now, lane, boxLow, boxHigh);
    test.wanted = std::uint64_t{1} << lane;
    gather(boxLow, boxHigh, nullptr);
    sift();
    test.run();
  }
}

bool Walk::scattered() const {
  double single = 0;
  for (std::size_t lane = 0; lane < now->cluster->lanes; ++lane) {
    Real boxLow[3], boxHigh[3];
    boxOfLane(*now, lane, boxLow, boxHigh);
    single += BlockRange::of(table.grid, boxLow, boxHigh).count();
  }
  return now->blocks > kScattered * single;
}

void Walk::visit(const Prepared& prepared) {
  now = &prepared;
  if (isFlat(prepared.points)) return;
  test.begin(prepared);
  if (!isSeparated(clusters, prepared)) {
    test.takeOwn();
    test.run();
  }
  if (prepared.blocks > kWhole && scattered()) return visitLanes();
  gather(prepared.points.low, prepared.points.high,
         prepared.blocks > static_cast<double>(kFound) ? nullptr : &prepared);
  sift();
  test.run();
}

void testShapes(const ClusterSet& clusters, std::size_t begin, std::size_t end, const Real* positions,
                const std::uint8_t* activeBodies) {
  Placed placed[2];
  std::size_t made = 0;
  const auto test = [&](const Placed& one) HWY_ATTR {
    if (!isFlat(one.points)) isSeparated(clusters, one);
  };
  for (std::size_t c = begin; c < end; ++c) {
    if (!activeBodies[clusters.clusters[c].body]) continue;
    place(placed[made % 2], clusters, c, positions);
    if (made > 0) test(placed[(made - 1) % 2]);
    ++made;
  }
  if (made > 0) test(placed[(made - 1) % 2]);
}

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeBodies, PairSink& sink,
                   KernelCounters& counters) {
  Walk walk(clusters, table, entries, sink, counters);
  Prepared prepared[2];
  std::size_t made = 0;
  for (std::size_t c = begin; c < end; ++c) {
    if (!activeBodies[clusters.clusters[c].body]) continue;
    walk.prepare(prepared[made % 2], c, positions);
    if (made > 0) walk.visit(prepared[(made - 1) % 2]);
    ++made;
  }
  if (made > 0) walk.visit(prepared[(made - 1) % 2]);
  sink.flush();
  counters.boxTests += walk.boxTests;
  counters.planeTests += walk.test.planeTests;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(testShapes);
HWY_EXPORT(visitClusters);

void testShapes(const ClusterSet& clusters, std::size_t begin, std::size_t end, const Real* positions,
                const std::uint8_t* activeBodies) {
  HWY_DYNAMIC_DISPATCH(testShapes)(clusters, begin, end, positions, activeBodies);
}

void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeBodies, PairSink& sink,
                   KernelCounters& counters) {
  HWY_DYNAMIC_DISPATCH(visitClusters)
  (clusters, begin, end, table, entries, positions, activeBodies, sink, counters);
}

}  // namespace pliant::detail
#endif
