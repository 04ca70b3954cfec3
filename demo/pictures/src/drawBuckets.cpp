// Pictures of the buckets of octrees.

#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;
using Octree = BucketOctree<TrianglePrimitive>;

constexpr Index kFewFaces = 16;         // nodes with so many faces are not divided
constexpr Index kMostBuckets = 96;      // approximate limit per body
constexpr double kBucketRod = 0.05;     // thickness of rods [mean edges]
constexpr double kThinPair = 0.18;      // thickness of the rods between buckets
constexpr double kThinWhole = 0.006;    // thickness of the rods of a body's box [diagonals]
constexpr double kThinOfWhole = 0.002;  // least thickness of the rods of colliding buckets [diagonals]
// A body with more pairs of its own buckets than this per bucket is drawn as a slice.
constexpr std::size_t kMostOwnPairs = 4;
constexpr Colour kWhite{1, 1, 1}, kFrame{0.10f, 0.11f, 0.13f};
// Colours of the buckets of a slice, in which almost all are reached.
constexpr Colour kOfSlice[] = {{0.16f, 0.38f, 0.72f}, {0.90f, 0.50f, 0.10f}, {0.20f, 0.58f, 0.28f},
                               {0.58f, 0.22f, 0.60f}, {0.82f, 0.72f, 0.15f}, {0.15f, 0.62f, 0.66f}};
constexpr double kThickSlice = 2.5;                             // factor of the rods' thickness
constexpr float kWhiteShares[] = {0, 0.2f, 0.1f, 0.3f, 0.15f};  // white in the faces of adjacent buckets

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

/// Bodies that are drawn as a slice through the middle of their box, across the z axis.
class Slices {
 public:
  Slices(const ComparedBuckets& compared, std::size_t bodies) : m_middle(bodies), m_crowded(bodies, 0) {
    std::vector<std::size_t> buckets(bodies, 0), own(bodies, 0);
    std::vector<Box> whole(bodies);
    for (const BucketInUse& bucket : compared.buckets) {
      if (buckets[bucket.body]++ == 0) whole[bucket.body] = bucket.box;
      grow(whole[bucket.body], bucket.box);
    }
    for (const auto& [a, b] : compared.pairs)
      if (compared.buckets[a].body == compared.buckets[b].body) ++own[compared.buckets[a].body];
    for (std::size_t body = 0; body < bodies; ++body) {
      m_crowded[body] = own[body] > kMostOwnPairs * buckets[body];
      m_middle[body] = middleOf(whole[body])[2];
    }
  }

  bool has(std::size_t body) const { return m_crowded[body] != 0; }
  bool hides(const BucketInUse& bucket) const {
    const double at = m_middle[bucket.body];
    return has(bucket.body) && (double{bucket.box.min[2]} > at || double{bucket.box.max[2]} < at);
  }

 private:
  std::vector<double> m_middle;
  std::vector<std::uint8_t> m_crowded;
};

/// Returns an empty surface with the current positions of all vertices of the set.
DrawnSurface withPositions(const BodySet& set) {
  DrawnSurface surface = detail::manyColoured();
  for (const PackedPosition& p : set.positions()) surface.mesh.positions.emplace_back(p.x, p.y, p.z);
  return surface;
}

}  // namespace

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
  const ComparedBuckets compared = Octrees(method).take();
  const auto& [buckets, pairs] = compared;
  const Slices slices(compared, bodies.size());
  std::vector<Index> firstFace(bodies.size(), 0);
  for (Index body = 0; body < method.size(); ++body) {
    const std::size_t input = method.bodyOf[body];
    firstFace[input] = method.set.faces(body).begin;
    picture.colours[input].resize(method.set.faces(body).size(), kWhite);
    picture.glass[input] = slices.has(input);
  }
  DrawnSurface rods = detail::manyColoured(), cut = withPositions(method.set);
  const double edge = double{method.set.meanEdgeLength()}, thickness = kBucketRod * edge;
  for (std::size_t b = 0; b < buckets.size(); ++b) {
    const BucketInUse& bucket = buckets[b];
    if (slices.hides(bucket)) continue;
    const Colour colour = bucketColour(bucket.reached, bucket.level);
    const bool isSlice = slices.has(bucket.body);
    detail::appendBoxRods(rods, cornerOf(bucket.box.min), cornerOf(bucket.box.max),
                          thickness * (isSlice ? kThickSlice : 1), colour);
    const Colour ofFaces =
        isSlice ? kOfSlice[b % std::size(kOfSlice)] : mix(colour, kWhite, kWhiteShares[b % std::size(kWhiteShares)]);
    for (const Index face : bucket.faces) {
      picture.colours[bucket.body][face] = ofFaces;
      if (!isSlice) continue;
      cut.mesh.faces.push_back(method.set.faces()[firstFace[bucket.body] + face]);
      cut.colours.push_back(ofFaces);
    }
  }
  detail::addRods(std::move(rods), picture.surfaces);
  DrawnSurface lines = detail::manyColoured();
  for (const auto& [a, b] : pairs) {
    if (slices.has(buckets[a].body) || slices.has(buckets[b].body)) continue;
    detail::appendRod(lines, middleOf(buckets[a].box), middleOf(buckets[b].box), kThinPair * edge, kPairColour);
    // Lines are inside the bodies, which must be of glass.
    picture.glass[buckets[a].body] = picture.glass[buckets[b].body] = 1;
  }
  detail::addRods(std::move(lines), picture.surfaces);
  if (!cut.mesh.faces.empty()) picture.surfaces.push_back(std::move(cut));
  return picture;
}

MethodPicture drawColliding(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  const detail::MethodSet method(bodies);
  const auto [buckets, pairs] = Octrees(method).take();
  std::vector<std::uint8_t> collides(buckets.size(), 0);
  for (const auto& [a, b] : pairs)
    if (buckets[a].body != buckets[b].body) collides[a] = collides[b] = 1;

  std::vector<Index> firstFace(bodies.size(), 0);
  std::vector<Box> whole(bodies.size());
  std::vector<std::uint8_t> known(bodies.size(), 0);
  for (Index body = 0; body < method.size(); ++body) firstFace[method.bodyOf[body]] = method.set.faces(body).begin;
  for (const BucketInUse& bucket : buckets) {
    if (!std::exchange(known[bucket.body], std::uint8_t{1})) whole[bucket.body] = bucket.box;
    grow(whole[bucket.body], bucket.box);
  }
  DrawnSurface rods = detail::manyColoured(), black = withPositions(method.set);
  std::vector<double> diagonal(bodies.size(), 0);
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    if (!known[body]) continue;
    const Corner low = cornerOf(whole[body].min), high = cornerOf(whole[body].max);
    diagonal[body] = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    detail::appendBoxRods(rods, low, high, kThinWhole * diagonal[body], mix(bodyColour(body), kFrame, 0.5f));
    picture.glass[body] = 1;
  }
  const double thickness = kBucketRod * double{method.set.meanEdgeLength()};
  for (std::size_t b = 0; b < buckets.size(); ++b) {
    if (collides[b] == 0) continue;
    const BucketInUse& bucket = buckets[b];
    detail::appendBoxRods(rods, cornerOf(bucket.box.min), cornerOf(bucket.box.max),
                          std::max(thickness, kThinOfWhole * diagonal[bucket.body]), bucketColour(true, 0));
    for (const Index face : bucket.faces) {
      black.mesh.faces.push_back(method.set.faces()[firstFace[bucket.body] + face]);
      black.colours.push_back(kCollidingColour);
    }
  }
  detail::addRods(std::move(rods), picture.surfaces);
  if (!black.mesh.faces.empty()) picture.surfaces.push_back(std::move(black));
  return picture;
}

}  // namespace pliant
