// Compares the spatial hash with brute force: pairs of vertex and tetrahedron, for all settings.

#include <pliant_catch.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "TetraAnswers.h"

using namespace pliant;
using namespace pliant::test;

namespace {

constexpr Index kTableSizes[] = {0, 1, 2, 7, 99, 128, 9973};
constexpr Real kCellSizes[] = {0, 0, Real(0.4), 1, 3, 100};

}  // namespace

TEST_CASE("Small random sets: exactly the brute-force set under every setting") {
  std::mt19937 random(1);
  const auto upTo = [&](Index most) { return std::uniform_int_distribution<Index>(0, most)(random); };
  std::size_t cases = 0, answers = 0;
  for (unsigned round = 0; round < 700; ++round) {
    std::vector<TetraBody> bodies;
    const unsigned count = 1 + round % 3;
    for (unsigned b = 0; b < count; ++b) {
      const Index vertices = 1 + upTo(23), tetrahedra = upTo(39);
      bodies.push_back(round % 2 ? gridBody(random, 1 + int(random() % 5), vertices, tetrahedra)
                                 : softBody(random, 2, vertices, tetrahedra));
    }
    if (round % 5 == 0) bodies.push_back(bodies[0]);
    const BodySet set = setOf(bodies);
    INFO("round " << round);
    answers += compareSettings(set, threadsOfTurn(round), round % 5, 5, [&](SpatialHash::Settings& settings) {
      settings.tableSize = kTableSizes[random() % std::size(kTableSizes)];
      settings.cellSize = kCellSizes[random() % std::size(kCellSizes)];
      if (settings.tableSize == 0 || settings.tableSize >= 99) settings.cellSize /= 4;
      ++cases;
    });
  }
  CHECK(cases > 4000);
  CHECK(answers > 5000);
}

TEST_CASE("Any size and any distance from the origin") {
  std::mt19937 random(2);
  Workers one;
  std::size_t answers = 0;
  for (const Real scale :
       {Real(1e-30), Real(1e-20), Real(1e-10), Real(1e-3), Real(1e3), Real(1e10), Real(1e20), Real(1e30)}) {
    for (const Real distance : {Real(0), Real(1), Real(100), Real(1e5)}) {
      for (unsigned round = 0; round < 8; ++round) {
        std::vector<TetraBody> bodies;
        for (unsigned b = 0; b < 2; ++b) {
          bodies.push_back(round % 2 ? gridBody(random, 4, 20, 30) : softBody(random, 2, 20, 30));
          transform(bodies.back(), scale, distance * scale);
        }
        INFO("scale " << scale << " distance " << distance);
        answers += compareSettings(setOf(bodies), one, round, 8, [&](SpatialHash::Settings& settings) {
          if (round % 3 == 0) settings.cellSize = 1;
          if (round % 3 == 1) settings.cellSize = scale;
        });
      }
    }
  }
  CHECK(answers > 1000);
}

TEST_CASE("Coordinates at the ends of the range") {
  std::mt19937 random(3);
  Workers one;
  const Real big = std::numeric_limits<Real>::max(), small = std::numeric_limits<Real>::denorm_min();
  for (const Real unit : {big / 4, big / 1024, small, small * 1024}) {
    for (unsigned round = 0; round < 12; ++round) {
      std::vector<TetraBody> bodies{gridBody(random, 3, 16, 30), gridBody(random, 3, 16, 30)};
      for (TetraBody& body : bodies) {
        for (Real& x : body.x) x = (x - Real(round % 2 * 2)) * unit;
      }
      INFO("unit " << unit);
      compareSettings(setOf(bodies), one, round % 3, 3);
    }
  }
}

TEST_CASE("Deforming meshes over frames, one detector all the way") {
  std::mt19937 random(4);
  std::normal_distribution<Real> jitter(0, Real(0.05));
  std::vector<TetraBody> bodies{block(10, 10, 1), block(4, 4, 4), block(10, 10, 1)};
  BodySet set = setOf(bodies);
  std::vector<std::unique_ptr<SpatialHash>> hashes;
  for (unsigned turn = 0; turn < kTurns; ++turn) hashes.push_back(std::make_unique<SpatialHash>(settingsOfTurn(turn)));
  const std::vector<TetraBody> rest = bodies;
  std::size_t answers = 0;
  for (int frame = 0; frame < 6; ++frame) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      for (std::size_t v = 0; v < bodies[b].x.size(); v += 3) {
        const Real* from = &rest[b].x[v];
        Real* to = &bodies[b].x[v];
        const Real angle = from[0] * Real(frame) * Real(0.25) + Real(b);
        to[0] = std::sin(angle) * (from[2] + 3) + jitter(random);
        to[1] = from[1] + Real(b) * Real(0.7) + jitter(random);
        to[2] = std::cos(angle) * (from[2] + 3) + jitter(random);
      }
    }
    set.update();
    const Answer expected = askBruteForce(set);
    answers += expected.size();
    for (unsigned turn = 0; turn < kTurns; ++turn) {
      INFO("frame " << frame << " turn " << turn);
      REQUIRE(ask(*hashes[turn], set, threadsOfTurn(static_cast<unsigned>(frame) + turn)) == expected);
    }
  }
  CHECK(answers > 500);
}

TEST_CASE("Vertex on vertex, edge, face, flat and inverted tetrahedra") {
  TetraBody tetrahedron = meshes::solid({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 2, 3});
  const TetraBody flat = meshes::solid({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, {0, 1, 2, 3});
  const TetraBody cloud{{0,          0,           0,          Real(0.5),  0,          0,          Real(0.25),
                         Real(0.25), 0,           Real(0.25), Real(0.25), Real(0.25), Real(0.5),  Real(0.5),
                         Real(0.5),  Real(-0.25), 0,          0,          Real(0.5),  Real(0.25), Real(0.25)}};
  const Answer inside{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 0, 0}, {1, 3, 0, 0}, {1, 6, 0, 0}};
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    SpatialHash hash(settingsOfTurn(turn));
    tetrahedron.tetrahedra = {0, 1, 2, 3};
    CHECK(ask(hash, setOf({tetrahedron, cloud})) == inside);
    tetrahedron.tetrahedra = {1, 0, 2, 3};
    CHECK(ask(hash, setOf({tetrahedron, cloud})) == inside);
    tetrahedron.tetrahedra = {0, 1, 2, 2};
    CHECK(ask(hash, setOf({tetrahedron, cloud})).empty());
    CHECK(ask(hash, setOf({flat, cloud})).empty());
  }
}

TEST_CASE("Barycentric coordinates rebuild the vertex") {
  std::mt19937 random(5);
  const BodySet set = setOf({block(4, 4, 4), softBody(random, 4, 200, 0)});
  SpatialHash hash;
  Results results = answersOf(hash, set, kTetraQuery);
  REQUIRE(results.vertexTetrahedron.size() >= 200);
  for (const VertexTetrahedron& r : results.vertexTetrahedron) {
    const Index index = set.index(r.tetrahedronBody);
    const Tetrahedron t = set.tetrahedra()[set.tetrahedra(index).begin + r.tetrahedron];
    const PackedPosition p = set.positions()[set.vertices(set.index(r.vertexBody)).begin + r.vertex];
    Real sum[4] = {0, 0, 0, 0};
    for (std::size_t c = 0; c < 4; ++c) {
      const PackedPosition x = set.positions()[t[c]];
      CHECK(r.barycentric[c] >= 0);
      sum[0] += r.barycentric[c] * x.x;
      sum[1] += r.barycentric[c] * x.y;
      sum[2] += r.barycentric[c] * x.z;
      sum[3] += r.barycentric[c];
    }
    CHECK(sum[0] == Approx(p.x).margin(1e-5));
    CHECK(sum[1] == Approx(p.y).margin(1e-5));
    CHECK(sum[2] == Approx(p.z).margin(1e-5));
    CHECK(sum[3] == Approx(1).margin(1e-5));
  }
  hash.query(set, {.vertexTetrahedron = true, .barycentric = false}, results, threadsOfTurn(0));
  for (const VertexTetrahedron& r : results.vertexTetrahedron) CHECK(r.barycentric == std::array<Real, 4>{});
}

TEST_CASE("The same bits for any threads, settings and order of bodies") {
  std::mt19937 random(6);
  const std::vector<TetraBody> bodies{softBody(random, 3, 60, 100), block(3, 3, 3), softBody(random, 3, 60, 100)};
  const auto ofOrder = [&](std::array<std::size_t, 3> order, const SpatialHash::Settings& settings, unsigned threads) {
    BodySet set;
    for (std::size_t b : order) set.add(bodies[b].view());
    set.update();
    Workers workers(threads);
    SpatialHash hash(settings);
    std::vector<std::tuple<Index, Index, Index, Index, std::array<Real, 4>>> rows;
    for (const VertexTetrahedron& r : answersOf(hash, set, kTetraQuery, workers).vertexTetrahedron) {
      rows.emplace_back(Index(order[r.vertexBody]), r.vertex, Index(order[r.tetrahedronBody]), r.tetrahedron,
                        r.barycentric);
    }
    if (order == std::array<std::size_t, 3>{0, 1, 2}) CHECK(std::is_sorted(rows.begin(), rows.end()));
    std::sort(rows.begin(), rows.end());
    return rows;
  };
  const auto first = ofOrder({0, 1, 2}, {}, 1);
  REQUIRE(first.size() > 100);
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    CHECK(ofOrder({2, 0, 1}, settingsOfTurn(turn), 1 + turn % 3) == first);
    for (const unsigned threads : {2u, 5u, kMostThreads}) {
      CHECK(ofOrder({0, 1, 2}, settingsOfTurn(turn), threads) == first);
    }
  }
}

TEST_CASE("Switches: self, between, pairs, and bodies that sit out") {
  std::mt19937 random(7);
  std::vector<TetraBody> bodies;
  for (int b = 0; b < 4; ++b) bodies.push_back(softBody(random, 2, 30, 40));
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    BodySet set = setOf(bodies);
    set.setSelf(1, false);
    set.setPair(0, 2, false);
    set.update();
    SpatialHash hash(settingsOfTurn(turn));
    for (const bool self : {false, true}) {
      for (const bool between : {false, true}) {
        const Query query{.vertexTetrahedron = true, .between = between, .self = self};
        CHECK(ask(hash, set, threadsOfTurn(turn), query) == askBruteForce(set, query));
      }
    }
    const Real kept = bodies[2].x[5];
    bodies[2].x[5] = std::numeric_limits<Real>::quiet_NaN();
    set.update();
    REQUIRE_FALSE(set.active(2));
    const Answer without = ask(hash, set, threadsOfTurn(turn));
    CHECK(without == askBruteForce(set));
    CHECK(std::none_of(without.begin(), without.end(), [](const auto& r) { return r[0] == 2 || r[2] == 2; }));
    bodies[2].x[5] = kept;
    set.update();
    CHECK(ask(hash, set) == askBruteForce(set));
    set.remove(0);
    set.update();
    CHECK(ask(hash, set) == askBruteForce(set));
  }
}

TEST_CASE("Empty sets, clouds and single tetrahedra") {
  std::mt19937 random(8);
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    SpatialHash hash(settingsOfTurn(turn));
    CHECK(ask(hash, setOf({})).empty());
    CHECK(ask(hash, setOf({TetraBody{}})).empty());
    CHECK(ask(hash, setOf({softBody(random, 1, 100, 0)})).empty());
    CHECK(ask(hash, setOf({softBody(random, 1, 4, 1)})).empty() ==
          askBruteForce(setOf({softBody(random, 1, 4, 0)})).empty());
    CHECK(ask(hash, setOf({meshes::solid({1, 2, 3}, {0, 0, 0, 0})})).empty());
  }
}

TEST_CASE("Vertices far and near between two updates, in bodies that sit out, leave and join") {
  std::mt19937 random(21);
  std::uniform_real_distribution<Real> step(Real(-0.1), Real(0.1)), jump(-3, 3);
  std::vector<TetraBody> bodies{softBody(random, 3, 60, 40), softBody(random, 3, 60, 40), softBody(random, 3, 60, 40),
                                softBody(random, 3, 5000, 0)};  // enough vertices for several threads
  BodySet set;
  std::vector<Index> ids;
  for (const TetraBody& body : bodies) ids.push_back(set.add(body.view()));
  std::array<SpatialHash, 4> hashes;
  for (int frame = 0; frame < 40; ++frame) {
    for (TetraBody& body : bodies) {
      const Real shift = frame % 7 == 3 ? jump(random) : 0;
      for (Real& x : body.x) x = frame % 11 == 5 ? jump(random) : x + step(random) + shift;
    }
    const Real kept = bodies[1].x[4];
    if (frame % 9 < 3) bodies[1].x[4] = std::numeric_limits<Real>::quiet_NaN();
    if (frame == 20) set.remove(ids[0]);
    if (frame == 25) ids[0] = set.add(bodies[0].view());
    set.update();
    const Answer expected = askBruteForce(set);
    INFO("frame " << frame);
    CHECK(!expected.empty());
    for (unsigned turn = 0; turn < hashes.size(); ++turn) {
      REQUIRE(ask(hashes[turn], set, threadsOfTurn(turn)) == expected);
    }
    bodies[1].x[4] = kept;
  }
}
