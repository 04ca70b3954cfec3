// Shapes for which conditions on normals and contours are wrong or hard to decide. An octree uses neither, and finds
// the pairs of brute force.

#include <pliant_catch.h>
#include <pliant_threads.h>

#include <random>
#include <string>

#include "detectors/ExactSurfaceDetectors.h"
#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "shapes/RegularityShapes.h"

using namespace pliant;
using meshes::Body;

namespace {

struct Shape {
  std::string name;
  Body body;
  bool meetsItself;
};

std::vector<Shape> shapesOf(std::size_t n) {
  std::mt19937 random(7);
  std::vector<Shape> all{{"stacked discs", shapes::stackedDiscs(n), true},
                         {"a disc in a disc", shapes::discInDisc(n), true},
                         {"a fan of two turns", shapes::doubleFan(n), false},
                         {"a ring of two turns", shapes::doubleRing(n), true},
                         {"a flap on one vertex", shapes::flap(n), true},
                         {"folded by half a turn", shapes::foldedOver(n, false), true},
                         {"folded by half a turn, turned round", shapes::foldedOver(n, true), true},
                         {"a seam", shapes::seam(n), true},
                         {"halves of a sphere", shapes::halves(n, 2 * n, false), true},
                         {"halves of a sphere, one turned", shapes::halves(n, 2 * n, true), true},
                         {"rolled up", shapes::rolled(3 * n, 1.25, 0), true},
                         {"rolled up, free", shapes::rolled(3 * n, 1.5, 0.3), false},
                         {"rumpled", shapes::rumpled(random, n + 4, 0.5), true}};
  // Adds faults: reversed faces, degenerate faces, repeated corners, edges of many faces.
  const std::size_t smooth = all.size();
  for (std::size_t i = 0; i < smooth; ++i) {
    Shape worse = all[i];
    worse.name += ", with faults";
    shapes::turnSome(worse.body, random, 0.3);
    worse.body.face(0, 0, 2);
    worse.body.face(1, 1, 1);
    worse.body.face(0, 1, 3);
    worse.body.face(0, 1, worse.body.x.size() / 3 - 1);
    all.push_back(worse);
  }
  return all;
}

/// Compares all variants with brute force. Returns the number of intersecting pairs of the shape's own faces.
std::size_t compare(const Shape& shape, Real margin) {
  // Another body passes by. The octrees of the two bodies hold only elements that may collide, different ones in each
  // step.
  std::vector<Body> bodies{shape.body, meshes::ball(5, 8)};
  bodies[1].place(0.5, {-0.6, 0.1, 0.05});
  BodySet set = meshes::setOf(bodies);
  const Query query{.facePairs = true, .vertexFace = true, .margin = margin};
  const auto trees = test::bucketTrees();
  Workers one(1), three(3);
  std::size_t own = 0;
  for (int step = 0; step < 4; ++step) {
    set.update();
    const Results expected = test::bruteForce(set, query);
    for (std::size_t i = 0; i < trees.size(); ++i) {
      INFO(shape.name << ", step " << step << ", settings " << i);
      REQUIRE(test::same(test::answersOf(*trees[i], set, query, i % 2 ? three : one), expected));
    }
    for (const FacePair& pair : expected.facePairs) own += step == 0 && pair.bodyA == 0 && pair.bodyB == 0;
    bodies[1].place(1, {0.3, 0, 0});
  }
  return own;
}

}  // namespace

TEST_CASE("a bucket tree finds what brute force finds on shapes that deceive normals and contours") {
  for (const std::size_t n : std::initializer_list<std::size_t>{3, 5, 8, 16})
    for (const Shape& shape : shapesOf(n)) {
      INFO(shape.name << ", " << n);
      const std::size_t pairs = compare(shape, Real(0.01));
      if (shape.meetsItself)
        CHECK(pairs > 0);
      else if (shape.name.find("faults") == std::string::npos)
        CHECK(pairs == 0);
    }
}
