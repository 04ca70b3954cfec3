// Normal masks and boxes of the patches of a regularity tree.

#include <pliant_catch.h>
#include <pliant_threads.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <span>

#include "HeldPatches.h"
#include "detectors/AllTargets.h"
#include "shapes/RegularityShapes.h"

using namespace pliant;
using detail::DirectionSamples;
using detail::SurfaceHierarchy;
using detail::SurfacePatches;
using meshes::Body;
using regularity::Held;
namespace surface = detail::surface;

namespace {

/// Makes some bodies slivers, and gives some flat faces by rounding to a grid of `planes` steps per unit.
void distort(Body& body, int turn, Real planes) {
  if (turn % 5 == 1)
    for (std::size_t k = 0; k < body.x.size(); k += 3) body.x[k] *= Real(1e-6);
  if (turn % 5 == 2)
    for (Real& x : body.x) x = std::round(planes * x);
}

/// Scales bodies from 1e-30 to 1e30, and moves some far from the origin.
void placeAnywhere(Body& body, int turn) {
  const double scale = std::pow(10.0, turn % 7 * 10 - 30), shift = turn % 4 == 3 ? 1000 : 0;
  body.place(scale, {shift * scale, shift * scale, -shift * scale});
}

/// Returns the sampled directions from which a face is seen from its front.
std::uint64_t exactMask(const DirectionSamples& samples, std::span<const PackedPosition> x, const Triangle& t) {
  std::uint64_t mask = 0;
  for (unsigned bit = 0; bit < 64; ++bit)
    if (facing(x[t[0]], x[t[1]], x[t[2]], samples.direction(bit)) > 0) mask |= std::uint64_t{1} << bit;
  return mask;
}

std::size_t countBits(std::uint64_t mask) {
  return static_cast<std::size_t>(std::popcount(mask));
}

/// Returns the masks of all patches.
std::vector<std::uint64_t> masksOf(const SurfacePatches& patches) {
  std::vector<std::uint64_t> masks;
  for (Index node = 0; node < patches.tree().nodeCount(); ++node) masks.push_back(patches.directions(node));
  return masks;
}

}  // namespace

TEST_CASE("sampled directions are many, apart, and whole-numbered") {
  for (const unsigned count : {2u, 12u, 32u, 64u}) {
    const DirectionSamples samples(count);
    CHECK(samples.axisCount() == count / 2);
    double nearest = -1;
    for (unsigned i = 0; i < samples.axisCount(); ++i) {
      const auto v = samples.direction(i), opposite = samples.direction(32 + i);
      CHECK((v.x == -opposite.x && v.y == -opposite.y && v.z == -opposite.z));
      CHECK(samples.axes().x[i] == static_cast<float>(v.x));
      CHECK(std::hypot(v.x, v.y, v.z) == Approx(512).epsilon(0.01));
      for (unsigned j = 0; j < i; ++j) {
        const auto w = samples.direction(j);
        nearest =
            std::max(nearest, std::abs(double(v.x) * w.x + double(v.y) * w.y + double(v.z) * w.z) / (512.0 * 512));
      }
    }
    if (count == 12) CHECK(nearest == Approx(std::sqrt(0.2)).epsilon(0.01));
    if (count == 64) CHECK(nearest < std::cos(0.2));
  }
  // The middle of all directions on one side of a direction is near that direction.
  const DirectionSamples samples(64);
  for (unsigned bit = 0; bit < 64; ++bit) {
    const auto v = samples.direction(bit);
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < 64; ++i) {
      const auto w = samples.direction(i);
      if (v.x * w.x + v.y * w.y + v.z * w.z > 0) mask |= std::uint64_t{1} << i;
    }
    const auto m = samples.direction(samples.middle(mask));
    CHECK(v.x * m.x + v.y * m.y + v.z * m.z > 512 * 512 * 0.8);
  }
}

TEST_CASE(
    "a normal mask has only directions that agree with all normals of a patch, and nearly all, whatever shape, size "
    "and place") {
  std::mt19937 random(9);
  const DirectionSamples samples(64);
  Workers one(1), three(3);
  std::size_t missing = 0, given = 0;
  for (int i = 0; i < 60; ++i) {
    Body body = shapes::rumpled(random, 8, 0.3 * (i % 3));
    distort(body, i, 2);
    placeAnywhere(body, i);
    Held held(body);
    held.patches->mask(held.set, 0, samples, one);
    const SurfaceHierarchy& tree = held.tree();
    const std::vector<std::uint64_t> masks = masksOf(*held.patches);
    held.patches->mask(held.set, 0, samples, three);
    CHECK(masks == masksOf(*held.patches));
    for (Index leaf = 0; leaf < tree.leafCount(); ++leaf) {
      const std::uint64_t exact = exactMask(samples, held.set.positions(), tree.corners()[leaf]);
      CHECK((masks[leaf] & ~exact) == 0);
      missing += countBits(exact & ~masks[leaf]);
      given += countBits(exact);
    }
    for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node) {
      std::uint64_t common = ~std::uint64_t{0};
      for (Index child = tree.firstChild(node); child < tree.endChild(node); ++child) common &= masks[child];
      CHECK(masks[node] == common);
    }
  }
  INFO(missing << " of " << given << " missing");
  CHECK(missing < given / 200);
}

TEST_CASE("boxes and masks by groups are those of their faces and vertices") {
  std::mt19937 random(19);
  const DirectionSamples samples(64);
  Workers one(1), three(3);
  std::size_t given = 0, all = 0;
  for (int i = 0; i < 80; ++i) {
    Body body =
        i % 2 ? shapes::rumpled(random, 6u + unsigned(i) % 9, 0.15 * (i % 4)) : meshes::ball(5u + unsigned(i) % 7, 9);
    distort(body, i, 4);
    if (i % 9 == 3) body = shapes::manifold(meshes::soup(random, 60, 70, 0.4));  // groups of many vertices
    placeAnywhere(body, i);
    Held held(body);
    SurfacePatches& patches = *held.patches;
    const SurfaceHierarchy& tree = held.tree();
    const auto x = held.set.positions();
    const Index leafPatch = i % 3 == 0 ? 2 : i % 3 == 1 ? 32 : 200;
    patches.setLeafPatchFaces(leafPatch);
    const auto update = [&](Workers& workers) {
      if (patches.quick()) {
        patches.boundAndMask(held.set, 0, samples, workers);
      } else {
        // Floats that enclose positions in double.
        std::vector<float> boxes;
        for (const auto& p : x)
          for (const float side : {-INFINITY, INFINITY})
            for (const Real c : {p.x, p.y, p.z, Real(0)}) boxes.push_back(std::nextafter(static_cast<float>(c), side));
        patches.bound({boxes.data()}, workers);
        patches.mask(held.set, 0, samples, workers);
      }
    };
    update(three);
    const std::vector<std::uint64_t> masks = masksOf(patches);
    test::onAllTargets([&] {
      update(one);
      CHECK(masks == masksOf(patches));
    });
    update(one);
    regularity::descend(tree, [&](Index node) {
      const auto leaves = tree.leaves(node);
      std::uint64_t exact = ~std::uint64_t{0};
      float box[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
      for (Index leaf = leaves.begin; leaf < leaves.end; ++leaf) {
        const Triangle& t = tree.corners()[leaf];
        exact &= exactMask(samples, x, t);
        for (const Index corner : t)
          for (std::size_t k = 0; k < 3; ++k) {
            const auto c = static_cast<float>((&x[corner].x)[k]);
            box[k] = std::min(box[k], c);
            box[3 + k] = std::max(box[3 + k], c);
          }
      }
      CHECK((masks[node] & ~exact) == 0);
      if (i % 5 != 1 && i % 5 != 2) {
        given += countBits(masks[node]);
        all += countBits(exact);
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const float *found = patches.box(node), spare = patches.quick() ? 0 : std::abs(box[k]) * 1e-6f + 1e-37f;
        CHECK((found[k] <= box[k] && found[k] >= box[k] - spare));
        CHECK((found[4 + k] >= box[3 + k]));
        if (patches.quick()) CHECK(found[4 + k] == box[3 + k]);
      }
      return leaves.size() > patches.most() && !(leafPatch > 1 && tree.isLeaf(tree.firstChild(node)));
    });
  }
  INFO(given << " of " << all);
  CHECK(given > all * 3 / 4);
}

TEST_CASE("a mask that keeps faces wide has only directions in which they are, all along a motion") {
  std::mt19937 random(29);
  const DirectionSamples samples(64);
  Workers one(1), three(3);
  std::size_t given = 0, groups = 0, skipped = 0;
  for (int i = 0; i < 60; ++i) {
    Body body = shapes::rumpled(random, 6u + unsigned(i) % 9, 0.1 * (i % 4));
    const bool moving = i % 3 > 0;
    if (moving) {
      std::normal_distribution<double> move(0, 0.02 * (i % 5));
      body.x0 = body.x;
      for (Real& x : body.x0) x += static_cast<Real>(move(random));
    }
    const double scale = std::pow(10.0, i % 7 * 8 - 24), shift = i % 4 == 3 ? 100 : 0;
    body.place(scale, {shift * scale, -shift * scale, shift * scale});
    Held held(body), single(body);
    held.patches->setLeafPatchFaces(i % 2 ? 32 : 3);
    const auto from = held.set.positions_t0(), to = held.set.positions();
    std::vector<float> motions;
    for (std::size_t v = 0; v < to.size(); ++v)
      for (const Real way : {to[v].x - from[v].x, to[v].y - from[v].y, to[v].z - from[v].z, Real(0)})
        motions.push_back(static_cast<float>(way));
    const surface::VertexBoxes boxes{motions.data(), 4, 0};
    const double distance = scale * 0.01 * (i % 6);
    const auto mask = [&](Held& of, Workers& workers) {
      of.patches->maskSeparated(of.set, 0, distance, moving ? &boxes : nullptr, samples, workers);
    };
    mask(single, three);
    test::onAllTargets([&] {
      mask(held, one);
      mask(single, one);
      // The mask of a group is the intersection of its faces' masks; patches above have the intersection of the groups'
      // masks.
      Index wrong = 0;
      regularity::descend(held.tree(), [&](Index node) {
        wrong += held.patches->directions(node) != single.patches->directions(node);
        given += held.patches->directions(node) != 0;
        ++groups;
        return !held.patches->isLeafPatch(node);
      });
      CHECK(wrong == 0);
    });
    const double least = single.patches->distance();
    for (Index leaf = 0; leaf < single.tree().leafCount(); ++leaf) {
      const Triangle& t = single.tree().corners()[leaf];
      const auto at = [&](std::size_t c, double time) {
        const auto &p = from[t[c]], &q = to[t[c]];
        return Eigen::Vector3d(p.x + time * (double(q.x) - p.x), p.y + time * (double(q.y) - p.y),
                               p.z + time * (double(q.z) - p.z));
      };
      for (std::uint64_t left = single.patches->directions(leaf); left != 0; left &= left - 1) {
        const auto v = samples.direction(static_cast<unsigned>(std::countr_zero(left)));
        const double length = std::hypot(v.x, v.y, v.z);
        for (const double time : {0.0, 0.3, 0.5, 0.8, 1.0}) {
          const Eigen::Vector3d a = at(0, time), b = at(1, time), c = at(2, time), n = (b - a).cross(c - a);
          const double along = n[0] * v.x + n[1] * v.y + n[2] * v.z;
          const double longest = std::max({(b - a).norm(), (c - a).norm(), (c - b).norm()});
          skipped += !(along / length > least * longest);
        }
      }
    }
  }
  INFO(given << " of " << groups << " look somewhere");
  CHECK(given > groups / 10);
  CHECK(given < groups * 9 / 10);
  CHECK(skipped == 0);
}
