#include "TetraClusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace pliant::detail {
namespace {

using Point = std::array<float, 3>;

/// Direction and scale are all that matters here, so what is not finite becomes 0.
Point centroid(std::span<const PackedPosition> rest, const Tetrahedron& t) {
  double sum[3] = {0, 0, 0};
  for (Index v : t) {
    sum[0] += rest[v].x;
    sum[1] += rest[v].y;
    sum[2] += rest[v].z;
  }
  Point point;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto coordinate = static_cast<float>(sum[a] / 4);
    point[a] = std::isfinite(coordinate) ? coordinate : 0;
  }
  return point;
}

/// Orders `items` such that each run of `run`, counted from the first, is compact: split at the median across the
/// longest axis, over and over.
void order(const std::vector<Point>& points, Index first, Index* items, std::size_t count, std::size_t run) {
  while (count > run) {
    Point low = points[items[0] - first], high = low;
    for (std::size_t i = 1; i < count; ++i) {
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], points[items[i] - first][a]);
        high[a] = std::max(high[a], points[items[i] - first][a]);
      }
    }
    std::size_t axis = 0;
    for (std::size_t a = 1; a < 3; ++a) {
      if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
    }
    const std::size_t runs = (count + run - 1) / run;
    const std::size_t half = runs / 2 * run;
    std::nth_element(items, items + half, items + count, [&](Index a, Index b) {
      const float x = points[a - first][axis], y = points[b - first][axis];
      return x < y || (x == y && a < b);
    });
    order(points, first, items, half, run);
    items += half;
    count -= half;
  }
}

}  // namespace

void TetraClusters::update(const BodySet& bodies) {
  if (m_bodies == &bodies && m_revision == bodies.revision()) return;
  m_bodies = &bodies;
  m_revision = bodies.revision();
  m_clusters.clear();
  m_vertices.clear();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) addBody(bodies, slot);
}

void TetraClusters::addBody(const BodySet& bodies, Index slot) {
  const BodySet::Range range = bodies.tetrahedra(slot);
  std::vector<Point> points;
  points.reserve(range.size());
  for (Index t = range.begin; t < range.end; ++t) {
    points.push_back(centroid(bodies.restPositions(), bodies.tetrahedra()[t]));
  }
  std::vector<Index> items(range.size());
  std::iota(items.begin(), items.end(), range.begin);
  order(points, range.begin, items.data(), items.size(), kClusterLanes);
  for (std::size_t i = 0; i < items.size(); i += kClusterLanes) {
    const std::size_t count = std::min<std::size_t>(kClusterLanes, items.size() - i);
    order(points, range.begin, items.data() + i, count, kGroupLanes);
    addCluster(bodies, slot, items.data() + i, count);
  }
}

void TetraClusters::addCluster(const BodySet& bodies, Index slot, const Index* tetrahedra, std::size_t count) {
  Cluster cluster{};
  cluster.slot = slot;
  cluster.lanes = static_cast<Index>(count);
  cluster.firstVertex = static_cast<Index>(m_vertices.size());
  for (std::size_t lane = 0; lane < kClusterLanes; ++lane) {
    const Index tetrahedron = tetrahedra[lane < count ? lane : 0];
    cluster.tetrahedron[lane] = tetrahedron;
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const Index vertex = bodies.tetrahedra()[tetrahedron][corner];
      const auto begin = m_vertices.begin() + static_cast<std::ptrdiff_t>(cluster.firstVertex);
      const auto found = std::find(begin, m_vertices.end(), vertex);
      cluster.corner[corner][lane] = static_cast<std::uint16_t>(4 * (found - begin));
      if (found == m_vertices.end()) m_vertices.push_back(vertex);
    }
  }
  cluster.vertices = static_cast<Index>(m_vertices.size()) - cluster.firstVertex;
  m_clusters.push_back(cluster);
}

ClusterSet TetraClusters::view() const {
  return {m_clusters.data(), m_clusters.size(), m_vertices.data()};
}

std::size_t TetraClusters::memory() const {
  return m_clusters.capacity() * sizeof(Cluster) + m_vertices.capacity() * sizeof(Index);
}

}  // namespace pliant::detail
