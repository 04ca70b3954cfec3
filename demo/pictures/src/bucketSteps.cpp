#include <pliant/detectors/BucketTree.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <string>
#include <utility>

#include "BucketQuery.h"
#include "counted.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::BucketQuery, detail::cornerOf;

constexpr double kThinOfBody = 0.003, kThick = 0.008;  // thickness of rods [diagonal of a body's box]
constexpr Colour kMarked{0.42f, 0.04f, 0.48f}, kPaleBucket{0.62f, 0.65f, 0.70f};
constexpr Colour kOfBuckets[] = {{0.20f, 0.42f, 0.75f}, {0.92f, 0.55f, 0.15f}, {0.25f, 0.62f, 0.32f},
                                 {0.62f, 0.28f, 0.62f}, {0.80f, 0.72f, 0.20f}, {0.20f, 0.65f, 0.68f},
                                 {0.60f, 0.40f, 0.25f}, {0.50f, 0.52f, 0.56f}};

/// Appends the box of a node. `size`: thickness of the rods [diagonal of the root's box].
void appendNode(const BucketQuery& query, std::size_t tree, Index node, double size, const Colour& colour,
                DrawnSurface& rods) {
  const Buckets& buckets = query.buckets(tree);
  const Box& box = buckets.node(node).box;
  detail::appendBoxRods(rods, cornerOf(box.min), cornerOf(box.max), size * detail::diagonalOf(buckets.node(0).box),
                        colour);
}

/// Returns the places of a body's faces: of the shape at rest if `rest`, else of the current shape.
std::vector<std::array<Real, 3>> placesOf(const BucketQuery& query, std::size_t tree, PositionsView rest) {
  const BodySet::Range faces = query.method.set.faces(query.trees[tree]->body);
  const Index first = query.method.set.vertices(query.trees[tree]->body).begin;
  std::vector<std::array<Real, 3>> places;
  for (Index f = faces.begin; f < faces.end; ++f) {
    TrianglePrimitive face{rest.count > 0 ? &rest : &query.positions, query.method.set.faces()[f]};
    if (rest.count > 0)
      for (Index& corner : face.corners) corner -= first;
    places.push_back(face.place());
  }
  return places;
}

/// Algorithm 2 for the body with most faces.
void appendSort(const BucketQuery& query, std::span<const MethodBody> bodies, std::vector<QueryStep>& steps) {
  std::size_t largest = 0;
  for (std::size_t tree = 1; tree < query.trees.size(); ++tree)
    if (query.trees[tree]->octree.size() > query.trees[largest]->octree.size()) largest = tree;
  const MethodBody& body = bodies[query.input(largest)];
  const bool hasRest = body.rest.count == body.view.positions.count;
  const BucketArrays arrays = bucketArrays(placesOf(query, largest, hasRest ? body.rest : PositionsView{}),
                                           placesOf(query, largest, {}), query.levels);
  std::string swaps, moved;
  bool anew = false;
  for (const AxisArray& axis : arrays.axes) {
    swaps.append(swaps.empty() ? "" : ", ").append(axis.fullSort ? "more" : std::to_string(axis.swaps));
    anew = anew || axis.fullSort;
    std::size_t count = 0;
    for (std::size_t b = 0; b < axis.startsAfter.size(); ++b) count += axis.startsBefore[b] != axis.startsAfter[b];
    moved.append(moved.empty() ? "" : ", ").append(std::to_string(count));
  }
  std::string sentence = std::string("Body ").append(std::to_string(query.input(largest)));
  sentence.append(": three arrays hold its ").append(std::to_string(arrays.axes[0].after.size()));
  sentence.append(" triangles in the order of x, y and z. From the shape ")
      .append(hasRest ? "at rest to this one" : "to itself");
  sentence.append(", insertion sort makes ").append(swaps).append(" swaps");
  sentence.append(anew ? " (more: so many that a full sort takes its place)." : ".");
  steps.push_back({"Algorithm 2: sort", sentence, query.glass(), drawArrays(arrays, ArraysShown::Sorted)});

  std::size_t filled = 0;
  MethodPicture picture(query.inputs);
  DrawnSurface rods = detail::manyColoured();
  for (std::size_t tree = 0; tree < query.trees.size(); ++tree) {
    picture.colours[query.input(tree)].resize(query.trees[tree]->octree.size());
    query.forEachMarked(tree, [&](Index node, unsigned level) {
      if (level != query.levels) return;
      const Colour& colour = kOfBuckets[filled++ % std::size(kOfBuckets)];
      for (const Index face : query.buckets(tree).content(query.buckets(tree).node(node)))
        picture.colours[query.input(tree)][face] = colour;
      appendNode(query, tree, node, kThinOfBody, mix(colour, {0, 0, 0}, 0.4f), rods);
    });
  }
  detail::addRods(std::move(rods), picture.surfaces);
  std::string pointers = std::string("An axis has ").append(std::to_string(1 << query.levels));
  pointers.append(" pointers, to the first triangle of each interval; ").append(moved);
  pointers.append(" of them move. An octree of ")
      .append(detail::counted(query.levels, "level", "levels"))
      .append(" has ");
  pointers.append(detail::counted(std::size_t{1} << (3 * query.levels), "bucket", "buckets")).append("; ");
  pointers.append(detail::counted(filled, "bucket", "buckets")).append(" of all bodies have triangles.");
  steps.push_back({"Algorithm 2: bucket pointers", pointers, std::move(picture), drawArrays(arrays)});
}

/// The marks, one level at a time from the buckets up.
void appendMarks(const BucketQuery& query, std::vector<QueryStep>& steps) {
  for (unsigned level = query.levels + 1; level-- > 0;) {
    MethodPicture picture = query.glass();
    DrawnSurface rods = detail::manyColoured();
    std::size_t marked = 0;
    for (std::size_t tree = 0; tree < query.trees.size(); ++tree)
      query.forEachMarked(tree, [&](Index node, unsigned at) {
        marked += at == level;
        if (at >= level)
          appendNode(query, tree, node, at == level ? kThick : kThinOfBody, at == level ? kMarked : kPaleBucket, rods);
      });
    detail::addRods(std::move(rods), picture.surfaces);
    std::string sentence = std::string("On level ").append(std::to_string(level)).append(", ");
    sentence.append(std::to_string(marked)).append(" of ");
    sentence.append(detail::counted(query.trees.size() << (3 * level), "node gets", "nodes get"));
    sentence.append(" the number of this step: ");
    sentence.append(level == query.levels ? "buckets with triangles." : "nodes with a marked child.");
    sentence.append(" Other nodes keep an old mark and are never visited.");
    steps.push_back({std::string("Marks, level ").append(std::to_string(level)), sentence, std::move(picture)});
  }
}

void appendDescent(const BucketQuery& query, std::vector<QueryStep>& steps) {
  for (std::size_t r = 0; r < query.rounds.size(); ++r) {
    const BucketQuery::Round& round = query.rounds[r];
    MethodPicture picture = query.glass();
    DrawnSurface rods = detail::manyColoured();
    std::vector<std::pair<std::size_t, Index>> nodes;
    std::size_t alone = 0;
    for (const BucketQuery::Pair& pair : round.pairs) {
      nodes.emplace_back(pair.treeA, pair.a);
      nodes.emplace_back(pair.treeB, pair.b);
      alone += pair.treeA == pair.treeB && pair.a == pair.b;
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (const auto& [tree, node] : nodes)
      appendNode(query, tree, node, kThinOfBody, bucketColour(true, query.buckets(tree).node(node).leaf ? 0 : 3), rods);
    detail::addRods(std::move(rods), picture.surfaces);
    std::string sentence =
        r == 0 ? "The roots: " : "Of each pair the node of smaller volume is replaced by its children: ";
    sentence.append(detail::counted(round.boxTests, "box test", "box tests")).append(" of at most six comparisons, ");
    sentence.append(detail::counted(round.pairs.size() - alone, "pair", "pairs")).append(" of nodes overlap");
    if (alone > 0) sentence.append(", and ").append(detail::counted(alone, "node", "nodes")).append(" with itself");
    sentence.append(". ")
        .append(detail::counted(round.bucketsMet, "pair is", "pairs are"))
        .append(" a pair of buckets.");
    steps.push_back({std::string("Descent, round ").append(std::to_string(r)), sentence, std::move(picture)});
  }
}

/// Appends a surface of some of a body's faces.
void appendFaces(const BucketQuery& query, Index body, const std::vector<std::uint8_t>& chosen, const Colour& colour,
                 DrawnSurface& surface) {
  const BodySet::Range faces = query.method.set.faces(body);
  for (Index f = 0; f < faces.size(); ++f) {
    if (chosen[f] == 0) continue;
    Triangle corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const PackedPosition& p = query.method.set.positions()[query.method.set.faces()[faces.begin + f][k]];
      corners[k] = static_cast<Index>(surface.mesh.positions.size());
      surface.mesh.positions.emplace_back(p.x, p.y, p.z);
    }
    surface.mesh.faces.push_back(corners);
    surface.colours.push_back(colour);
  }
}

void appendLeafTests(const BucketQuery& query, std::vector<QueryStep>& steps) {
  std::vector<std::vector<std::uint8_t>> reached(query.trees.size());
  for (std::size_t tree = 0; tree < query.trees.size(); ++tree) reached[tree].resize(query.trees[tree]->octree.size());
  std::size_t tests = 0, pass = 0, share = 0;
  const auto facesOf = [&](std::size_t tree, Index node) {
    return query.buckets(tree).content(query.buckets(tree).node(node));
  };
  for (const BucketQuery::Pair& pair : query.leaves) {
    const auto& octreeA = query.trees[pair.treeA]->octree;
    const auto& octreeB = query.trees[pair.treeB]->octree;
    const auto inA = facesOf(pair.treeA, pair.a), inB = facesOf(pair.treeB, pair.b);
    const bool itself = pair.treeA == pair.treeB && pair.a == pair.b;
    for (std::size_t i = 0; i < inA.size(); ++i)
      for (std::size_t j = itself ? i + 1 : 0; j < inB.size(); ++j) {
        ++tests;
        if (!overlap(octreeA.extent(inA[i]), octreeB.extent(inB[j]))) continue;
        ++pass;
        const auto &a = octreeA[inA[i]].corners, &b = octreeB[inB[j]].corners;
        if (std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end()) {
          ++share;
          continue;
        }
        reached[pair.treeA][inA[i]] = reached[pair.treeB][inB[j]] = 1;
      }
  }
  QueryStep leaf{"Leaf tests", {}, query.glass()};
  DrawnSurface black = detail::manyColoured();
  for (std::size_t tree = 0; tree < query.trees.size(); ++tree)
    appendFaces(query, query.trees[tree]->body, reached[tree], kCollidingColour, black);
  if (!black.mesh.faces.empty()) leaf.picture.surfaces.push_back(std::move(black));
  leaf.sentence = detail::counted(query.leaves.size(), "pair", "pairs").append(" of buckets give ");
  leaf.sentence.append(detail::counted(tests, "pair", "pairs")).append(" of triangles; the boxes of ");
  leaf.sentence.append(std::to_string(pass)).append(" overlap, and ");
  leaf.sentence.append(std::to_string(pass - share)).append(" of these share no corner (black): triangles to test.");
  steps.push_back(std::move(leaf));
}

void appendHits(const BucketQuery& query, std::vector<QueryStep>& steps) {
  BucketTree tree;
  Results results;
  const BodySet& set = query.method.set;
  Workers workers;
  tree.update(set, workers);
  tree.query(set, {.facePairs = true}, results, workers);
  std::vector<std::vector<std::uint8_t>> hit(query.method.size());
  for (Index body = 0; body < query.method.size(); ++body) hit[body].resize(set.faces(body).size());
  for (const FacePair& pair : results.facePairs) hit[pair.bodyA][pair.faceA] = hit[pair.bodyB][pair.faceB] = 1;
  QueryStep step{"Hits", {}, query.glass()};
  DrawnSurface red = detail::manyColoured();
  for (Index body = 0; body < query.method.size(); ++body) appendFaces(query, body, hit[body], kMarkColour, red);
  if (!red.mesh.faces.empty()) step.picture.surfaces.push_back(std::move(red));
  step.sentence = detail::counted(results.facePairs.size(), "pair", "pairs")
                      .append(" of triangles intersect (red), by exact tests.");
  steps.push_back(std::move(step));
}

}  // namespace

std::vector<QueryStep> bucketSteps(std::span<const MethodBody> bodies) {
  const BucketQuery query(bodies);
  std::vector<QueryStep> steps;
  if (query.trees.empty()) {
    steps.push_back({"No triangles", "No body has triangles, so no octree has buckets.", MethodPicture(bodies.size())});
    return steps;
  }
  appendSort(query, bodies, steps);
  appendMarks(query, steps);
  appendDescent(query, steps);
  appendLeafTests(query, steps);
  appendHits(query, steps);
  return steps;
}

}  // namespace pliant
