// Pictures of grids: cells, and buckets of octrees.

#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/pictures/drawMethods.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;
using Octree = BucketOctree<TrianglePrimitive>;

constexpr double kThinCell = 0.045;     // thickness of rods [cells]
constexpr std::size_t kLeastScale = 8;  // least number of vertices of a yellow cell
constexpr Index kFewFaces = 16;         // nodes with so many faces are not divided
constexpr Index kMostBuckets = 96;      // approximate limit per body
constexpr double kThin = 0.05;          // thickness of rods [mean edges]
constexpr double kThinPair = 0.18;      // thickness of the rods between buckets
constexpr Colour kWhite{1, 1, 1};
constexpr float kPale[] = {0, 0.2f, 0.1f, 0.3f, 0.15f};  // white in the faces of adjacent buckets

/// A grid edge, given by its lower end.
struct GridEdge {
  std::size_t axis = 0;
  Corner low{};
  std::size_t vertices = 0;  ///< of the fullest cell at it
};

std::vector<GridEdge> edgesOf(std::span<const OccupiedCell> cells) {
  std::vector<GridEdge> edges;
  for (const OccupiedCell& cell : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (unsigned corner = 0; corner < 4; ++corner) {
        GridEdge edge{axis, cell.index, cell.vertices};
        edge.low[(axis + 1) % 3] += corner & 1;
        edge.low[(axis + 2) % 3] += corner >> 1;
        edges.push_back(edge);
      }
  // Among equal edges, the one of the fullest cell comes first and is kept.
  std::sort(edges.begin(), edges.end(), [](const GridEdge& a, const GridEdge& b) {
    return std::tie(a.axis, a.low, b.vertices) < std::tie(b.axis, b.low, a.vertices);
  });
  const auto same = [](const GridEdge& a, const GridEdge& b) { return a.axis == b.axis && a.low == b.low; };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  return edges;
}

Corner middleOf(const Box& box) {
  Corner middle = cornerOf(box.min);
  for (std::size_t k = 0; k < 3; ++k) middle[k] = (middle[k] + double{box.max[k]}) / 2;
  return middle;
}

/// Octrees of bodies, and their buckets.
class Octrees {
 public:
  explicit Octrees(const detail::MethodSet& bodies) : m_bodies(bodies), m_octrees(bodies.size()) {
    const auto all = bodies.set.positions();
    constexpr std::ptrdiff_t kStride = sizeof(PackedPosition) / sizeof(Real);
    if (!all.empty()) m_positions = {&all.front().x, static_cast<Index>(all.size()), kStride};
    for (Index body = 0; body < bodies.size(); ++body) fill(body);
    for (Index a = 0; a < bodies.size(); ++a) {
      if (bodies.set.selfAt(a)) compareWithin(a);
      for (Index b = a + 1; b < bodies.size(); ++b) compare(a, b);
    }
  }
  ComparedBuckets take() { return {std::move(m_buckets), std::move(m_pairs)}; }

 private:
  const BodySet& set() const { return m_bodies.set; }

  void fill(Index body) {
    m_bucketOf.emplace_back();
    const BodySet::Range faces = set().faces(body);
    if (faces.size() == 0) return;
    // Limits the buckets to as many as are distinguishable in a picture.
    const Index few = std::max(kFewFaces, faces.size() / kMostBuckets);
    m_octrees[body].setSettings({.few = few, .crowded = 0});
    for (Index f = faces.begin; f < faces.end; ++f) m_octrees[body].insert({&m_positions, set().faces()[f]});
    m_octrees[body].update();
    m_bucketOf[body].assign(m_octrees[body].buckets().report().nodes, 0);
    collect(body, m_octrees[body].buckets().root(), 0);
  }

  void collect(Index body, Index index, unsigned level) {
    const Buckets& tree = m_octrees[body].buckets();
    const Buckets::Node& node = tree.node(index);
    if (!node.leaf) {
      for (Index child = node.first; child < node.first + node.count; ++child) collect(body, child, level + 1);
      return;
    }
    m_bucketOf[body][index] = m_buckets.size();
    const auto content = tree.content(node);
    m_buckets.push_back({m_bodies.bodyOf[body], level, node.box, {content.begin(), content.end()}, false});
  }

  void compare(Index a, Index b) {
    if (m_octrees[a].size() == 0 || m_octrees[b].size() == 0) return;
    m_descent.between(m_octrees[a].buckets(), m_octrees[b].buckets(), m_octrees[a].settings().order);
    for (const BucketDescent::Pair& pair : m_descent.pairs()) record(m_bucketOf[a][pair.a], m_bucketOf[b][pair.b]);
  }

  void compareWithin(Index body) {
    if (m_octrees[body].size() == 0) return;
    m_descent.within(m_octrees[body].buckets(), m_octrees[body].settings().order);
    std::vector<std::vector<Index>> corners(m_bucketOf[body].size());
    for (const BucketDescent::Pair& pair : m_descent.pairs()) {
      if (pair.a == pair.b) continue;
      const auto& ofA = cornersOf(body, pair.a, corners);
      const auto& ofB = cornersOf(body, pair.b, corners);
      const bool neighbours = std::find_first_of(ofA.begin(), ofA.end(), ofB.begin(), ofB.end()) != ofA.end();
      if (neighbours) continue;
      record(m_bucketOf[body][pair.a], m_bucketOf[body][pair.b]);
    }
  }

  void record(std::size_t a, std::size_t b) {
    m_buckets[a].reached = m_buckets[b].reached = true;
    m_pairs.push_back({std::min(a, b), std::max(a, b)});
  }

  const std::vector<Index>& cornersOf(Index body, Index node, std::vector<std::vector<Index>>& known) const {
    std::vector<Index>& corners = known[node];
    if (!corners.empty()) return corners;
    for (const Index f : m_buckets[m_bucketOf[body][node]].faces)
      for (const Index v : set().faces()[set().faces(body).begin + f]) corners.push_back(v);
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
  }

  const detail::MethodSet& m_bodies;
  PositionsView m_positions;
  std::vector<Octree> m_octrees;                     // indexed by body
  std::vector<std::vector<std::size_t>> m_bucketOf;  // indexed by body and node
  std::vector<BucketInUse> m_buckets;
  std::vector<std::array<std::size_t, 2>> m_pairs;
  BucketDescent m_descent;
};

}  // namespace

Colour cellColour(std::size_t vertices, std::size_t most) {
  constexpr Colour kFew{0.06f, 0.22f, 0.68f}, kSome{0.75f, 0.28f, 0.06f}, kMany{0.95f, 0.75f, 0.10f};
  const auto range = static_cast<float>(std::max(most, kLeastScale) - 1);
  const float load = static_cast<float>(vertices - 1) / range;
  return load < 0.5f ? mix(kFew, kSome, 2 * load) : mix(kSome, kMany, 2 * load - 1);
}

OccupiedCells occupiedCells(std::span<const MethodBody> bodies) {
  detail::MethodSet method(bodies);
  // Without edges, the cell size is arbitrary.
  if (method.size() == 0 || !(method.set.meanEdgeLength() > 0)) return {};
  OccupiedCells occupied;
  occupied.size = double{SpatialHash().load(method.set, method.workers).cellSize};
  if (!(occupied.size > 0 && std::isfinite(occupied.size))) return {};
  std::vector<Corner> places;
  for (const PackedPosition& p : method.set.positions()) {
    Corner place = {double{p.x}, double{p.y}, double{p.z}};
    for (double& x : place) x = std::floor(x / occupied.size);
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  for (const Corner& place : places) {
    if (occupied.cells.empty() || occupied.cells.back().index != place) occupied.cells.push_back({place, 0});
    ++occupied.cells.back().vertices;
  }
  return occupied;
}

SpatialHash::Load hashLoad(std::span<const MethodBody> bodies) {
  detail::MethodSet method(bodies);
  return SpatialHash().load(method.set, method.workers);
}

MethodPicture drawCells(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  auto [size, cells] = occupiedCells(bodies);
  if (cells.empty()) return picture;
  std::stable_sort(cells.begin(), cells.end(),
                   [](const OccupiedCell& a, const OccupiedCell& b) { return a.vertices > b.vertices; });
  cells.resize(std::min(cells.size(), kMostDrawnCells));
  const std::size_t most = cells.front().vertices;
  DrawnSurface rods = detail::manyColoured();
  for (const GridEdge& edge : edgesOf(cells)) {
    Corner low = edge.low, high = edge.low;
    high[edge.axis] += 1;
    for (Corner* end : {&low, &high})
      for (double& x : *end) x *= size;
    detail::appendRod(rods, low, high, kThinCell * size, cellColour(edge.vertices, most));
  }
  picture.surfaces.push_back(std::move(rods));
  return picture;
}

Colour bucketColour(bool reached, unsigned level) {
  constexpr Colour kReached{0.95f, 0.36f, 0.03f}, kMuted{0.42f, 0.47f, 0.55f};
  const float light = std::pow(0.85f, static_cast<float>(level));
  return mix({0, 0, 0}, reached ? kReached : kMuted, light);
}

ComparedBuckets comparedBuckets(std::span<const MethodBody> bodies) {
  const detail::MethodSet method(bodies);
  return Octrees(method).take();
}

MethodPicture drawBuckets(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  const detail::MethodSet method(bodies);
  const auto [buckets, pairs] = Octrees(method).take();
  for (Index body = 0; body < method.size(); ++body)
    picture.colours[method.bodyOf[body]].resize(method.set.faces(body).size());
  DrawnSurface rods = detail::manyColoured();
  const double edge = double{method.set.meanEdgeLength()}, thickness = kThin * edge;
  for (std::size_t b = 0; b < buckets.size(); ++b) {
    const BucketInUse& bucket = buckets[b];
    const Colour colour = bucketColour(bucket.reached, bucket.level);
    detail::appendBoxRods(rods, cornerOf(bucket.box.min), cornerOf(bucket.box.max), thickness, colour);
    const Colour ofFaces = mix(colour, kWhite, kPale[b % std::size(kPale)]);
    for (const Index face : bucket.faces) picture.colours[bucket.body][face] = ofFaces;
  }
  detail::addRods(std::move(rods), picture.surfaces);
  DrawnSurface lines = detail::manyColoured();
  for (const auto& [a, b] : pairs) {
    detail::appendRod(lines, middleOf(buckets[a].box), middleOf(buckets[b].box), kThinPair * edge, kPairColour);
    // Lines are inside the bodies, which must be of glass.
    picture.glass[buckets[a].body] = picture.glass[buckets[b].body] = 1;
  }
  detail::addRods(std::move(lines), picture.surfaces);
  return picture;
}

}  // namespace pliant
