// The spatial hash against brute force: (vertex, tetrahedron) under all settings.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant_catch.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "TetraCases.h"

using namespace pliant;
using namespace pliant::test;

namespace {

using Answer = std::vector<std::array<Index, 4>>;

Answer pairs(const Results& results) {
  Answer answer;
  for (const VertexTetrahedron& r : results.vertexTetrahedron)
    answer.push_back({r.vertexBody, r.vertex, r.tetrahedronBody, r.tetrahedron});
  return answer;
}

Query tetraQuery() {
  Query query;
  query.vertexTetrahedron = true;
  return query;
}

/// Asks one detector.
Answer ask(Detector& detector, const BodySet& set, Workers& workers, const Query& query = tetraQuery()) {
  Results results;
  detector.update(set, workers);
  detector.query(set, query, results, workers);
  return pairs(results);
}

Answer askBruteForce(const BodySet& set, const Query& query = tetraQuery()) {
  BruteForce brute;
  Workers workers;
  return ask(brute, set, workers, query);
}

BodySet setOf(const std::vector<TetraBody>& bodies) {
  BodySet set;
  for (const TetraBody& body : bodies) set.add(body.view());
  set.update();
  return set;
}

Workers& twoThreads() {
  static Workers workers(2);
  return workers;
}

constexpr Index kTableSizes[] = {0, 1, 2, 7, 99, 128, 9973};
constexpr Real kCellSizes[] = {0, 0, Real(0.4), 1, 3, 100};

}  // namespace

TEST_CASE("Small random sets: exactly the brute-force set under every setting") {
  std::mt19937 random(1);
  const auto upTo = [&](Index most) { return std::uniform_int_distribution<Index>(0, most)(random); };
  Workers one;
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
    const Answer expected = askBruteForce(set);
    for (unsigned turn = round % 5; turn < kTurns; turn += 5) {
      SpatialHash::Settings settings = settingsOfTurn(turn);
      settings.tableSize = kTableSizes[random() % std::size(kTableSizes)];
      settings.cellSize = kCellSizes[random() % std::size(kCellSizes)];
      if (settings.tableSize == 0 || settings.tableSize >= 99) settings.cellSize /= 4;
      SpatialHash hash(settings);
      INFO("round " << round << " turn " << turn << " table " << settings.tableSize << " cell " << settings.cellSize);
      REQUIRE(ask(hash, set, turn % 2 ? one : twoThreads()) == expected);
      ++cases;
    }
    answers += expected.size();
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
        const BodySet set = setOf(bodies);
        const Answer expected = askBruteForce(set);
        answers += expected.size();
        for (unsigned turn = round; turn < kTurns; turn += 8) {
          SpatialHash::Settings settings = settingsOfTurn(turn);
          if (round % 3 == 0) settings.cellSize = 1;
          if (round % 3 == 1) settings.cellSize = scale;
          SpatialHash hash(settings);
          INFO("scale " << scale << " distance " << distance << " turn " << turn);
          REQUIRE(ask(hash, set, one) == expected);
        }
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
      const BodySet set = setOf(bodies);
      const Answer expected = askBruteForce(set);
      for (unsigned turn = round % 3; turn < kTurns; turn += 3) {
        SpatialHash hash(settingsOfTurn(turn));
        INFO("unit " << unit << " turn " << turn);
        REQUIRE(ask(hash, set, one) == expected);
      }
    }
  }
}

TEST_CASE("Deforming meshes over frames, one detector all the way") {
  std::mt19937 random(4);
  std::normal_distribution<Real> jitter(0, Real(0.05));
  std::vector<TetraBody> bodies{block(10, 10, 1), block(4, 4, 4), block(10, 10, 1)};
  BodySet set;
  for (const TetraBody& body : bodies) set.add(body.view());
  Workers one;
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
      REQUIRE(ask(*hashes[turn], set, turn % 2 ? one : twoThreads()) == expected);
    }
  }
  CHECK(answers > 500);
}

TEST_CASE("Vertex on vertex, edge, face, flat and inverted tetrahedra") {
  TetraBody tetrahedron{{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 2, 3}};
  const TetraBody cloud{{0,          0,           0,          Real(0.5),  0,          0,          Real(0.25),
                         Real(0.25), 0,           Real(0.25), Real(0.25), Real(0.25), Real(0.5),  Real(0.5),
                         Real(0.5),  Real(-0.25), 0,          0,          Real(0.5),  Real(0.25), Real(0.25)},
                        {}};
  Workers one;
  const Answer inside{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 0, 0}, {1, 3, 0, 0}, {1, 6, 0, 0}};
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    SpatialHash hash(settingsOfTurn(turn));
    tetrahedron.tetrahedra = {0, 1, 2, 3};
    CHECK(ask(hash, setOf({tetrahedron, cloud}), one) == inside);
    tetrahedron.tetrahedra = {1, 0, 2, 3};
    CHECK(ask(hash, setOf({tetrahedron, cloud}), one) == inside);
    tetrahedron.tetrahedra = {0, 1, 2, 2};
    CHECK(ask(hash, setOf({tetrahedron, cloud}), one).empty());
    CHECK(ask(hash, setOf({TetraBody{{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, {0, 1, 2, 3}}, cloud}), one).empty());
  }
}

TEST_CASE("Barycentric coordinates rebuild the vertex") {
  std::mt19937 random(5);
  const BodySet set = setOf({block(4, 4, 4), softBody(random, 4, 200, 0)});
  Workers one;
  SpatialHash hash;
  Results results;
  hash.update(set, one);
  hash.query(set, tetraQuery(), results, one);
  REQUIRE(results.vertexTetrahedron.size() >= 200);
  for (const VertexTetrahedron& r : results.vertexTetrahedron) {
    const Index slot = set.slot(r.tetrahedronBody);
    const Tetrahedron t = set.tetrahedra()[set.tetrahedra(slot).begin + r.tetrahedron];
    const PackedPosition p = set.positions()[set.vertices(set.slot(r.vertexBody)).begin + r.vertex];
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
  Query bare = tetraQuery();
  bare.barycentric = false;
  hash.query(set, bare, results, one);
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
    Results results;
    hash.update(set, workers);
    hash.query(set, tetraQuery(), results, workers);
    std::vector<std::tuple<Index, Index, Index, Index, std::array<Real, 4>>> rows;
    for (const VertexTetrahedron& r : results.vertexTetrahedron) {
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
    CHECK(ofOrder({0, 1, 2}, settingsOfTurn(turn), 2) == first);
  }
}

TEST_CASE("Switches: self, between, pairs, and bodies that sit out") {
  std::mt19937 random(7);
  std::vector<TetraBody> bodies;
  for (int b = 0; b < 4; ++b) bodies.push_back(softBody(random, 2, 30, 40));
  Workers one;
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    BodySet set;
    for (const TetraBody& body : bodies) set.add(body.view());
    set.setSelf(1, false);
    set.setPair(0, 2, false);
    set.update();
    SpatialHash hash(settingsOfTurn(turn));
    for (const bool self : {false, true}) {
      for (const bool between : {false, true}) {
        Query query = tetraQuery();
        query.self = self;
        query.between = between;
        CHECK(ask(hash, set, turn % 2 ? one : twoThreads(), query) == askBruteForce(set, query));
      }
    }
    const Real kept = bodies[2].x[5];
    bodies[2].x[5] = std::numeric_limits<Real>::quiet_NaN();
    set.update();
    REQUIRE_FALSE(set.active(2));
    const Answer without = ask(hash, set, turn % 2 ? one : twoThreads());
    CHECK(without == askBruteForce(set));
    CHECK(std::none_of(without.begin(), without.end(), [](const auto& r) { return r[0] == 2 || r[2] == 2; }));
    bodies[2].x[5] = kept;
    set.update();
    CHECK(ask(hash, set, one) == askBruteForce(set));
    set.remove(0);
    set.update();
    CHECK(ask(hash, set, one) == askBruteForce(set));
  }
}

TEST_CASE("Empty sets, clouds and single tetrahedra") {
  Workers one;
  std::mt19937 random(8);
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    SpatialHash hash(settingsOfTurn(turn));
    CHECK(ask(hash, setOf({}), one).empty());
    CHECK(ask(hash, setOf({TetraBody{}}), one).empty());
    CHECK(ask(hash, setOf({softBody(random, 1, 100, 0)}), one).empty());
    CHECK(ask(hash, setOf({softBody(random, 1, 4, 1)}), one).empty() ==
          askBruteForce(setOf({softBody(random, 1, 4, 0)})).empty());
    CHECK(ask(hash, setOf({TetraBody{{1, 2, 3}, {0, 0, 0, 0}}}), one).empty());
  }
}

TEST_CASE("Time stamps over more updates than a stamp can count") {
  TetraBody tetrahedron{{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 2, 3}};
  TetraBody point{{0, 0, 0}, {}};
  BodySet set;
  set.add(tetrahedron.view());
  set.add(point.view());
  Workers one;
  SpatialHash::Settings settings;
  settings.cellSize = Real(0.25);
  settings.tableSize = 64;
  SpatialHash hash(settings);
  Results results;
  for (int step = 0; step < 150000; ++step) {
    point.x = {Real(step % 7) * Real(0.19), Real(0.1), Real(0.1)};
    set.update();
    hash.update(set, one);
    hash.query(set, tetraQuery(), results, one);
    if (results.vertexTetrahedron.size() != (step % 7 <= 4 ? 1u : 0u)) FAIL("step " << step);
  }
}

TEST_CASE("A huge box among small ones, and cells far smaller than the bodies") {
  std::mt19937 random(9);
  std::vector<TetraBody> bodies{block(6, 6, 6), softBody(random, 6, 400, 0)};
  TetraBody huge{{-1000000, -1000000, -1000000, 3000000, 0, 0, 0, 3000000, 0, 0, 0, 3000000}, {0, 1, 2, 3}};
  bodies.push_back(huge);
  const BodySet set = setOf(bodies);
  const Answer expected = askBruteForce(set);
  REQUIRE(expected.size() > 500);
  Workers one;
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    for (const Real cell : {Real(0), Real(0.01), Real(1e-6), Real(1e-38), Real(1e30)}) {
      SpatialHash::Settings settings = settingsOfTurn(turn);
      settings.cellSize = cell;
      SpatialHash hash(settings);
      INFO("turn " << turn << " cell " << cell);
      REQUIRE(ask(hash, set, one) == expected);
    }
  }
  SpatialHash hash;
  SpatialHash::Settings bad;
  bad.cellSize = -1;
  CHECK_THROWS_AS(hash.setSettings(bad), Error);
  bad.cellSize = std::numeric_limits<Real>::quiet_NaN();
  CHECK_THROWS_AS(hash.setSettings(bad), Error);
}

TEST_CASE("A hundred thousand vertices in one place") {
  TetraBody heap;
  for (Index v = 0; v < 100000; ++v) {
    for (const Real c : {Real(0.3), Real(0.3), Real(0.3)}) heap.x.push_back(c);
    if (v >= 3) heap.tetrahedra.insert(heap.tetrahedra.end(), {v - 3, v - 2, v - 1, v});
  }
  const TetraBody near{{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}, {0, 1, 2, 3, 1, 2, 3, 4}};
  const BodySet set = setOf({heap, near});
  Workers one;
  for (const auto layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
    SpatialHash::Settings settings;
    settings.layout = layout;
    SpatialHash hash(settings);
    const Answer answer = ask(hash, set, one);
    CHECK(answer.size() == 100000);
    CHECK(std::all_of(answer.begin(), answer.end(), [](const auto& r) { return r[0] == 0 && r[2] == 1 && r[3] == 0; }));
  }
}

TEST_CASE("Parts of one body that drifted apart since rest") {
  std::mt19937 random(10);
  std::uniform_real_distribution<Real> where(0, 30);
  TetraBody body;
  for (Index t = 0; t < 1500; ++t) {
    const TetraBody part = softBody(random, 2, 4, 1);
    for (Index c = 0; c < 4; ++c) body.tetrahedra.push_back(body.vertices() + c);
    for (Real x : part.x) body.x.push_back(x + Real(t) * Real(0.001));
  }
  BodySet set;
  set.add(body.view());
  for (Index t = 0; t < 1500; ++t) {
    const Real shift[3] = {where(random), where(random), where(random)};
    for (Index c = 0; c < 12; ++c) body.x[12 * t + c] += shift[c % 3];
  }
  set.update();
  const Answer expected = askBruteForce(set);
  REQUIRE(expected.size() > 20);
  Workers one;
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    SpatialHash hash(settingsOfTurn(turn));
    CHECK(ask(hash, set, one) == expected);
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
  Workers one;
  SpatialHash serial, parallel;
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
    REQUIRE(ask(serial, set, one) == expected);
    REQUIRE(ask(parallel, set, twoThreads()) == expected);
    bodies[1].x[4] = kept;
  }
}

TEST_CASE("Tetrahedra that share few vertices, so that few fit a cluster") {
  std::mt19937 random(22);
  Workers one;
  for (const Index vertices : {90u, 200u, 600u}) {
    const BodySet set = setOf({softBody(random, 3, vertices, 150), softBody(random, 3, vertices, 70)});
    SpatialHash hash;
    const Answer expected = askBruteForce(set);
    CHECK(!expected.empty());
    CHECK(ask(hash, set, one) == expected);
  }
}

TEST_CASE("A million tetrahedra, and the memory that they take") {
  std::mt19937 random(12);
  const TetraBody body = block(60, 60, 56);
  REQUIRE(body.tetrahedra.size() / 4 > 1000000);
  TetraBody bent = body;
  for (std::size_t c = 0; c < bent.x.size(); c += 3) bent.x[c + 2] += Real(0.3) * std::sin(bent.x[c]) + Real(0.45);
  const BodySet set = setOf({bent, softBody(random, 60, 3000, 0)});
  Workers one;
  SpatialHash::Settings paper;
  paper.layout = SpatialHash::Layout::SingleCells;
  paper.insideTest = SpatialHash::InsideTest::HalfSpace;
  SpatialHash hash, other(paper);
  const Answer answer = ask(hash, set, one);
  CHECK(answer.size() >= 3000 * 9 / 10);
  CHECK(answer == ask(other, set, one));
  CHECK(hash.memory() < 200 * (set.positions().size() + set.tetrahedra().size()));
}

TEST_CASE("Memory does not grow with the space, nor with the number of bodies") {
  std::mt19937 random(13);
  std::uniform_real_distribution<Real> where(-1000000, 1000000);
  BodySet set;
  std::vector<TetraBody> bodies;
  for (int b = 0; b < 5000; ++b) {
    bodies.push_back(softBody(random, 1, 4, 1));
    const Real offset[3] = {where(random), where(random), where(random)};
    for (std::size_t c = 0; c < 12; ++c) bodies.back().x[c] += offset[c % 3];
  }
  for (const TetraBody& body : bodies) set.add(body.view());
  set.update();
  Workers one;
  SpatialHash hash;
  ask(hash, set, one);
  CHECK(hash.memory() < 200 * (set.positions().size() + set.tetrahedra().size()));
}
