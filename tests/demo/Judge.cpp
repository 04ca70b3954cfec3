#include <pliant/detectors/predicates.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

using namespace pliant;

namespace {

Verdict judgeMeshes(const std::vector<SoftMesh>& meshes) {
  std::vector<BodyView> views;
  for (const SoftMesh& mesh : meshes) views.push_back(mesh.view());
  return judge(views);
}

using Pair = std::array<Index, 4>;
using Inside = std::array<Index, 3>;

struct Expected {
  std::set<Pair> pairs;
  std::set<Inside> inside;
};

// Tests every face against every face, and every vertex against every tetrahedron.
Expected plainLoops(const std::vector<SoftMesh>& meshes) {
  Expected expected;
  const auto at = [&meshes](Index body, Index vertex) { return meshes[body].positions[vertex].m_floats; };
  for (Index a = 0; a < meshes.size(); ++a) {
    for (Index b = a; b < meshes.size(); ++b) {
      for (Index f = 0; f < meshes[a].faces.size(); ++f) {
        for (Index g = a == b ? f + 1 : 0; g < meshes[b].faces.size(); ++g) {
          const Triangle &s = meshes[a].faces[f], &t = meshes[b].faces[g];
          if (a == b &&
              std::any_of(s.begin(), s.end(), [&t](Index v) { return v == t[0] || v == t[1] || v == t[2]; })) {
            continue;
          }
          if (exact::trianglesMeet(at(a, s[0]), at(a, s[1]), at(a, s[2]), at(b, t[0]), at(b, t[1]), at(b, t[2]))) {
            expected.pairs.insert({a, f, b, g});
          }
        }
      }
    }
    for (Index b = 0; b < meshes.size(); ++b) {
      if (a == b) continue;
      for (Index v = 0; v < meshes[a].positions.size(); ++v) {
        for (const Tetrahedron& t : meshes[b].tetrahedra) {
          if (exact::inTetrahedron(at(a, v), at(b, t[0]), at(b, t[1]), at(b, t[2]), at(b, t[3]))) {
            expected.inside.insert({a, v, b});
          }
        }
      }
    }
  }
  return expected;
}

void requireSame(const std::vector<SoftMesh>& meshes) {
  const Verdict verdict = judgeMeshes(meshes);
  const Expected expected = plainLoops(meshes);
  std::set<Pair> pairs;
  for (const FacePair& p : verdict.pairs) pairs.insert({p.bodyA, p.faceA, p.bodyB, p.faceB});
  std::set<Inside> inside;
  for (const auto& i : verdict.inside) inside.insert({i.body, i.vertex, i.inBody});
  REQUIRE(pairs == expected.pairs);
  REQUIRE(pairs.size() == verdict.pairs.size());
  REQUIRE(inside == expected.inside);
  REQUIRE(verdict.pairsBetween + verdict.pairsSelf == pairs.size());
  std::set<std::array<Index, 2>> vertices;
  for (const Inside& i : inside) vertices.insert({i[0], i[1]});
  REQUIRE(verdict.verticesInside == vertices.size());
}

}  // namespace

TEST_CASE("judge finds what plain loops find in soups of triangles and tetrahedra") {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    // Coarse coordinates make touching, coplanar and degenerate elements common.
    std::uniform_int_distribution<int> coordinate(0, round % 2 == 0 ? 5 : 1000);
    std::vector<SoftMesh> meshes(3);
    for (SoftMesh& mesh : meshes) {
      for (int v = 0; v < 24; ++v) {
        mesh.positions.push_back(vec(coordinate(random), coordinate(random), coordinate(random)));
      }
      std::uniform_int_distribution<Index> vertex(0, 23);
      for (int f = 0; f < 20; ++f) mesh.faces.push_back({vertex(random), vertex(random), vertex(random)});
      for (int t = 0; t < 6; ++t) {
        mesh.tetrahedra.push_back({vertex(random), vertex(random), vertex(random), vertex(random)});
      }
    }
    requireSame(meshes);
  }
}

TEST_CASE("judge finds what plain loops find in overlapping lattices and folded sheets") {
  const SoftMesh cube = makeCube({3, 3, 3}, 1), ball = makeBall({4, 4, 4}, 0.6);
  SoftMesh sheet = makeCloth(12, 2);
  for (btVector3& p : sheet.positions) {
    p = vec(0.4 * std::sin(5 * static_cast<double>(p.x())), 0.3 * std::cos(7 * static_cast<double>(p.x())),
            static_cast<double>(p.z()));
  }
  requireSame({cube, placed(ball, vec(0.5, 0.2, 0.1)), placed(cube, vec(1, 0, 0)), sheet});
  REQUIRE(judgeMeshes({sheet}).pairsSelf > 0);
}

TEST_CASE("judge sees faces that touch, and no more, between two cubes") {
  const SoftMesh cube = makeCube({1, 1, 1}, 1);
  REQUIRE(judgeMeshes({cube, placed(cube, vec(1.001, 0, 0))}).pairsBetween == 0);
  const Verdict touching = judgeMeshes({cube, placed(cube, vec(1, 0, 0))});
  REQUIRE(touching.pairsBetween > 0);
  REQUIRE(touching.pairsSelf == 0);
  REQUIRE(touching.verticesInside == 8);
  REQUIRE(touching.worstDepth == 0);
}

TEST_CASE("judge tells the depth of a vertex in a cube") {
  SoftMesh point;
  point.positions = {vec(0.25, 0.125, 0)};
  const Verdict verdict = judgeMeshes({makeCube({2, 2, 2}, 1), point});
  REQUIRE(verdict.verticesInside == 1);
  REQUIRE(verdict.pairsBetween == 0);
  REQUIRE(verdict.worstDepth == Approx(0.25));
  REQUIRE(verdict.inside.front().body == 1);
  REQUIRE(verdict.inside.front().inBody == 0);
}

TEST_CASE("judge counts a vertex once, however many bodies and tetrahedra hold it") {
  SoftMesh point;
  point.positions = {vec(0, 0, 0)};
  const SoftMesh cube = makeCube({2, 2, 2}, 1);
  const Verdict verdict = judgeMeshes({cube, point, placed(cube, vec(3, 0, 0)), makeCube({4, 4, 4}, 0.5)});
  REQUIRE(std::count_if(verdict.inside.begin(), verdict.inside.end(), [](const auto& i) { return i.body == 1; }) == 2);
  std::set<std::array<Index, 2>> vertices;
  for (const auto& i : verdict.inside) vertices.insert({i.body, i.vertex});
  REQUIRE(verdict.verticesInside == vertices.size());
}

TEST_CASE("judge looks into closed surfaces without tetrahedra, whichever way they face") {
  // Integer coordinates: rays along x meet corners and edges of the octahedron exactly.
  SoftMesh shell = makeSphere(0, 4);
  const auto inOctahedron = [](int x, int y, int z) { return std::abs(x) + std::abs(y) + std::abs(z) <= 4; };
  SoftMesh cloud;
  std::uint64_t expected = 0;
  for (int x = -5; x <= 5; ++x) {
    for (int y = -5; y <= 5; ++y) {
      for (int z = -5; z <= 5; ++z) {
        cloud.positions.push_back(vec(x, y, z));
        if (inOctahedron(x, y, z)) ++expected;
      }
    }
  }
  for (int side = 0; side < 2; ++side) {
    const Verdict verdict = judgeMeshes({cloud, shell});
    REQUIRE(verdict.verticesInside == expected);
    REQUIRE(verdict.worstDepth == Approx(4 / std::sqrt(3.0)));
    for (const auto& i : verdict.inside) {
      const btVector3& p = cloud.positions[i.vertex];
      REQUIRE(inOctahedron(static_cast<int>(p.x()), static_cast<int>(p.y()), static_cast<int>(p.z())));
    }
    for (Triangle& f : shell.faces) std::swap(f[1], f[2]);
  }
}

TEST_CASE("judge agrees with the radius in a fine sphere and with tetrahedra in a lattice's surface") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-1.2, 1.2);
  SoftMesh cloud;
  for (int i = 0; i < 2000; ++i)
    cloud.positions.push_back(vec(coordinate(random), coordinate(random), coordinate(random)));

  const SoftMesh sphere = makeSphere(4, 1);
  std::set<Index> inside;
  for (const auto& i : judgeMeshes({cloud, sphere}).inside) inside.insert(i.vertex);
  for (Index i = 0; i < cloud.positions.size(); ++i) {
    const double radius = static_cast<double>(cloud.positions[i].length());
    if (radius < 0.99) REQUIRE(inside.count(i) == 1);
    if (radius > 1.0001) REQUIRE(inside.count(i) == 0);
  }

  SoftMesh solid = makeBall({3, 4, 5}, 1), shell = solid;
  shell.tetrahedra.clear();
  const auto solidVerdict = judgeMeshes({cloud, solid}), shellVerdict = judgeMeshes({cloud, shell});
  REQUIRE(solidVerdict.inside == shellVerdict.inside);
  REQUIRE(solidVerdict.verticesInside > 100);
}

TEST_CASE("an open surface holds nothing") {
  SoftMesh point;
  point.positions = {vec(0, -0.5, 0)};
  REQUIRE(judgeMeshes({makeBowl(8, 16, 1), point}).verticesInside == 0);
  SoftMesh torn = makeSphere(2, 1);
  torn.faces.pop_back();
  REQUIRE(judgeMeshes({torn, point}).verticesInside == 0);
}

TEST_CASE("a body at home in a closed surface is judged by what of it is outside") {
  const SoftMesh room = makeSphere(3, 1), ball = makeBall({3, 3, 3}, 0.4);
  const auto judgeHome = [&](const btVector3& at, bool home) {
    const SoftMesh guest = placed(ball, at);
    const std::vector<Home> homes(home ? 1 : 0, Home{1, 0});
    return judge(std::vector<BodyView>{room.view(), guest.view()}, homes);
  };
  const std::size_t all = ball.positions.size();
  CHECK(judgeHome(vec(0, 0, 0), false).verticesInside == all);
  CHECK(judgeHome(vec(0, 0, 0), true).verticesInside == 0);
  // The ball crosses the surface: each vertex is on one side of it.
  const auto across = judgeHome(vec(1, 0, 0), false), acrossHome = judgeHome(vec(1, 0, 0), true);
  const auto ofBall = [](const Verdict& verdict) {
    return static_cast<std::size_t>(std::count_if(verdict.inside.begin(), verdict.inside.end(),
                                                  [](const Verdict::Inside& i) { return i.body == 1; }));
  };
  CHECK(ofBall(across) > 0);
  CHECK(ofBall(acrossHome) > 0);
  CHECK(ofBall(across) + ofBall(acrossHome) == all);
  CHECK(across.pairsBetween == acrossHome.pairsBetween);
  // The boxes of separated bodies do not overlap.
  const auto left = judgeHome(vec(5, 0, 0), true);
  CHECK(left.verticesInside == all);
  CHECK(left.worstDepth == Approx(4.4).epsilon(0.02));
  CHECK(left.inside.front().inBody == 0);
  CHECK(judgeHome(vec(5, 0, 0), false).verticesInside == 0);
}

TEST_CASE("judge takes the boundary where only tetrahedra are given") {
  SoftMesh bare = makeCube({2, 2, 2}, 1), full = bare;
  bare.faces.clear();
  const SoftMesh other = placed(makeBall({3, 3, 3}, 0.5), vec(0.6, 0.1, 0));
  REQUIRE(judgeMeshes({bare, other}).pairsBetween == judgeMeshes({full, other}).pairsBetween);
  REQUIRE(judgeMeshes({bare, other}).pairsBetween > 0);
}

TEST_CASE("a body with a NaN or an infinity is told and left out, the others are judged") {
  const SoftMesh cube = makeCube({2, 2, 2}, 1);
  for (const btScalar bad : {std::numeric_limits<btScalar>::quiet_NaN(), std::numeric_limits<btScalar>::infinity()}) {
    SoftMesh broken = cube;
    broken.positions[5].setY(bad);
    const SoftMesh other = placed(cube, vec(0.3, 0.3, 0.3));
    const Verdict verdict = judgeMeshes({cube, broken, other}), alone = judgeMeshes({cube, other});
    REQUIRE(verdict.nan);
    REQUIRE_FALSE(alone.nan);
    REQUIRE(verdict.pairsBetween == alone.pairsBetween);
    REQUIRE(verdict.verticesInside == alone.verticesInside);
    REQUIRE(verdict.pairs.front().bodyB == 2);
  }
}

TEST_CASE("nothing to judge is no error") {
  REQUIRE(judge({}).pairs.empty());
  REQUIRE(judgeMeshes({SoftMesh{}, makeCube({1, 1, 1}, 1), SoftMesh{}}).verticesInside == 0);
}
