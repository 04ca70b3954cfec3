#include "TetraHash.h"

#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <optional>

#include "PointInTetra.h"
#include "narrow/exactPairs.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kChunksOfClusters = 32, kLeastClusters = 8, kMostClusters = 32;
constexpr std::size_t kClustersPerLook = 4;  // clusters between two checks whether the table is built
constexpr std::size_t kTetrahedraPerChunk = 512;
constexpr std::size_t kVerticesPerChunk = 512;
constexpr std::size_t kHitsPerChunk = 64;
constexpr double kFewCells = 64;  // up to this many cells are always looked up one by one

/// Cell size as a multiple of the mean edge length, from measurements over the paper's setups.
constexpr double kCellPerEdge = 1.5;  // cells in blocks
constexpr double kSingleCellPerEdge = 1;

constexpr std::size_t kEdgeSamples = 64;

std::size_t clustersPerChunk(std::size_t clusters) {
  return std::clamp(clusters / kChunksOfClusters, kLeastClusters, kMostClusters);
}

const Real* data(const PackedPosition& p) {
  return &p.x;
}

double meanEdge(std::span<const PackedPosition> positions, std::span<const Tetrahedron> tetrahedra) {
  double sum = 0;
  const std::size_t step = tetrahedra.size() / kEdgeSamples + 1;
  std::size_t count = 0;
  for (std::size_t t = 0; t < tetrahedra.size(); t += step, ++count) {
    for (std::size_t a = 0; a < 4; ++a) {
      const PackedPosition &p = positions[tetrahedra[t][a]], &q = positions[tetrahedra[t][(a + 1) % 4]];
      sum += std::abs(double(p.x) - q.x) + std::abs(double(p.y) - q.y) + std::abs(double(p.z) - q.z);
    }
  }
  return sum / (4 * static_cast<double>(count));
}

/// Returns the default number of buckets: a power of two, so that no division is needed, and enough for short chains.
std::uint32_t defaultBuckets(std::size_t vertices, SpatialHash::Layout layout) {
  const std::size_t wanted = layout == SpatialHash::Layout::Blocks ? vertices / 2 : vertices;
  return static_cast<std::uint32_t>(std::bit_ceil(std::clamp<std::size_t>(wanted, 64, std::size_t{1} << 30)));
}

}  // namespace

/// Receives pairs that passed a filter, decides the uncertain ones exactly, and stores the hits.
class TetraHash::Sink final : public PairSink {
 public:
  Sink(const BodySet& bodies, const Query& query, HitList& hits)
      : m_query(query),
        m_bodies(bodies),
        m_positions(bodies.positions()),
        m_tetrahedra(bodies.tetrahedra()),
        m_bodyOfVertex(bodies.bodyOfVertex()),
        m_bodyOfTetrahedron(bodies.bodyOfTetrahedron()),
        m_writer(hits) {}

  bool flat(const Tetrahedron& corners) const {
    return exact::orientation(point(corners[0]), point(corners[1]), point(corners[2]), point(corners[3])) == 0;
  }

  /// Returns true if the query and the set's settings enable this pair of bodies.
  bool wanted(Index bodyOfVertex, Index bodyOfTetrahedron) const {
    if (bodyOfVertex == bodyOfTetrahedron) return m_query.self && m_bodies.selfAt(bodyOfVertex);
    return m_query.between && m_bodies.pairAt(bodyOfVertex, bodyOfTetrahedron);
  }

  void add(Index vertex, Index tetrahedron) { m_writer.add(vertex, tetrahedron); }

  void decide(Index vertex, Index tetrahedron) {
    const Tetrahedron& corners = m_tetrahedra[tetrahedron];
    if (exact::inTetrahedron(point(vertex), point(corners[0]), point(corners[1]), point(corners[2]),
                             point(corners[3]))) {
      add(vertex, tetrahedron);
    }
  }

 private:
  void take(const Pair* pairs, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) {
      const Pair& pair = pairs[i];
      if (!wanted(m_bodyOfVertex[pair.vertex], m_bodyOfTetrahedron[pair.tetrahedron])) continue;
      pair.inside ? add(pair.vertex, pair.tetrahedron) : decide(pair.vertex, pair.tetrahedron);
    }
  }
  const Real* point(Index vertex) const { return data(m_positions[vertex]); }

  const Query& m_query;
  const BodySet& m_bodies;
  std::span<const PackedPosition> m_positions;
  std::span<const Tetrahedron> m_tetrahedra;
  std::span<const Index> m_bodyOfVertex, m_bodyOfTetrahedron;
  HitList::Writer m_writer;
};

void TetraHash::setSettings(const SpatialHash::Settings& settings) {
  m_settings = settings;
  m_stale = true;
}

/// The cell length l is proportional to the mean edge length (Teschner 2003, 4.3): the one at rest, corrected if a
/// sample of the tetrahedra shows a size that differs by more than a factor of two.
CellGrid TetraHash::gridFor(const BodySet& bodies) const {
  double length = m_settings.cellSize;
  if (length == 0) {
    const bool blocks = m_settings.layout == SpatialHash::Layout::Blocks;
    length = (blocks ? kCellPerEdge : kSingleCellPerEdge) * bodies.meanEdgeLength();
    const double now = meanEdge(bodies.positions(), bodies.tetrahedra());
    const double rest = meanEdge(bodies.restPositions(), bodies.tetrahedra());
    const double growth = now / rest;
    if (std::isfinite(growth) && growth > 0 && (growth < 0.5 || growth > 2)) length *= growth;
  }
  constexpr double least = sizeof(Real) == 4 ? 0x1p-120 : 0x1p-1000;
  if (!std::isfinite(length) || length <= 0) length = 1;
  CellGrid grid;
  grid.perLength = static_cast<Real>(1 / std::clamp(length, least, 1 / least));
  grid.shift = m_settings.layout == SpatialHash::Layout::Blocks ? 1 : 0;
  return grid;
}

std::uint32_t TetraHash::bucketsFor(const BodySet& bodies) const {
  return m_settings.tableSize ? m_settings.tableSize : defaultBuckets(bodies.positions().size(), m_settings.layout);
}

void TetraHash::update(const BodySet& bodies, Workers& workers) {
  m_stale = true;  // stays true if memory runs out while building
  m_bodies = &bodies;
  m_revision = bodies.revision();
  m_updates = bodies.updates();
  if (!bodies.tetrahedra().empty()) build(bodies, workers);
  m_stale = false;
}

void TetraHash::build(const BodySet& bodies, Workers& workers) {
  const Index count = bodies.bodyCount();
  m_active.resize(count);
  m_infos.resize(count);
  for (Index body = 0; body < count; ++body) {
    m_active[body] = bodies.active(body);
    m_infos[body] = {bodies.id(body), bodies.vertices(body).begin, bodies.tetrahedra(body).begin};
  }
  const auto kind = static_cast<CellHash::Kind>(m_settings.hash);
  const std::uint32_t buckets = bucketsFor(bodies);
  const CellGrid grid = gridFor(bodies);
  if (m_settings.passes == SpatialHash::Passes::One) {
    m_tetrahedra.build(bodies, m_active, grid, kind, buckets, workers);
  } else {
    const bool clustered = m_settings.insideTest == SpatialHash::InsideTest::Simd;
    if (clustered) m_clusters.update(bodies);
    const auto home = clustered ? m_clusters.home() : std::span<const LaneId>();
    const auto buildTable = [&](Workers& builders) {
      m_vertices.build(bodies, m_active, grid, kind, buckets, home, builders);
    };
    clustered&& workers.threads() == 2 ? buildAndTestShapes(bodies, buildTable, workers) : buildTable(workers);
  }
}

/// Two threads gain nothing by building the table together, because each would read data in the other's cache. So one
/// thread builds it while the other starts the part of the second pass that needs no table.
template <typename BuildTable>
void TetraHash::buildAndTestShapes(const BodySet& bodies, const BuildTable& buildTable, Workers& workers) {
  const ClusterSet clusters = m_clusters.view();
  const std::size_t grain = clustersPerChunk(clusters.count);
  const std::size_t chunks = (clusters.count + grain - 1) / grain;
  std::atomic<bool> built{false};
  workers.forChunks(chunks + 1, 1, [&](std::size_t chunk, std::size_t, std::size_t) {
    if (chunk == 0) {
      Workers alone;
      buildTable(alone);
      built.store(true, std::memory_order_relaxed);
      return;
    }
    const std::size_t end = std::min(chunk * grain, clusters.count);
    for (std::size_t c = (chunk - 1) * grain; c < end && !built.load(std::memory_order_relaxed);
         c += kClustersPerLook) {
      testShapes(clusters, c, std::min(c + kClustersPerLook, end), data(bodies.positions()[0]), m_active.data());
    }
  });
}

void TetraHash::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  if (bodies.tetrahedra().empty()) return;
  if (m_stale || m_bodies != &bodies || m_revision != bodies.revision() || m_updates != bodies.updates())
    update(bodies, workers);
  using InsideTest = SpatialHash::InsideTest;
  const bool onePass = m_settings.passes == SpatialHash::Passes::One;
  const bool clustered = !onePass && m_settings.insideTest == InsideTest::Simd;
  const ClusterSet clusters = m_clusters.view();
  const std::size_t items = clustered ? clusters.count
                            : onePass ? bodies.positions().size()
                                      : bodies.tetrahedra().size();
  const std::size_t grain = clustered ? clustersPerChunk(items) : onePass ? kVerticesPerChunk : kTetrahedraPerChunk;
  const std::size_t chunks = (items + grain - 1) / grain;
  m_hits.begin(chunks);
  m_chunkCounters.assign(chunks, {});
  workers.forChunks(items, grain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Counters& counters = m_chunkCounters[chunk];
    const std::uint64_t fallbacks = exact::fallbacks();
    Sink sink(bodies, query, m_hits);
    if (clustered) {
      KernelCounters kernel;
      visitClusters(clusters, begin, end, m_vertices.table(), m_vertices.entries(), data(bodies.positions()[0]),
                    m_active.data(), sink, kernel);
      counters.cellsVisited = kernel.cells;
      counters.hashCollisions = kernel.hashCollisions;
      counters.boxTests = kernel.boxTests;
      counters.candidates = kernel.planeTests;
    } else if (m_settings.insideTest == InsideTest::Barycentric) {
      onePass ? walkVertices<BarycentricTest>(bodies, begin, end, sink, counters)
              : walkTetrahedra<BarycentricTest>(bodies, begin, end, sink, counters);
    } else {
      onePass ? walkVertices<HalfSpaceTest>(bodies, begin, end, sink, counters)
              : walkTetrahedra<HalfSpaceTest>(bodies, begin, end, sink, counters);
    }
    counters.narrowTests = counters.candidates;
    counters.exactFallbacks = exact::fallbacks() - fallbacks;
  });
  for (const Counters& counters : m_chunkCounters) results.counters += counters;
  report(bodies, query, m_hits.sorted(bodies.positions().size(), bodies.tetrahedra().size()), results, workers);
}

/// Second pass as in the paper: each tetrahedron looks up the cells of its box.
template <typename Test>
void TetraHash::walkTetrahedra(const BodySet& bodies, std::size_t begin, std::size_t end, Sink& sink,
                               Counters& counters) const {
  const std::span<const PackedPosition> positions = bodies.positions();
  const std::span<const Index> bodyOfVertex = bodies.bodyOfVertex();
  const CellTable& table = m_vertices.table();
  const Entries entries = m_vertices.entries();
  const auto occupied = static_cast<double>(table.occupied());
  for (std::size_t t = begin; t < end; ++t) {
    const Index body = bodies.bodyOfTetrahedron()[t];
    if (!m_active[body]) continue;
    const Tetrahedron& corners = bodies.tetrahedra()[t];
    const Box box = boxOf(positions, corners);
    const TetraFrame frame(data(positions[corners[0]]), data(positions[corners[1]]), data(positions[corners[2]]),
                           data(positions[corners[3]]));
    if (!frame.certified() && sink.flat(corners)) continue;
    std::optional<Test> test;  // constructed for the first vertex in the box
    const auto visit = [&](const CellTable::Cell& cell) {
      counters.boxTests += cell.count;
      for (Index e = cell.begin; e < cell.begin + cell.count; ++e) {
        const Real x = entries.x[e], y = entries.y[e], z = entries.z[e];
        if (x < box.min[0] || x > box.max[0] || y < box.min[1] || y > box.max[1] || z < box.min[2] || z > box.max[2])
          continue;
        const auto vertex = static_cast<Index>(entries.vertex[e]);
        if (vertex == corners[0] || vertex == corners[1] || vertex == corners[2] || vertex == corners[3]) continue;
        if (!sink.wanted(bodyOfVertex[vertex], body)) continue;
        ++counters.candidates;
        if (!test) test.emplace(frame);
        const Containment found = frame.certified() ? (*test)(data(positions[vertex])) : Containment::Uncertain;
        if (found == Containment::Inside) sink.add(vertex, static_cast<Index>(t));
        if (found == Containment::Uncertain) sink.decide(vertex, static_cast<Index>(t));
      }
    };
    const BlockRange range = BlockRange::of(table.grid, box.min.data(), box.max.data());
    const double cells = range.count();
    if (cells > kFewCells && cells > occupied) {
      for (const CellTable::Part& part : table.parts) {
        counters.cellsVisited += part.end - part.begin;
        for (Index c = part.begin; c < part.end; ++c) {
          const CellTable::Cell& cell = table.cells[c];
          if (range.contains(cell.i, cell.j, cell.k)) visit(cell);
        }
      }
      continue;
    }
    counters.cellsVisited += static_cast<std::uint64_t>(cells);
    range.forEach([&](std::int32_t i, std::int32_t j, std::int32_t k) {
      visit(table.cells[table.find(i, j, k, counters.hashCollisions)]);
    });
  }
}

/// One-pass variant (Teschner 2003, section 7): each vertex looks up the tetrahedra of its own cell.
template <typename Test>
void TetraHash::walkVertices(const BodySet& bodies, std::size_t begin, std::size_t end, Sink& sink,
                             Counters& counters) const {
  const std::span<const PackedPosition> positions = bodies.positions();
  const std::span<const Index> bodyOfTetrahedron = bodies.bodyOfTetrahedron();
  const CellTable& table = m_tetrahedra.table();
  for (std::size_t v = begin; v < end; ++v) {
    const Index body = bodies.bodyOfVertex()[v];
    if (!m_active[body]) continue;
    const auto vertex = static_cast<Index>(v);
    const Real* p = data(positions[v]);
    const auto visit = [&](const Index* list, std::size_t count) {
      counters.boxTests += count;
      for (std::size_t entry = 0; entry < count; ++entry) {
        const Index t = list[entry];
        const Box& box = m_tetrahedra.box(t);
        if (p[0] < box.min[0] || p[0] > box.max[0] || p[1] < box.min[1] || p[1] > box.max[1] || p[2] < box.min[2] ||
            p[2] > box.max[2]) {
          continue;
        }
        const Tetrahedron& corners = bodies.tetrahedra()[t];
        if (vertex == corners[0] || vertex == corners[1] || vertex == corners[2] || vertex == corners[3]) continue;
        if (!sink.wanted(body, bodyOfTetrahedron[t])) continue;
        ++counters.candidates;
        const TetraFrame frame(data(positions[corners[0]]), data(positions[corners[1]]), data(positions[corners[2]]),
                               data(positions[corners[3]]));
        const Containment found = frame.certified() ? Test(frame)(p) : Containment::Uncertain;
        if (found == Containment::Inside) sink.add(vertex, t);
        if (found == Containment::Uncertain) sink.decide(vertex, t);
      }
    };
    ++counters.cellsVisited;
    const Index c =
        table.find(table.grid.block(p[0]), table.grid.block(p[1]), table.grid.block(p[2]), counters.hashCollisions);
    visit(m_tetrahedra.list(table.cells[c]), table.cells[c].count);
    visit(m_tetrahedra.everywhere().data(), m_tetrahedra.everywhere().size());
  }
}

void TetraHash::report(const BodySet& bodies, const Query& query, const std::vector<std::uint64_t>& hits,
                       Results& results, Workers& workers) const {
  const std::span<const Index> bodyOfVertex = bodies.bodyOfVertex(), bodyOfTetrahedron = bodies.bodyOfTetrahedron();
  const std::span<const Tetrahedron> tetrahedra = bodies.tetrahedra();
  results.vertexTetrahedron.resize(hits.size());
  workers.forChunks(hits.size(), kHitsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) {
      const auto vertex = static_cast<Index>(hits[h] >> 32), tetrahedron = static_cast<Index>(hits[h]);
      const BodyInfo &of = m_infos[bodyOfVertex[vertex]], &in = m_infos[bodyOfTetrahedron[tetrahedron]];
      VertexTetrahedron& out = results.vertexTetrahedron[h];
      out = {of.id, vertex - of.firstVertex, in.id, tetrahedron - in.firstTetrahedron, {}};
      if (query.barycentric) out.barycentric = barycentric(bodies, vertex, tetrahedra[tetrahedron]);
    }
  });
}

std::size_t TetraHash::memory() const {
  return m_clusters.memory() + m_vertices.memory() + m_tetrahedra.memory() + m_hits.memory() +
         memoryOf(m_chunkCounters, m_infos, m_active);
}

}  // namespace pliant::detail
