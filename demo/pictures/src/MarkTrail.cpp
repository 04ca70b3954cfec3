#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/pictures/MarkTrail.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

// Faces per bucket of the full octree, and largest number of levels, so that buckets are distinguishable in a picture.
constexpr Index kFacesPerBucket = 32;
constexpr unsigned kMostLevels = 3;
// Thickness of rods, as a share of the mean edge length or, if larger, of the box's diagonal; factor for buckets.
constexpr double kTrailRod = 0.07, kThinOfBox = 0.0025, kOfBucket = 0.6;

unsigned levelsFor(std::size_t faces) {
  return std::clamp(static_cast<unsigned>(std::bit_width(faces / kFacesPerBucket)) / 3, 1u, kMostLevels);
}

}  // namespace

struct MarkTrail::Tree {
  explicit Tree(std::vector<Triangle> of) : faces(std::move(of)) {
    octree.setSettings(
        {.storage = BucketSettings::Storage::Full, .levels = levelsFor(faces.size()), .few = 0, .crowded = 0});
    for (const Triangle& face : faces) octree.insert({&positions, face});
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  std::vector<Triangle> faces;  ///< indices [body]
  PositionsView positions;      ///< set during an update only
  BucketOctree<TrianglePrimitive> octree;
};

MarkTrail::MarkTrail() = default;
MarkTrail::~MarkTrail() = default;
MarkTrail::MarkTrail(MarkTrail&&) noexcept = default;
MarkTrail& MarkTrail::operator=(MarkTrail&&) noexcept = default;

void MarkTrail::update(std::span<const MethodBody> bodies) {
  const detail::MethodSet method(bodies);
  std::vector<std::unique_ptr<Tree>> before(bodies.size());
  before.swap(m_trees);
  before.resize(bodies.size());
  for (Index index = 0; index < method.size(); ++index) {
    const BodySet::Range range = method.set.faces(index), vertices = method.set.vertices(index);
    if (range.size() == 0) continue;
    std::vector<Triangle> faces;
    for (Triangle face : method.set.faces().subspan(range.begin, range.size())) {
      for (Index& v : face) v -= vertices.begin;
      faces.push_back(face);
    }
    std::unique_ptr<Tree>& known = before[method.bodyOf[index]];
    std::unique_ptr<Tree>& tree = m_trees[method.bodyOf[index]];
    tree = known && known->faces == faces ? std::move(known) : std::make_unique<Tree>(std::move(faces));
    constexpr std::ptrdiff_t kStride = sizeof(PackedPosition) / sizeof(Real);
    tree->positions = {&method.set.positions()[vertices.begin].x, vertices.size(), kStride};
    tree->octree.update();
    tree->positions = {};
  }
  m_edge = double{method.set.meanEdgeLength()};
  ++m_updates;
}

std::vector<MarkedNode> MarkTrail::nodes() const {
  std::vector<MarkedNode> nodes;
  for (std::size_t body = 0; body < m_trees.size(); ++body) {
    if (!m_trees[body]) continue;
    const Buckets& buckets = m_trees[body]->octree.buckets();
    const unsigned levels = buckets.report().levels;
    Index begin = 0, count = 1;
    for (unsigned level = 0; level <= levels; ++level) {
      for (Index i = begin; i < begin + count; ++i)
        if (const std::uint64_t age = buckets.age(i); age <= kOldest)
          nodes.push_back({body, level, level == levels, buckets.node(i).box, age});
      begin += count;
      count *= 8;
    }
  }
  return nodes;
}

MethodPicture MarkTrail::draw() const {
  MethodPicture picture(m_trees.size());
  DrawnSurface rods = detail::manyColoured();
  double whole = 0;
  for (const MarkedNode& node : nodes()) {
    picture.glass[node.body] = 1;
    // The root of a body comes first.
    if (node.level == 0) whole = detail::diagonalOf(node.box);
    const double thickness = std::max(kTrailRod * m_edge, kThinOfBox * whole) * (node.isBucket ? kOfBucket : 1);
    detail::appendBoxRods(rods, detail::cornerOf(node.box.min), detail::cornerOf(node.box.max), thickness,
                          markColour(node.age));
  }
  detail::addRods(std::move(rods), picture.surfaces);
  return picture;
}

Colour markColour(std::uint64_t age) {
  constexpr Colour kNow{0.42f, 0.04f, 0.48f}, kLast{0.90f, 0.40f, 0.03f}, kOld{0.96f, 0.74f, 0.38f};
  if (age == 0) return kNow;
  const float share = std::min(1.0f, static_cast<float>(age - 1) / static_cast<float>(MarkTrail::kOldest - 1));
  return mix(kLast, kOld, share);
}

}  // namespace pliant
