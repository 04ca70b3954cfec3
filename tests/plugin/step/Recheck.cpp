#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "../ForwardingDetector.h"
#include "CandidateMemory.h"
#include "step/StepContacts.h"

using pliant::Index;
using pliant::Real;

namespace {

/// A wavy sheet of n × n vertices at a height.
struct Sheet {
  std::vector<Real> start, end;
  std::vector<pliant::Triangle> faces;

  Sheet(int n, double height) {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        start.push_back(Real(0.1 * x));
        start.push_back(Real(height + 0.05 * std::sin(0.9 * x + 0.7 * y)));
        start.push_back(Real(0.1 * y));
      }
    for (int y = 0; y + 1 < n; ++y)
      for (int x = 0; x + 1 < n; ++x) {
        const Index a = Index(y * n + x), b = a + 1, c = a + Index(n), d = c + 1;
        faces.push_back({a, b, c});
        faces.push_back({b, d, c});
      }
    end = start;
  }
  pliant::BodyView view() const {
    pliant::BodyView view;
    view.positions = {end.data(), Index(end.size() / 3), 3};
    view.positions_t0 = {start.data(), Index(start.size() / 3), 3};
    view.triangles = {faces[0].data(), Index(faces.size()), 3};
    return view;
  }
};

/// Bodies in a set, and the candidate memory of the set.
struct Remembered {
  static constexpr Real kWidest = Real(1.25), kMargin = Real(0.02);
  pliant::BodySet set;
  pliant::Workers workers{1};
  CountingHash detector;
  pliant::detail::CandidateMemory memory;
  pliant::SurfaceNarrowTest narrow;
  pliant::Candidates found;

  Remembered() = default;
  Remembered(const Remembered&) = delete;  // the set refers to the bodies
  Remembered& operator=(const Remembered&) = delete;

  void add(const pliant::BodyView& view) { set.setMargin(set.add(view), kMargin); }
  /// Returns true if the detector was queried.
  bool gather(Real marginScale, bool edges = true) {
    set.update(workers);
    const pliant::CandidateQuery query{
        .vertexFace = true, .edgeEdge = edges, .swept = true, .marginScale = marginScale, .edgeMargin = false};
    pliant::Counters counters;
    const int before = detector.asked;
    memory.gather(detector, set, query, narrow, {}, found, counters, workers);
    return detector.asked > before;
  }
};

/// Two sheets, one above the other.
struct TwoSheets : Remembered {
  Sheet a, b;

  explicit TwoSheets(double apart) : a(14, 0), b(14, apart) {
    for (const Sheet* sheet : {&a, &b}) add(sheet->view());
  }

  template <typename Function>
  void forEachCoordinate(Function&& function) {
    for (Sheet* sheet : {&a, &b})
      for (std::size_t i = 0; i < sheet->end.size(); ++i) function(sheet->start[i], sheet->end[i], i % 3);
  }
};

/// Ropes along x, side by side along z. The last rope comes from afar along z.
struct Ropes : Remembered {
  static constexpr Index kNodes = 12, kCount = 5;
  std::array<std::vector<Real>, kCount> start, end;
  std::vector<pliant::Edge> links;

  Ropes() {
    for (Index i = 0; i + 1 < kNodes; ++i) links.push_back({i, i + 1});
    for (Index rope = 0; rope < kCount; ++rope) {
      for (Index i = 0; i < kNodes; ++i)
        for (const double x : {0.1 * i, 0.0, 0.045 * rope + (rope + 1 == kCount ? 2 : 0)}) end[rope].push_back(Real(x));
      start[rope] = end[rope];
      pliant::BodyView view;
      view.positions = {end[rope].data(), kNodes, 3};
      view.positions_t0 = {start[rope].data(), kNodes, 3};
      view.links = {links[0].data(), Index(links.size()), 2};
      add(view);
    }
  }
};

std::vector<pliant::SurfaceContact> contactsOf(Remembered& bodies, const pliant::Candidates& candidates, bool nearby) {
  pliant::SurfaceContactSettings settings;
  settings.nearby = nearby;
  std::vector<pliant::SurfaceContact> contacts;
  pliant::Counters counters;
  pliant::SurfaceNarrowTest().run(bodies.set, candidates, settings, contacts, counters, bodies.workers);
  return contacts;
}

/// Checks that the gathered candidates give the contacts of brute force, in the same order. Returns their number.
std::size_t checkFound(Remembered& bodies, Real marginScale) {
  const pliant::CandidateQuery query{.vertexFace = true, .edgeEdge = true, .swept = true, .marginScale = marginScale};
  pliant::BruteForce brute;
  pliant::Candidates all;
  pliant::Counters counters;
  brute.candidates(bodies.set, query, all, counters, bodies.workers);
  const auto expected = contactsOf(bodies, all, marginScale > 0);
  const auto found = contactsOf(bodies, bodies.found, marginScale > 0);
  CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), [](const auto& a, const auto& b) {
    return a.kind == b.kind && a.elementA == b.elementA && a.elementB == b.elementB && a.weights == b.weights;
  }));
  return expected.size();
}

}  // namespace

TEST_CASE("what meets after the solve is among the candidates kept from before it") {
  const int turn = GENERATE(range(0, 12));
  std::mt19937 random(static_cast<unsigned>(turn));
  std::uniform_real_distribution<double> u(-1, 1);
  TwoSheets sheets(0.12);
  sheets.forEachCoordinate([&](Real, Real& x, std::size_t) { x += Real(0.03 * u(random)); });
  CHECK(sheets.gather(TwoSheets::kWidest));
  checkFound(sheets, TwoSheets::kWidest);
  // Most vertices move, and grow their boxes, by less than the extra margin along each axis; a few move far.
  sheets.forEachCoordinate([&](Real, Real& x, std::size_t) { x += Real(0.007 * u(random)); });
  for (int i = 0; i < turn; ++i)
    for (int k = 0; k < 3; ++k) sheets.a.end[std::size_t(3 * (17 * i % 196) + k)] += Real(0.4 * u(random));
  CHECK_FALSE(sheets.gather(0));
  CHECK(checkFound(sheets, 0) >= (turn > 6 ? 20u : 0u));
}

TEST_CASE("candidates serve step after step, while all move together and little otherwise") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-1, 1);
  const bool near = GENERATE(true, false);
  TwoSheets sheets(near ? 0.12 : 5);
  int asked = 0;
  for (int step = 0; step < 40; ++step) {
    sheets.memory.beginStep(sheets.set);
    const Real fall = Real(0.01 * step), shake = Real(step < 30 ? 1e-3 : 0.02);
    sheets.forEachCoordinate([&](Real& from, Real& to, std::size_t k) {
      from = to;
      to += k == 1 ? -fall : Real(0);
      to += shake * Real(u(random));
    });
    // The sheets are far apart, and one of them has a translation of its own.
    if (!near)
      for (std::size_t i = 0; i < sheets.a.end.size(); i += 3) sheets.a.end[i] += Real(0.3);
    asked += sheets.gather(TwoSheets::kWidest);
    checkFound(sheets, TwoSheets::kWidest);
    sheets.forEachCoordinate([&](Real, Real& x, std::size_t) { x += Real(1e-4 * u(random)); });
    asked += sheets.gather(0);
    checkFound(sheets, 0);
    if (step == 29) CHECK(asked < 15);
  }
  CHECK(asked > 8);
}

TEST_CASE("ropes: one list serves step after step, before the solve and after it, also for one that comes from afar") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1, 1);
  Ropes ropes;
  int asked = 0, askedAfter = 0;
  std::size_t near = 0, hits = 0;
  for (int step = 0; step < 60; ++step) {
    ropes.memory.beginStep(ropes.set);
    for (Index rope = 0; rope < Ropes::kCount; ++rope) {
      ropes.start[rope] = ropes.end[rope];
      for (std::size_t i = 0; i < ropes.end[rope].size(); ++i) {
        ropes.end[rope][i] += Real(1e-3 * u(random));
        if (i % 3 == 2 && rope + 1 == Ropes::kCount) ropes.end[rope][i] -= Real(0.05);
      }
    }
    asked += ropes.gather(Ropes::kWidest, false);
    near += checkFound(ropes, Ropes::kWidest);
    for (auto& rope : ropes.end)
      for (Real& x : rope) x += Real(1e-4 * u(random));
    askedAfter += ropes.gather(0);
    hits += checkFound(ropes, 0);
  }
  CHECK(asked < 30);
  CHECK(askedAfter == 0);
  CHECK(near > 1000);
  CHECK(hits > 20);
}

TEST_CASE("bodies that stand still are searched again when one of them moves") {
  TwoSheets sheets(0.045);
  sheets.set.update();
  std::vector<std::uint8_t> still{1, 1};
  const auto step = [&] { sheets.memory.beginStep(sheets.set, still); };
  step();
  CHECK_FALSE(sheets.gather(TwoSheets::kWidest));
  CHECK(sheets.found.vertexFace.empty());
  CHECK(sheets.found.edgeEdge.empty());
  still = {0, 1};
  step();
  CHECK(sheets.gather(TwoSheets::kWidest));
  const auto own = [&](Index body) {
    return std::ranges::count_if(sheets.found.vertexFace, [&](const auto& c) {
      return sheets.set.bodyOfVertex()[c.vertex] == body && sheets.set.bodyOfFace()[c.face] == body;
    });
  };
  CHECK(own(0) > 0);
  CHECK(own(1) == 0);
  still = {0, 0};
  step();
  sheets.forEachCoordinate([](Real&, Real& x, std::size_t k) { x += Real(k == 1 ? 0.001 : 0); });
  CHECK(sheets.gather(TwoSheets::kWidest));
  CHECK(own(1) > 0);
  CHECK(checkFound(sheets, TwoSheets::kWidest) > 0);
  still = {0, 1};
  step();
  CHECK_FALSE(sheets.gather(TwoSheets::kWidest));
  CHECK(checkFound(sheets, TwoSheets::kWidest) > 0);
  CHECK(own(1) == 0);
}

TEST_CASE("from its second step on a list serves only the pairs that their motion could make contacts") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(-1, 1);
  TwoSheets sheets(0.06);
  const auto step = [&](double fall) {
    sheets.memory.beginStep(sheets.set);
    sheets.forEachCoordinate([&](Real& from, Real& to, std::size_t) {
      from = to;
      to += Real(0.2 * fall * u(random));
    });
    for (std::size_t i = 1; i < sheets.b.end.size(); i += 3) sheets.b.end[i] -= Real(fall);
    return sheets.gather(TwoSheets::kWidest);
  };
  CHECK(step(0));
  const std::size_t all = sheets.found.vertexFace.size();
  CHECK(checkFound(sheets, TwoSheets::kWidest) == 0);
  CHECK_FALSE(step(0));
  CHECK(sheets.found.vertexFace.size() < all / 10);
  std::size_t contacts = 0;
  for (int i = 0; i < 6; ++i) {
    CHECK_FALSE(step(1.2e-3));
    contacts = checkFound(sheets, TwoSheets::kWidest);
    CHECK(sheets.found.vertexFace.size() < all);
  }
  CHECK(contacts > 20);
}

TEST_CASE("where much has moved, and where rules have changed, the detector is asked") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(-1, 1);
  TwoSheets sheets(0.12);
  CHECK(sheets.gather(TwoSheets::kWidest));
  CHECK_FALSE(sheets.gather(TwoSheets::kWidest));
  for (int step = 0; step < 5; ++step) sheets.memory.beginStep(sheets.set);
  sheets.forEachCoordinate([&](Real, Real& x, std::size_t) { x += Real(0.5 * u(random)); });
  CHECK(sheets.gather(TwoSheets::kWidest));
  CHECK_FALSE(sheets.gather(0));
  sheets.memory.forget();
  CHECK(sheets.gather(0));
  sheets.set.setMargin(0, Real(0.03));
  CHECK(sheets.gather(0));
  sheets.set.setSelf(1, false);
  CHECK(sheets.gather(0));
  CHECK_FALSE(sheets.gather(0));
}

TEST_CASE("a warm recheck allocates nothing") {
  TwoSheets sheets(0.05);
  sheets.gather(TwoSheets::kWidest);
  for (std::size_t i = 1; i < 60; i += 3) sheets.a.end[i] += Real(0.3);  // some vertices pass through the other sheet
  REQUIRE_FALSE(sheets.gather(0));
  REQUIRE(sheets.found.vertexFace.size() > 20);
  const long before = allocations::count();
  sheets.gather(0);
  const long after = allocations::count();
  if (allocations::counted) CHECK(after == before);
}

TEST_CASE("bodies that dispatch found apart and that move together afterwards are met by the final check") {
  btSoftBodyWorldInfo info;
  btAlignedObjectArray<btSoftBody*> bodies;
  std::vector<std::unique_ptr<btSoftBody>> owned;
  for (const btScalar y : {btScalar(0), btScalar(0.05)}) {
    owned.emplace_back(btSoftBodyHelpers::CreatePatch(info, btVector3(0, y, 0), btVector3(1, y, 0), btVector3(0, y, 1),
                                                      btVector3(1, y, 1), 8, 8, 0, true));
    bodies.push_back(owned.back().get());
  }
  pliant::detail::SettingsTable table;
  for (const auto& body : owned) table.of(body.get()).margin = btScalar(0.1);
  pliant::detail::SoftBodyReader reader;
  reader.synchronise(bodies, table);
  reader.beginStep();
  reader.beginDispatch();
  for (const auto& body : owned) reader.markPredicted(body.get());
  pliant::Workers workers(1);
  reader.beginSolve(workers);
  pliant::SpatialHash hash;
  pliant::detail::StepContacts contacts(reader, workers);
  contacts.begin(&hash, nullptr, {}, {}, table, [](pliant::Index, pliant::Index) { return true; });
  std::vector<pliant::SurfaceContact> found;
  pliant::detail::SeparationConstraints separations;
  contacts.detect(separations);
  CHECK(contacts.found().size() == 0);
  for (int i = 0; i < bodies[1]->m_nodes.size(); ++i) bodies[1]->m_nodes[i].m_x.setY(btScalar(-0.02));
  contacts.check(found);
  CHECK(contacts.failure().empty());
  CHECK(std::count_if(found.begin(), found.end(), [](const pliant::SurfaceContact& hit) {
          return hit.kind == pliant::SurfaceContact::Kind::VertexFace;
        }) > 20);

  // Each vertex is near many faces, and most of its contacts are covered. Their list takes no memory for these.
  for (int i = 0; i < bodies[1]->m_nodes.size(); ++i) bodies[1]->m_nodes[i].m_x.setY(btScalar(0.05));
  contacts.begin(&hash, nullptr, {}, {{bodies[0], bodies[1]}}, table, nullptr);
  contacts.detect(separations);
  const std::vector<pliant::SurfaceContact>& detected = contacts.found().detected();
  CHECK(detected.size() > 60);
  CHECK(detected.capacity() < 2 * detected.size());
}
