// Two sides of a cut lie on each other when they are born. That is no collision, but going through each other is.

#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/detectors/buckettree/CutTwins.h>
#include <pliant/detectors/corners.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>

#include "SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

/// A wavy surface of n × n cells that a cut has opened in a body: each face twice, turned away from each other. The two
/// sides share the vertices of the rim x = 0, where the cut ends within the body; all others are twins.
struct Cut {
  explicit Cut(std::size_t n) : body(meshes::sheet(n)) {
    for (std::size_t i = 0; i < body.x.size(); i += 3)
      body.x[i + 2] = Real(0.2) * std::sin(4 * body.x[i]) * std::cos(3 * body.x[i + 1]);
    vertices = body.x.size() / 3;
    std::vector<Index> copyOf(vertices);
    for (Index v = 0; v < vertices; ++v) {
      copyOf[v] = v;
      if (v <= n) continue;  // the rim
      copyOf[v] = static_cast<Index>(body.x.size() / 3);
      for (std::size_t k = 0; k < 3; ++k) body.x.push_back(body.x[std::size_t{3} * v + k]);
      twins.split(v, copyOf[v]);
      below.push_back(copyOf[v]);
    }
    // The upper side of the cut looks down into it, the lower one up: material lies behind each.
    const std::size_t count = body.faces.size();
    for (std::size_t i = 0; i < count; i += 3) {
      lower.push_back({copyOf[body.faces[i]], copyOf[body.faces[i + 1]], copyOf[body.faces[i + 2]]});
      upper.push_back({body.faces[i], body.faces[i + 2], body.faces[i + 1]});
    }
    view = {body.x.data(), static_cast<Index>(body.x.size() / 3)};
    for (const auto* side : {&lower, &upper})
      for (const Triangle& corners : *side) tree.insert({&view, corners});
  }

  /// Pairs that the octree and the cut's rule leave, and how many would be without the rule.
  std::size_t meeting(std::size_t* withoutRule = nullptr) {
    tree.update();
    std::size_t found = 0, plain = 0;
    tree.forEachPairWithin([&](Index i, Index j) {
      const Triangle &a = tree[i].corners, &b = tree[j].corners;
      found += twins.meet(view, a, b);
      plain += !shareCorner(a, b) &&
               exact::trianglesMeet(view[a[0]], view[a[1]], view[a[2]], view[b[0]], view[b[1]], view[b[2]]);
      CHECK(twins.meet(view, a, b) == twins.meet(view, b, a));
    });
    if (withoutRule) *withoutRule = plain;
    return found;
  }

  void moveLower(double x, double y, double z) {
    for (const Index v : below) {
      Real* p = &body.x[std::size_t{3} * v];
      p[0] += static_cast<Real>(x);
      p[1] += static_cast<Real>(y);
      p[2] += static_cast<Real>(z);
    }
  }

  Body body;
  std::size_t vertices;
  std::vector<Index> below;
  std::vector<Triangle> lower, upper;
  CutTwins twins;
  PositionsView view;
  BucketOctree<TrianglePrimitive> tree;
};

}  // namespace

TEST_CASE("a cut's two sides are not told at birth, nor when it opens, but when they cross") {
  Cut cut(6);
  std::size_t plain = 0;
  CHECK(cut.meeting(&plain) == 0);
  CHECK(plain > 100);  // though they touch everywhere
  cut.moveLower(0, 0, -0.05);
  CHECK(cut.meeting() == 0);
  cut.moveLower(0, 0, 0.05);
  // Closed again, exactly or nearly, and then the lower side goes up through the upper one.
  CHECK(cut.meeting() < 400);
  cut.moveLower(0.03, 0.02, 0.04);
  CHECK(cut.meeting() > 10);
}

TEST_CASE("one corner that goes through is told, though the rest of the cut is still closed") {
  for (const double up : {1e-6, 1e-3, 0.1}) {
    Cut cut(5);
    REQUIRE(cut.meeting() == 0);
    const Index v = cut.below[12];
    cut.body.x[std::size_t{3} * v + 2] -= static_cast<Real>(up);
    CHECK(cut.meeting() == 0);
    cut.body.x[std::size_t{3} * v + 2] += static_cast<Real>(2 * up);
    CHECK(cut.meeting() > 0);
  }
}

TEST_CASE("two triangles, hinged or free, opening and closing") {
  // A face and its opposite: the first looks up, the second down, and lies on it.
  std::vector<Real> x{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0};
  const PositionsView view{x.data(), 6};
  const Triangle below{0, 1, 2}, above{3, 5, 4};
  CutTwins twins;
  for (Index v = 0; v < 3; ++v) twins.split(v, v + 3);
  CHECK(exact::trianglesMeet(view[0], view[1], view[2], view[3], view[5], view[4]));
  CHECK_FALSE(twins.meet(view, below, above));
  // Two corners stay: a hinge.
  for (const Real z : {Real(0.5), Real(1e-30), Real(-1e-30), Real(-0.5)}) {
    x[3 * 5 + 2] = z;
    CHECK(twins.meet(view, below, above) == (z < 0));
  }
  // Turned right over about the hinge, it looks the other way and lies beside.
  x[3 * 5 + 1] = -1;
  x[3 * 5 + 2] = 0;
  CHECK_FALSE(twins.meet(view, below, above));
  // Free: then only what the two have in common counts.
  x = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, Real(0.1), 1, 0, Real(0.1), 0, 1, Real(0.1)};
  const PositionsView moved{x.data(), 6};
  CHECK_FALSE(twins.meet(moved, below, above));
  x[3 * 5 + 2] = Real(-0.1);
  CHECK(twins.meet(moved, below, above));
}

TEST_CASE("neighbours across a cut count as neighbours while they hold together") {
  // Two faces at an edge that is cut: they touch along it.
  std::vector<Real> x{0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0};
  const PositionsView view{x.data(), 6};
  const Triangle left{0, 1, 2}, right{3, 5, 4};
  CutTwins twins;
  CHECK(twins.meet(view, left, right));
  twins.split(0, 3);
  twins.split(1, 4);
  CHECK_FALSE(twins.meet(view, left, right));
  // Apart, then pushed into each other.
  x[3 * 3] = x[3 * 4] = Real(0.1);
  CHECK_FALSE(twins.meet(view, left, right));
  x[3 * 3] = x[3 * 4] = Real(-0.1);
  CHECK(twins.meet(view, left, right));
}

TEST_CASE("cut again and again: twins of twins, and vertices that are gone") {
  CutTwins twins;
  CHECK(twins.twins(4, 4));
  CHECK_FALSE(twins.twins(4, 9));
  twins.split(4, 9);
  twins.split(9, 2);
  twins.split(7, 8);
  CHECK(twins.twins(4, 2));
  CHECK(twins.twins(2, 9));
  CHECK_FALSE(twins.twins(2, 7));
  twins.split(8, 4);
  CHECK(twins.twins(7, 2));
  twins.forget(7);
  CHECK_FALSE(twins.twins(7, 2));
  CHECK(twins.twins(2, 9));
  CHECK(twins.twins(8, 4));
  twins.clear();
  CHECK_FALSE(twins.twins(8, 4));
}
