#include <pliant/io/concatenated.h>
#include <pliant/io/numbers.h>
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
constexpr std::size_t kMostNodes = 150, kMostWithPale = 40;
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

/// Returns the tree of the body with most faces.
std::size_t largestTree(const BucketQuery& query) {
  std::size_t largest = 0;
  for (std::size_t tree = 1; tree < query.trees.size(); ++tree)
    if (query.trees[tree]->octree.size() > query.trees[largest]->octree.size()) largest = tree;
  return largest;
}

std::string nameOf(const BucketQuery& query, std::size_t tree) {
  return "Body " + std::to_string(query.input(tree));
}

/// Which nodes are drawn. Of many, those in the middle of their body's box: a slice across the z axis.
class ShownNodes {
 public:
  ShownNodes(const BucketQuery& query, std::size_t nodes) : m_query(query), m_slice(nodes > kMostNodes) {}
  bool operator()(std::size_t tree, Index node) const {
    if (!m_slice) return true;
    const Box &whole = m_query.buckets(tree).node(0).box, &box = m_query.buckets(tree).node(node).box;
    const double middle = (double{whole.min[2]} + double{whole.max[2]}) / 2;
    return double{box.min[2]} <= middle && middle <= double{box.max[2]};
  }
  const char* words() const { return m_slice ? " Drawn: a slice through the middle of each body." : ""; }

 private:
  const BucketQuery& m_query;
  bool m_slice;
};

/// Draws each bucket's triangles and box in a colour of its own. Returns the number of buckets.
std::size_t drawFilled(const BucketQuery& query, MethodPicture& picture) {
  std::size_t filled = 0;
  DrawnSurface rods = detail::manyColoured();
  for (std::size_t tree = 0; tree < query.trees.size(); ++tree) {
    const Buckets& buckets = query.buckets(tree);
    picture.colours[query.input(tree)].resize(query.trees[tree]->octree.size());
    query.forEachNode(tree, [&](Index node, unsigned) {
      if (!buckets.node(node).leaf) return;
      const Colour& colour = kOfBuckets[filled++ % std::size(kOfBuckets)];
      for (const Index face : buckets.content(buckets.node(node))) picture.colours[query.input(tree)][face] = colour;
      appendNode(query, tree, node, kThinOfBody, mix(colour, {0, 0, 0}, 0.4f), rods);
    });
  }
  detail::addRods(std::move(rods), picture.surfaces);
  return filled;
}

/// Returns what limits the depth of an octree, in sentences.
std::string depthRule(const BucketSettings& settings) {
  std::string text;
  const bool sparse = settings.storage == BucketSettings::Storage::Sparse;
  if (sparse && settings.few > 0)
    text = concatenated(" A node of at most ", std::to_string(settings.few), " triangles is not divided (few).");
  if (settings.crowded > 0)
    text.append(concatenated(" A bucket of more than ", std::to_string(settings.crowded),
                             " becomes an octree of its own (crowded)."));
  return text;
}

/// Algorithm 1: each triangle's bucket is computed.
void appendDirect(const BucketQuery& query, std::vector<QueryStep>& steps) {
  const std::size_t largest = largestTree(query);
  const auto levels = query.levels(largest);
  QueryStep step{"Algorithm 1: a bucket for each triangle", {}, MethodPicture(query.inputs)};
  const std::size_t filled = drawFilled(query, step.picture);
  step.sentence = concatenated(
      "Each body has an octree of its own: its box is halved along x, y and z, for body ",
      std::to_string(query.input(largest)), " up to ", detail::counted(levels, "time", "times"),
      ". The last parts are buckets. Algorithm 1 computes the bucket of each triangle from the middle of "
      "the triangle's "
      "box, anew in each step, and sorts the triangles by their bucket's code: so a bucket is a range of one "
      "array. Here ",
      detail::counted(filled, "bucket", "buckets"), " of all bodies have triangles, one colour each.",
      depthRule(query.settings));
  steps.push_back(std::move(step));
}

/// Algorithm 2 for the body with most faces.
void appendSort(const BucketQuery& query, std::span<const MethodBody> bodies, std::vector<QueryStep>& steps) {
  const std::size_t largest = largestTree(query);
  const unsigned levels = query.levels(largest);
  const MethodBody& body = bodies[query.input(largest)];
  const bool hasRest = body.rest.count == body.view.positions.count;
  const BucketArrays arrays = bucketArrays(placesOf(query, largest, hasRest ? body.rest : PositionsView{}),
                                           placesOf(query, largest, {}), levels);
  std::string swaps, moved;
  bool anew = false;
  for (const AxisArray& axis : arrays.axes) {
    swaps.append(swaps.empty() ? "" : ", ").append(axis.fullSort ? "too many" : withCommas(axis.swaps));
    anew = anew || axis.fullSort;
    std::size_t count = 0;
    for (std::size_t b = 0; b < axis.startsAfter.size(); ++b) count += axis.startsBefore[b] != axis.startsAfter[b];
    moved.append(moved.empty() ? "" : ", ").append(std::to_string(count));
  }
  steps.push_back(
      {"Algorithm 2: sort",
       concatenated(nameOf(query, largest), ": three arrays hold its ", withCommas(arrays.axes[0].after.size()),
                    " triangles in the order of x, y and z. From the shape ",
                    hasRest ? "at rest to this one" : "to itself", ", insertion sort makes ", swaps,
                    " swaps along x, y and z", anew ? " (too many: a full sort takes its place)." : ".",
                    " A step moves the triangles less, so that it needs few swaps."),
       query.glass(), drawArrays(arrays, ArraysShown::Sorted)});

  MethodPicture picture(query.inputs);
  const std::size_t filled = drawFilled(query, picture);
  steps.push_back({"Algorithm 2: bucket pointers",
                   concatenated("An axis has ", std::to_string(1 << levels),
                                " pointers, to the first triangle of each interval; along x, y and z ", moved,
                                " of them move. The three intervals of a triangle are its bucket in an octree of ",
                                detail::counted(levels, "level", "levels"), " with ",
                                detail::counted(std::size_t{1} << (3 * levels), "bucket", "buckets"), "; ",
                                detail::counted(filled, "bucket", "buckets"),
                                " of all bodies have triangles. These are then sorted by "
                                "their bucket's code: so a bucket is a range of one array.",
                                depthRule(query.settings)),
                   std::move(picture), drawArrays(arrays)});
}

/// The nodes in use, one level at a time from the buckets up.
void appendNodes(const BucketQuery& query, std::vector<QueryStep>& steps) {
  const bool full = query.settings.storage == BucketSettings::Storage::Full;
  unsigned deepest = 0;
  for (std::size_t tree = 0; tree < query.trees.size(); ++tree)
    query.forEachNode(tree, [&](Index, unsigned at) { deepest = std::max(deepest, at); });
  for (unsigned level = deepest + 1; level-- > 0;) {
    MethodPicture picture = query.glass();
    DrawnSurface rods = detail::manyColoured();
    std::size_t used = 0, buckets = 0, stored = 0;
    for (std::size_t tree = 0; tree < query.trees.size(); ++tree)
      query.forEachNode(tree, [&](Index, unsigned at) { used += at == level; });
    const ShownNodes shown(query, used);
    for (std::size_t tree = 0; tree < query.trees.size(); ++tree) {
      if (level <= query.levels(tree)) stored += std::size_t{1} << (3 * level);
      query.forEachNode(tree, [&](Index node, unsigned at) {
        buckets += at == level && query.buckets(tree).node(node).leaf;
        if (at == level && shown(tree, node)) appendNode(query, tree, node, kThick, kMarked, rods);
        if (at > level && used <= kMostWithPale && shown(tree, node))
          appendNode(query, tree, node, kThinOfBody, kPaleBucket, rods);
      });
    }
    detail::addRods(std::move(rods), picture.surfaces);
    const std::string levelName = std::to_string(level), bucketText = detail::counted(buckets, "bucket", "buckets");
    const char* const box = level == deepest ? " The box of a bucket is the box around its triangles, so those of "
                                               "neighbours may overlap."
                                             : " The box of a node is the box around those of its children.";
    std::vector<LegendLine> legend{{kMarked, "nodes of this level"}};
    if (level < deepest && used <= kMostWithPale) legend.push_back({kPaleBucket, "nodes below"});
    if (full)
      steps.push_back({"Marks, level " + levelName,
                       concatenated("On level ", levelName, ", ", std::to_string(used), " of ",
                                    detail::counted(stored, "node gets", "nodes get"), " the number of this step: ",
                                    level == deepest ? "buckets with triangles." : "nodes with a marked child.",
                                    " Other nodes keep an old mark and are never visited, so that nothing must be "
                                    "cleared.",
                                    box, shown.words()),
                       std::move(picture),
                       {},
                       legend});
    else
      steps.push_back(
          {"Boxes, level " + levelName,
           concatenated("Level ", levelName, " has ", detail::counted(used, "node", "nodes"), " with triangles, ",
                        bucketText, " among them. Others are not stored.", box, shown.words()),
           std::move(picture),
           {},
           legend});
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
    const ShownNodes shown(query, nodes.size());
    for (const auto& [tree, node] : nodes)
      if (shown(tree, node))
        appendNode(query, tree, node, kThinOfBody, bucketColour(true, query.buckets(tree).node(node).leaf ? 0 : 3),
                   rods);
    detail::addRods(std::move(rods), picture.surfaces);
    const bool smallerFirst = query.settings.order == BucketSettings::Order::SmallerFirst;
    std::string sentence =
        r == 0 ? std::string("The boxes of whole bodies are compared: ")
               : concatenated("Of two nodes the one of ", smallerFirst ? "smaller" : "larger",
                              " volume is replaced by its children, and a node with itself by all pairs of these: ");
    const std::size_t apart = round.pairs.size() - alone;
    sentence.append(detail::counted(round.boxTests, "box test", "box tests"))
        .append(" (a box is apart along one of three axes). ");
    sentence.append(detail::counted(apart, "pair overlaps and stays", "pairs overlap and stay"));
    if (alone > 0)
      sentence.append(", and so do ")
          .append(detail::counted(alone, "node", "nodes"))
          .append(r == 0 ? " (whole bodies)" : "")
          .append(" with themselves");
    sentence.append("; the others are dropped. ")
        .append(detail::counted(round.bucketsMet, "of these is a pair", "of these are pairs"))
        .append(" of buckets.")
        .append(shown.words());
    steps.push_back({std::string("Descent, round ").append(std::to_string(r)),
                     sentence,
                     std::move(picture),
                     {},
                     {{bucketColour(true, 0), "buckets in pairs that stay"}, {bucketColour(true, 3), "other nodes"}}});
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
  std::size_t pairs = 0, nodePairs = 0;
  for (const BucketQuery::Round& round : query.rounds) nodePairs += round.pairs.size();
  for (const BucketQuery::Pair& pair : query.leaves) {
    const std::size_t a = query.buckets(pair.treeA).node(pair.a).count,
                      b = query.buckets(pair.treeB).node(pair.b).count;
    const bool itself = pair.treeA == pair.treeB && pair.a == pair.b;
    pairs += itself ? a * (a - 1) / 2 : a * b;
  }
  QueryStep leaf{"Leaf tests", {}, query.glass()};
  DrawnSurface black = detail::manyColoured();
  for (std::size_t tree = 0; tree < query.trees.size(); ++tree)
    appendFaces(query, query.trees[tree]->body, query.reached[query.trees[tree]->body], kCollidingColour, black);
  if (!black.mesh.faces.empty()) leaf.picture.surfaces.push_back(std::move(black));
  const Counters& counters = query.results.counters;
  leaf.sentence = concatenated("Of ", withCommas(nodePairs), " pairs of nodes, ", withCommas(query.leaves.size()),
                               " are pairs of buckets. They hold ", withCommas(pairs), " pairs of triangles. ");
  if (nodePairs == counters.nodesVisited)
    leaf.sentence += concatenated(
        "Not all are compared: triangles outside the other bucket's box are left out first. "
        "These tests of triangles, many at a time, are ",
        withCommas(counters.boxTests - query.boxTests), "; with the descent's ", withCommas(query.boxTests),
        " that makes ", withCommas(counters.boxTests), " box tests. ");
  else  // Without self-collision only the part near another body is put into buckets.
    leaf.sentence += concatenated("The counters have ", withCommas(counters.nodesVisited), " pairs of nodes and ",
                                  withCommas(counters.boxTests),
                                  " box tests, because buckets of a body that is not tested with itself hold only "
                                  "triangles near another body. ");
  leaf.sentence +=
      concatenated(withCommas(counters.candidates), " pairs overlap and share no corner (black): triangles to test.");
  leaf.legend = {{kCollidingColour, "triangles to test", true}};
  steps.push_back(std::move(leaf));
}

void appendHits(const BucketQuery& query, std::vector<QueryStep>& steps) {
  const BodySet& set = query.method.set;
  const Results& results = query.results;
  std::vector<std::vector<std::uint8_t>> hit(query.method.size());
  for (Index body = 0; body < query.method.size(); ++body) hit[body].resize(set.faces(body).size());
  for (const FacePair& pair : results.facePairs) hit[pair.bodyA][pair.faceA] = hit[pair.bodyB][pair.faceB] = 1;
  QueryStep step{"Hits", {}, query.glass()};
  DrawnSurface red = detail::manyColoured();
  for (Index body = 0; body < query.method.size(); ++body) appendFaces(query, body, hit[body], kMarkColour, red);
  if (!red.mesh.faces.empty()) step.picture.surfaces.push_back(std::move(red));
  step.sentence = concatenated(detail::counted(results.facePairs.size(), "pair", "pairs"),
                               " of triangles intersect (red), by exact tests of ",
                               withCommas(results.counters.narrowTests), " pairs.");
  step.legend = {{kMarkColour, "triangles that intersect"}};
  steps.push_back(std::move(step));
}

}  // namespace

std::vector<QueryStep> bucketSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked) {
  const BucketQuery query(bodies, asked);
  std::vector<QueryStep> steps;
  if (query.trees.empty()) {
    steps.push_back({"No triangles", "No body has triangles, so no octree has buckets.", MethodPicture(bodies.size())});
    return steps;
  }
  if (query.settings.algorithm == BucketSettings::Algorithm::Direct)
    appendDirect(query, steps);
  else
    appendSort(query, bodies, steps);
  appendNodes(query, steps);
  appendDescent(query, steps);
  appendLeafTests(query, steps);
  appendHits(query, steps);
  return steps;
}

}  // namespace pliant
