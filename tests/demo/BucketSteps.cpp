// Tests the arrays of Algorithm 2 and the steps of a query of bucket trees.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/io/numbers.h>
#include <pliant/pictures/bucketArrays.h>
#include <pliant/pictures/querySteps.h>

#include <random>
#include <set>
#include <string>

#include "DrawnRods.h"
#include "resultsOf.h"

using namespace pliant;
using pictures::bodiesOf, pictures::sphereAt;

namespace {

using Places = std::vector<std::array<Real, 3>>;

Places randomPlaces(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<Real> in(0, 1);
  Places places(count);
  for (auto& p : places) p = {in(random), in(random), in(random)};
  return places;
}

/// Returns the first number in a text.
std::size_t numberIn(std::string text) {
  std::erase(text, ',');
  return std::stoul(text.substr(text.find_first_of("0123456789")));
}

const StepwiseQuery kSorted{.values = {{"algorithm", 1}}};

const QueryStep* find(const std::vector<QueryStep>& steps, const std::string& title) {
  const auto at = std::find_if(steps.begin(), steps.end(), [&](const QueryStep& one) { return one.title == title; });
  return at == steps.end() ? nullptr : &*at;
}

}  // namespace

TEST_CASE("arrays: in order before and after a motion, a swap for each pair that changes places, pointers by value") {
  const Places before = randomPlaces(60, 1);
  Places after = before;
  const Places aside = randomPlaces(60, 2);
  for (std::size_t i = 0; i < after.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) after[i][k] += Real(0.1) * (aside[i][k] - Real(0.5));
  const BucketArrays arrays = bucketArrays(before, after, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const AxisArray& axis = arrays.axes[k];
    REQUIRE(axis.before.size() == 60);
    std::size_t swaps = 0;
    for (std::size_t i = 0; i < 60; ++i)
      for (std::size_t j = i + 1; j < 60; ++j) {
        CHECK(before[axis.before[i]][k] <= before[axis.before[j]][k]);
        CHECK(after[axis.after[i]][k] <= after[axis.after[j]][k]);
        swaps += after[axis.before[i]][k] > after[axis.before[j]][k];
      }
    CHECK_FALSE(axis.fullSort);
    CHECK(axis.swaps == swaps);
    CHECK(swaps > 10);
    const double low = double{after[axis.after.front()][k]}, high = double{after[axis.after.back()][k]};
    REQUIRE(axis.startsAfter.size() == 9);
    for (std::size_t b = 0; b < 8; ++b) {
      const double threshold = low + (high - low) * static_cast<double>(b) / 8;
      const auto below =
          std::count_if(after.begin(), after.end(), [&](const auto& p) { return double{p[k]} < threshold; });
      CHECK(axis.startsAfter[b] == static_cast<Index>(below));
    }
  }
  for (const ArraysShown shown : {ArraysShown::Sorted, ArraysShown::Pointers}) {
    const Image image = drawArrays(arrays, shown);
    CHECK(image.width() <= 1200);
    CHECK(image.height() > 100);
  }
  CHECK(drawArrays(arrays).height() > drawArrays(arrays, ArraysShown::Sorted).height());
  CHECK(drawArrays(bucketArrays({}, {}, 2)).empty());
  // A pointer that has moved is orange.
  const auto orange = [](const Image& image) {
    std::size_t count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) count += image.at(x, y)[0] > 200 && image.at(x, y)[2] < 60;
    return count;
  };
  CHECK(orange(drawArrays(arrays)) > 0);
  CHECK(orange(drawArrays(bucketArrays(before, before, 3))) == 0);
}

TEST_CASE("bucket steps: sort, pointers, marks, descent, leaf tests, hits, with the numbers of the query") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), sphereAt(1.7, 0.2, 0.1)};
  auto bodies = bodiesOf(meshes);
  for (MethodBody& body : bodies) body.self = false;
  const MethodValues values{{"algorithm", 1}, {"storage", 1}, {"levels", 2}, {"few", 0}, {"crowded", 0}};
  const std::vector<QueryStep> steps = bucketSteps(bodies, {.values = values});
  REQUIRE(steps.size() > 8);
  CHECK(steps[0].title == "Algorithm 2: sort");
  CHECK(steps[0].sentence.starts_with("Body 0: "));
  CHECK_FALSE(steps[0].image.empty());
  CHECK(steps[1].title == "Algorithm 2: bucket pointers");
  CHECK_FALSE(steps[1].image.empty());
  CHECK(steps[2].title == "Marks, level 2");
  CHECK(steps[4].title == "Marks, level 0");
  CHECK(steps[5].title == "Descent, round 0");
  for (const QueryStep& step : steps) {
    CHECK(step.picture.glass.size() == 2);
    CHECK(step.sentence.size() > 40);
    CHECK(step.sentence.back() == '.');
  }

  // The same octrees as those of the steps.
  std::array<BucketOctree<TrianglePrimitive>, 2> trees;
  std::array<PositionsView, 2> positions;
  for (std::size_t b = 0; b < 2; ++b) {
    trees[b].setSettings({.storage = BucketSettings::Storage::Full, .levels = 2, .few = 0, .crowded = 0});
    positions[b] = bodies[b].view.positions;
    for (const Triangle& face : meshes[b].faces) trees[b].insert({&positions[b], face});
    trees[b].update();
  }
  std::size_t overlapping = 0;
  trees[0].forEachPair(trees[1], [&](Index, Index) { ++overlapping; });
  const QueryStep* const leaf = find(steps, "Leaf tests");
  REQUIRE(leaf != nullptr);
  CHECK(leaf->sentence.find(" " + withCommas(trees[0].descent().pairs().size()) + " are pairs of buckets") !=
        std::string::npos);
  CHECK(leaf->sentence.find(" " + withCommas(overlapping) + " pairs overlap") != std::string::npos);
  std::size_t tests = 0;
  for (const QueryStep& step : steps)
    if (step.title.starts_with("Descent")) tests += numberIn(step.sentence.substr(step.sentence.find(':')));
  CHECK(tests == trees[0].descent().boxTests());

  const std::vector<BodyView> views = {bodies[0].view, bodies[1].view};
  const Results expected = resultsOf(BruteForce(), views, {.facePairs = true, .self = false});
  REQUIRE(expected.facePairs.size() > 20);
  CHECK(steps.back().title == "Hits");
  CHECK(numberIn(steps.back().sentence) == expected.facePairs.size());
  std::set<std::pair<Index, Index>> faces;
  for (const FacePair& pair : expected.facePairs) {
    faces.insert({pair.bodyA, pair.faceA});
    faces.insert({pair.bodyB, pair.faceB});
  }
  CHECK(steps.back().picture.surfaces.back().mesh.faces.size() == faces.size());
}

TEST_CASE("bucket steps: the counts of all rounds together are the detector's counters, with any settings") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0, 2), sphereAt(1.7, 0.2, 0.1, 2)};
  const auto bodies = bodiesOf(meshes);
  std::vector<BodyView> views;
  for (const MethodBody& body : bodies) views.push_back(body.view);
  const MethodValues full{{"storage", 1}, {"levels", 2}, {"few", 0}, {"crowded", 0}}, larger{{"order", 1}, {"few", 0}};
  for (const MethodValues& values : {MethodValues{}, full, larger}) {
    BucketTree tree;
    applyMethodValues(values, tree);
    const Counters counters = resultsOf(BucketTree(tree.settings()), views, {.facePairs = true}).counters;
    const std::vector<QueryStep> steps = bucketSteps(bodies, {.values = values});
    CHECK(steps[0].title == "Algorithm 1: a bucket for each triangle");
    const std::string leaf = find(steps, "Leaf tests")->sentence;
    INFO(leaf);
    CHECK(leaf.starts_with("Of " + withCommas(counters.nodesVisited) + " pairs of nodes"));
    CHECK(leaf.find(" makes " + withCommas(counters.boxTests) + " box tests") != std::string::npos);
    // The two numbers before it are those that make the sum.
    std::size_t inDescent = 0;
    for (const QueryStep& step : steps)
      if (step.title.starts_with("Descent")) inDescent += numberIn(step.sentence.substr(step.sentence.find(':')));
    CHECK(leaf.find(", are " + withCommas(counters.boxTests - inDescent) + "; with the descent's " +
                    withCommas(inDescent) + " that") != std::string::npos);
    for (const QueryStep& step : steps) CHECK((step.title.starts_with("Algorithm") || !step.legend.empty()));
    CHECK(steps.back().sentence.find(" " + withCommas(counters.narrowTests) + " pairs.") != std::string::npos);
  }
}

TEST_CASE("bucket steps: bodies are named by their index in the input, from 0") {
  SoftMesh cloud;
  cloud.positions.emplace_back(btScalar(1), btScalar(2), btScalar(3));
  const std::vector<SoftMesh> meshes = {cloud, sphereAt(0, 0, 0, 2), sphereAt(3, 0, 0, 3)};
  CHECK(bucketSteps(bodiesOf(meshes), kSorted)[0].sentence.starts_with("Body 2: "));
}

TEST_CASE("bucket steps: the shape at rest is the array before, and a body with itself is descended too") {
  const SoftMesh rest = sphereAt(0, 0, 0);
  SoftMesh now = rest;
  for (btVector3& p : now.positions) p.setZ(p.z() * btScalar(0.4) + p.x() * btScalar(0.2));
  const MethodBody still[] = {{now.view()}}, moved[] = {{now.view(), rest.view().positions}};
  CHECK(bucketSteps(still, kSorted)[0].sentence.find("0, 0, 0 swaps") != std::string::npos);
  CHECK(bucketSteps(moved, kSorted)[0].sentence.find("0, 0, 0 swaps") == std::string::npos);
  const std::vector<QueryStep> steps = bucketSteps(moved);
  CHECK(steps.back().title == "Hits");
  CHECK(numberIn(steps.back().sentence) == 0);
}

TEST_CASE("bucket steps: without triangles one step says so") {
  SoftMesh cloud;
  cloud.positions.emplace_back(btScalar(1), btScalar(2), btScalar(3));
  const MethodBody bodies[] = {{cloud.view()}};
  REQUIRE(bucketSteps(bodies).size() == 1);
  CHECK(bucketSteps(bodies)[0].sentence.find("No body has triangles") == 0);
  CHECK(bucketSteps({}).size() == 1);
}
