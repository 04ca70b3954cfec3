// Two sides of a cut lie on each other when they are born. That is no collision, but going through each other is.

#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/detectors/buckettree/CutTwins.h>
#include <pliant/detectors/corners.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include "CutRule.h"
#include "SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

using Pairs = std::set<std::pair<Index, Index>>;

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

  /// How many pairs the octree and the cut's rule leave, which must be those of expected(), and how many would be
  /// without the rule.
  std::size_t meeting(std::size_t* withoutRule = nullptr) {
    tree.update();
    Pairs found;
    std::size_t plain = 0;
    tree.forEachPairWithin([&](Index i, Index j) {
      const Triangle &a = tree[i].corners, &b = tree[j].corners;
      if (twins.meet(view, a, b)) found.emplace(std::minmax(i, j));
      plain += !shareCorner(a, b) &&
               exact::trianglesMeet(view[a[0]], view[a[1]], view[a[2]], view[b[0]], view[b[1]], view[b[2]]);
      CHECK(twins.meet(view, a, b) == twins.meet(view, b, a));
    });
    CHECK(found == expected());
    if (withoutRule) *withoutRule = plain;
    return found.size();
  }

  /// Of all pairs of faces, lower ones first, those that meet by the rule.
  Pairs expected() const {
    const auto corners = [&](const Triangle& t) {
      return std::array{rational::point(view[t[0]]), rational::point(view[t[1]]), rational::point(view[t[2]])};
    };
    const auto apart = [&](const Triangle& a, const Triangle& b) {
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [leastA, mostA] = std::minmax({view[a[0]][k], view[a[1]][k], view[a[2]][k]});
        const auto [leastB, mostB] = std::minmax({view[b[0]][k], view[b[1]][k], view[b[2]][k]});
        if (mostA < leastB || mostB < leastA) return true;
      }
      return false;
    };
    std::vector<Triangle> faces = lower;
    faces.insert(faces.end(), upper.begin(), upper.end());
    Pairs pairs;
    for (Index i = 0; i < faces.size(); ++i)
      for (Index j = i + 1; j < faces.size(); ++j) {
        const Triangle &a = faces[i], &b = faces[j];
        if (apart(a, b)) continue;
        if (j - i == lower.size()) {
          // The upper side's corners are told in the order of the lower one's.
          if (rational::oppositeMeet(corners(a), corners({b[0], b[2], b[1]}))) pairs.emplace(i, j);
          continue;
        }
        bool neighbours = false;
        for (const Index v : a)
          for (const Index w : b)
            neighbours |= origin(v) == origin(w) && rational::point(view[v]) == rational::point(view[w]);
        if (!neighbours && rational::trianglesMeet(corners(a), corners(b))) pairs.emplace(i, j);
      }
    return pairs;
  }

  Index origin(Index v) const {
    return v < vertices ? v : static_cast<Index>(v - vertices + (vertices - below.size()));
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

/// A face and its opposite: the first looks up, the second down, and lies on it.
struct Sides {
  std::vector<Real> x{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0};
  PositionsView view{x.data(), 6};
  Triangle below{0, 1, 2}, above{3, 5, 4};
  CutTwins twins;

  Sides() {
    for (Index v = 0; v < 3; ++v) twins.split(v, v + 3);
  }
  Sides(const Sides&) = delete;
  Sides& operator=(const Sides&) = delete;
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
  // Closed again, but for rounding, and then the lower side goes up through the upper one.
  cut.meeting();
  cut.moveLower(0.03, 0.02, 0.04);
  CHECK(cut.meeting() > 10);
}

TEST_CASE("what a cut's two sides are told to do is the rule's, however they are moved") {
  std::mt19937 random(19);
  std::size_t met = 0;
  for (int i = 0; i < 120; ++i) {
    Cut cut(4);
    // Some of the lower side stays where it is, some goes in steps so that corners come to lie in planes of others.
    std::normal_distribution<double> move(0, i % 4 == 3 ? 0.3 : 0.05);
    std::bernoulli_distribution moves(0.3 + 0.2 * (i % 3));
    for (const Index v : cut.below) {
      if (!moves(random)) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const double by = move(random);
        cut.body.x[std::size_t{3} * v + k] += static_cast<Real>(i % 2 ? by : std::round(16 * by) / 16);
      }
    }
    met += cut.meeting();
  }
  CHECK(met > 1000);
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
  Sides sides;
  auto& [x, view, below, above, twins] = sides;
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

namespace {

/// Two sides of a face in any place, turned about a line through one of its corners, which both keep.
class Turned {
 public:
  /// `edge`: about the edge from there, which both keep; else about a line that has no more in common with the face.
  Turned(std::mt19937& random, bool edge) : m_edge(edge) {
    std::normal_distribution<double> any;
    std::uniform_real_distribution<double> angle(0.3, 1.2), length(0.2, 3), size(-8, 8);
    std::array<double, 3> u, v, n, origin;
    for (auto* const p : {&u, &v, &origin})
      for (double& x : *p) x = any(random);
    const auto unit = [](std::array<double, 3>& p) {
      const double l = std::hypot(p[0], p[1], p[2]);
      for (double& x : p) x /= l;
    };
    unit(u);
    n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    unit(n);
    v = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]};
    const double scale = std::pow(10, size(random)), first = edge ? 0 : angle(random);
    const double angles[2] = {first, first + angle(random)}, lengths[2] = {length(random), length(random)};
    m_place = [=](int corner, double turn) {
      std::array<Real, 3> p;
      const double along = lengths[corner] * std::cos(angles[corner]), out = lengths[corner] * std::sin(angles[corner]);
      for (std::size_t k = 0; k < 3; ++k)
        p[k] = static_cast<Real>(scale *
                                 (origin[k] + along * u[k] + out * (std::cos(turn) * v[k] + std::sin(turn) * n[k])));
      return p;
    };
    for (std::size_t k = 0; k < 3; ++k) m_held[k] = static_cast<Real>(scale * origin[k]);
    for (Index corner = 0; corner < 3; ++corner) m_twins.split(corner, corner + 3);
  }

  /// Both open by half the angle, in degrees, or cross by it.
  bool meet(double degrees) const {
    const double half = degrees * 3.14159265358979323846 / 360;
    std::vector<Real> x;
    for (const double turn : {-half, half}) {
      x.insert(x.end(), m_held.begin(), m_held.end());
      for (const int corner : {0, 1}) {
        const auto p = m_place(corner, m_edge && corner == 0 ? 0 : turn);
        x.insert(x.end(), p.begin(), p.end());
      }
    }
    const PositionsView view{x.data(), 6};
    const bool told = m_twins.meet(view, {0, 1, 2}, {3, 5, 4});
    for (Index turn = 0; turn < 3; ++turn) {
      const Triangle a{turn, (turn + 1) % 3, (turn + 2) % 3}, b{3 + turn, 3 + (turn + 2) % 3, 3 + (turn + 1) % 3};
      CHECK(m_twins.meet(view, a, {3, 5, 4}) == told);
      CHECK(m_twins.meet(view, b, {0, 1, 2}) == told);
    }
    const auto corners = rational::points({{x[0], x[1], x[2]},
                                           {x[3], x[4], x[5]},
                                           {x[6], x[7], x[8]},
                                           {x[9], x[10], x[11]},
                                           {x[12], x[13], x[14]},
                                           {x[15], x[16], x[17]}});
    CHECK(rational::oppositeMeet({corners[0], corners[1], corners[2]}, {corners[3], corners[4], corners[5]}) == told);
    return told;
  }

 private:
  bool m_edge;
  std::function<std::array<Real, 3>(int, double)> m_place;
  std::array<Real, 3> m_held;
  CutTwins m_twins;
};

}  // namespace

TEST_CASE("sides held at an edge or a corner and opened by any angle are told within a quarter turn behind, no more") {
  std::mt19937 random(29);
  for (int i = 0; i < 300; ++i) {
    const Turned sides(random, i % 2 == 0);
    INFO("run " << i);
    for (const double degrees : {0.1, 1.0, 45.0, 89.9, 90.1, 135.0, 179.9, 180.1, 200.0, 225.0, 269.9})
      CHECK_FALSE(sides.meet(degrees));
    for (const double degrees : {270.1, 315.0, 359.0, 359.9}) CHECK(sides.meet(degrees));
  }
}

TEST_CASE("at an edge, a quarter turn behind and half a turn are decided exactly") {
  CutTwins twins;
  for (Index v = 0; v < 3; ++v) twins.split(v, v + 3);
  const Triangle below{0, 1, 2}, above{3, 5, 4};
  const auto told = [&](Real y, Real z) {
    const std::vector<Real> x{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, y, z};
    const PositionsView view{x.data(), 6};
    CHECK(twins.meet(view, below, above) == twins.meet(view, above, below));
    return twins.meet(view, below, above);
  };
  constexpr Real least = std::numeric_limits<Real>::denorm_min();
  for (const Real z : {least, Real(0.2), Real(1e20)}) {
    CHECK_FALSE(told(-1, z));
    CHECK_FALSE(told(-1, -z));
    CHECK_FALSE(told(-least, -z));
    CHECK_FALSE(told(0, -z));
    CHECK(told(least, -z));
    CHECK_FALSE(told(least, z));
  }
  CHECK_FALSE(told(-1, 0));
  CHECK_FALSE(told(2, 0));
}

TEST_CASE("held at a corner, beside each other is not through each other") {
  Sides sides;
  const auto put = [&](std::array<Real, 3> first, std::array<Real, 3> second) {
    std::copy(first.begin(), first.end(), sides.x.begin() + 12);
    std::copy(second.begin(), second.end(), sides.x.begin() + 15);
    return sides.twins.meet(sides.view, sides.below, sides.above);
  };
  const Real up = Real(0.1);
  // Through with both corners, with one, and wider and narrower than the other side.
  CHECK(put({1, 0, -up}, {0, 1, -up}));
  CHECK(put({1, 0, -up}, {0, 1, up}));
  CHECK(put({2, -1, -up}, {-1, 2, -up}));
  CHECK(put({Real(0.6), Real(0.4), -up}, {Real(0.4), Real(0.6), -up}));
  // In front; moved sideways within the plane, and with one corner behind the plane, beside the other.
  CHECK_FALSE(put({1, 0, up}, {0, 1, up}));
  CHECK_FALSE(put({0, 1, 0}, {-1, 0, 0}));
  CHECK_FALSE(put({Real(0.5), 1, up}, {-1, 0, -up}));
  CHECK_FALSE(put({-1, Real(-0.1), -up}, {0, -1, -up}));
  // Opened by far more than half a turn; then pushed through from there.
  CHECK_FALSE(put({-1, 0, -up}, {0, 1, -up}));
  CHECK(put({1, 0, 1}, {0, Real(0.5), -1}));
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
