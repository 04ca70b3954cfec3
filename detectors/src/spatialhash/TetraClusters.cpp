#include "TetraClusters.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/UnionFind.h"
#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

using Point = std::array<float, 3>;

/// Only direction and scale matter here, so coordinates that are not finite become 0.
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

/// Returns the longest axis of the box around points 0 to count − 1.
template <typename PointOf>
std::size_t longestAxis(std::size_t count, const PointOf& pointOf) {
  Point low = pointOf(0), high = low;
  for (std::size_t i = 1; i < count; ++i)
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], pointOf(i)[a]);
      high[a] = std::max(high[a], pointOf(i)[a]);
    }
  std::size_t axis = 0;
  for (std::size_t a = 1; a < 3; ++a)
    if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
  return axis;
}

/// Orders `items` so that each run of `run` items, counted from the first, is compact: splits recursively at the median
/// along the longest axis.
void order(const std::vector<Point>& points, Index first, Index* items, std::size_t count, std::size_t run) {
  while (count > run) {
    const std::size_t axis =
        longestAxis(count, [&](std::size_t i) -> const Point& { return points[items[i] - first]; });
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
  ++m_updates;
  if (m_bodies == &bodies && m_revision == bodies.revision()) return;
  m_bodies = nullptr;
  m_clusters.clear();
  m_tetrahedra.clear();
  m_corners.clear();
  m_vertices.clear();
  m_owners.clear();
  m_home.assign(bodies.positions().size(), kNoHome);
  for (Index body = 0; body < bodies.bodyCount(); ++body) addBody(bodies, body);
  m_clusters.shrink_to_fit();
  m_corners.resize(m_corners.size() + kClusterLanes, 0);
  m_tetrahedra.shrink_to_fit();
  m_corners.shrink_to_fit();
  m_vertices.shrink_to_fit();
  m_owners.shrink_to_fit();
  m_shapes.assign(m_clusters.size(), {});
  for (auto* coordinates : {&m_shapeX, &m_shapeY, &m_shapeZ}) coordinates->assign(m_vertices.size(), 0);
  m_bodies = &bodies;
  m_revision = bodies.revision();
}

void TetraClusters::addBody(const BodySet& bodies, Index body) {
  const BodySet::Range range = bodies.tetrahedra(body);
  std::vector<Point> points;
  points.reserve(range.size());
  for (Index t = range.begin; t < range.end; ++t)
    points.push_back(centroid(bodies.restPositions(), bodies.tetrahedra()[t]));
  std::vector<Piece> pieces = piecesOf(bodies, body);
  for (Piece& piece : pieces) {
    for (std::size_t a = 0; a < 3; ++a) {
      double sum = 0;
      for (const Index t : piece.tetrahedra) sum += points[t - range.begin][a];
      piece.centre[a] = static_cast<float>(sum / static_cast<double>(piece.tetrahedra.size()));
    }
  }
  addPieces(bodies, body, points, pieces);
}

/// Pieces that fit one cluster share it; larger ones are split into clusters one by one.
void TetraClusters::addPieces(const BodySet& bodies, Index body, const std::vector<Point>& points,
                              std::span<Piece> pieces) {
  std::size_t count = 0;
  for (const Piece& piece : pieces) count += piece.tetrahedra.size();
  if (pieces.size() > 1 && count > kClusterLanes) {
    const std::size_t axis =
        longestAxis(pieces.size(), [&](std::size_t i) -> const Point& { return pieces[i].centre; });
    const std::size_t half = pieces.size() / 2;
    std::nth_element(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(half), pieces.end(),
                     [&](const Piece& a, const Piece& b) {
                       return a.centre[axis] < b.centre[axis] ||
                              (a.centre[axis] == b.centre[axis] && a.tetrahedra[0] < b.tetrahedra[0]);
                     });
    addPieces(bodies, body, points, pieces.first(half));
    addPieces(bodies, body, points, pieces.subspan(half));
    return;
  }
  std::vector<Index> items;
  items.reserve(count);
  for (const Piece& piece : pieces) items.insert(items.end(), piece.tetrahedra.begin(), piece.tetrahedra.end());
  const Index first = bodies.tetrahedra(body).begin;
  order(points, first, items.data(), items.size(), kClusterLanes);
  for (std::size_t i = 0; i < items.size(); i += kClusterLanes) {
    const std::size_t share = std::min<std::size_t>(kClusterLanes, items.size() - i);
    order(points, first, items.data() + i, share, kGroupLanes);
    addClusters(bodies, body, items.data() + i, share);
  }
}

/// Adds one cluster, or several if the tetrahedra have too many vertices for one.
void TetraClusters::addClusters(const BodySet& bodies, Index body, const Index* tetrahedra, std::size_t count) {
  findVertices(bodies, tetrahedra, count);
  if (m_found.size() <= kClusterVertices) return addCluster(bodies, body, tetrahedra, count);
  const std::size_t groups = (count + kGroupLanes - 1) / kGroupLanes, half = groups / 2 * kGroupLanes;
  addClusters(bodies, body, tetrahedra, half);
  addClusters(bodies, body, tetrahedra + half, count - half);
}

/// Stores the vertices of some tetrahedra in m_found, those without a home first.
void TetraClusters::findVertices(const BodySet& bodies, const Index* tetrahedra, std::size_t count) {
  m_found.clear();
  for (std::size_t i = 0; i < count; ++i) {
    for (const Index vertex : bodies.tetrahedra()[tetrahedra[i]]) {
      if (std::find(m_found.begin(), m_found.end(), vertex) == m_found.end()) m_found.push_back(vertex);
    }
  }
  std::stable_partition(m_found.begin(), m_found.end(), [&](Index vertex) { return m_home[vertex] == kNoHome; });
}

/// Returns sets of tetrahedra connected by common vertices, in the order of their first ones.
std::vector<TetraClusters::Piece> TetraClusters::piecesOf(const BodySet& bodies, Index body) {
  const BodySet::Range vertices = bodies.vertices(body), tetrahedra = bodies.tetrahedra(body);
  UnionFind sets;
  sets.reset(vertices.size());
  for (Index t = tetrahedra.begin; t < tetrahedra.end; ++t) {
    const Tetrahedron& corners = bodies.tetrahedra()[t];
    for (std::size_t c = 1; c < 4; ++c) sets.unite(corners[c] - vertices.begin, corners[0] - vertices.begin);
  }
  std::vector<Piece> pieces;
  std::vector<Index> pieceOf(vertices.size(), kNoIndex);
  for (Index t = tetrahedra.begin; t < tetrahedra.end; ++t) {
    Index& piece = pieceOf[sets.root(bodies.tetrahedra()[t][0] - vertices.begin)];
    if (piece == kNoIndex) {
      piece = static_cast<Index>(pieces.size());
      pieces.emplace_back();
    }
    pieces[piece].tetrahedra.push_back(t);
  }
  return pieces;
}

/// Adds a cluster; m_found must hold the vertices of `tetrahedra`.
void TetraClusters::addCluster(const BodySet& bodies, Index body, const Index* tetrahedra, std::size_t count) {
  const auto self = static_cast<LaneId>(m_clusters.size());
  Cluster cluster{};
  cluster.body = body;
  cluster.lanes = static_cast<Index>(count);
  cluster.firstVertex = static_cast<Index>(m_vertices.size());
  cluster.vertices = static_cast<Index>(m_found.size());
  for (const Index vertex : m_found) {
    if (m_home[vertex] != kNoHome) break;
    m_home[vertex] = self;
    ++cluster.homes;
  }
  m_vertices.insert(m_vertices.end(), m_found.begin(), m_found.end());
  while (m_vertices.size() % kGroupLanes != 0) m_vertices.push_back(m_found[0]);
  cluster.firstOwner = static_cast<Index>(m_owners.size());
  m_owners.resize(m_owners.size() + m_found.size(), 0);
  cluster.firstLane = static_cast<Index>(m_tetrahedra.size());
  const std::size_t room = laneRoom(count);
  m_corners.resize(m_corners.size() + 4 * room);
  std::uint8_t* const corners = &m_corners[std::size_t{4} * cluster.firstLane];
  for (std::size_t lane = 0; lane < room; ++lane) {
    const Index tetrahedron = tetrahedra[lane < count ? lane : 0];
    m_tetrahedra.push_back(tetrahedron);
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const auto found = std::find(m_found.begin(), m_found.end(), bodies.tetrahedra()[tetrahedron][corner]);
      const auto rank = static_cast<std::size_t>(found - m_found.begin());
      corners[corner * room + lane] = static_cast<std::uint8_t>(rank);
      if (lane < count) m_owners[cluster.firstOwner + rank] |= std::uint64_t{1} << lane;
    }
  }
  m_clusters.push_back(cluster);
}

ClusterSet TetraClusters::view() {
  return {m_clusters.data(), m_clusters.size(), m_tetrahedra.data(), m_corners.data(), m_vertices.data(),
          m_owners.data(),   m_shapes.data(),   m_shapeX.data(),     m_shapeY.data(),  m_shapeZ.data(),
          m_updates};
}

std::size_t TetraClusters::memory() const {
  return memoryOf(m_clusters, m_corners, m_vertices, m_tetrahedra, m_found, m_owners, m_home, m_shapes, m_shapeX,
                  m_shapeY, m_shapeZ);
}

}  // namespace pliant::detail
