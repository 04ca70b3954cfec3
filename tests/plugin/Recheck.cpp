#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <vector>

#include "RecheckCandidates.h"
#include "StepContacts.h"

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
    view.positions.data = end.data();
    view.positions.count = Index(end.size() / 3);
    view.positions_t0.data = start.data();
    view.positions_t0.count = view.positions.count;
    view.triangles.data = faces[0].data();
    view.triangles.count = Index(faces.size());
    return view;
  }
};

/// Two sheets above each other in a set, and what the hash gives for their motion before a solve.
struct TwoSheets {
  static constexpr Real kMarginScale = Real(1.25);
  Sheet a, b;
  pliant::BodySet set;
  pliant::Workers workers{1};
  pliant::SpatialHash hash;
  pliant::Candidates candidates;

  explicit TwoSheets(double apart) : a(14, 0), b(14, apart) {
    for (const Sheet* sheet : {&a, &b}) set.setMargin(set.add(sheet->view()), Real(0.02));
  }
  TwoSheets(const TwoSheets&) = delete;  // the set looks at the sheets
  TwoSheets& operator=(const TwoSheets&) = delete;

  void detect() {
    set.update(workers);
    pliant::CandidateQuery query;
    query.vertexFace = query.swept = true;
    query.marginScale = kMarginScale;
    pliant::Counters counters;
    hash.update(set, workers);
    hash.candidates(set, query, candidates, counters, workers);
  }
};

/// Whether the swept boxes of both meet, by plain loops.
bool boxesMeet(const pliant::BodySet& set, const pliant::VertexFaceCandidate& c) {
  for (std::size_t k = 0; k < 3; ++k) {
    const auto at = [k](const pliant::PackedPosition& p) { return k == 0 ? p.x : k == 1 ? p.y : p.z; };
    const auto span = [&](const auto& corners) {
      std::pair<Real, Real> range{at(set.positions()[corners[0]]), at(set.positions()[corners[0]])};
      for (const Index v : corners)
        for (const Real x : {at(set.positions()[v]), at(set.positions_t0()[v])}) {
          const Real reach = pliant::sweptReach(set.positions_t0()[v], set.positions()[v]);
          range = {std::min(range.first, x - reach), std::max(range.second, x + reach)};
        }
      return range;
    };
    const auto a = span(std::array{c.vertex}), b = span(set.faces()[c.face]);
    if (a.first > b.second || b.first > a.second) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("what meets after the solve is among the candidates kept from before it") {
  const int turn = GENERATE(range(0, 12));
  std::mt19937 random(static_cast<unsigned>(turn));
  std::uniform_real_distribution<double> u(-1, 1);
  TwoSheets sheets(0.12);
  pliant::BodySet& set = sheets.set;
  for (Sheet* sheet : {&sheets.a, &sheets.b})
    for (Real& x : sheet->end) x += Real(0.03 * u(random));
  sheets.detect();
  pliant::detail::RecheckCandidates recheck;
  std::vector<pliant::VertexFaceCandidate> found;
  CHECK_FALSE(recheck.gather(set, found));
  recheck.remember(set, sheets.candidates.vertexFace, TwoSheets::kMarginScale);

  // Most move, and grow their boxes, by less than the margins' reach along each axis, a few go far.
  for (Sheet* sheet : {&sheets.a, &sheets.b})
    for (Real& x : sheet->end) x += Real(0.0199 * u(random));
  for (int i = 0; i < turn; ++i)
    for (int k = 0; k < 3; ++k) sheets.a.end[std::size_t(3 * (17 * i % 196) + k)] += Real(0.4 * u(random));
  set.update(sheets.workers);
  REQUIRE(recheck.gather(set, found));
  CHECK(std::is_sorted(found.begin(), found.end()));
  CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());

  std::vector<pliant::VertexFaceCandidate> expected;
  for (Index v = 0; v < set.positions().size(); ++v)
    for (Index f = 0; f < set.faces().size(); ++f) {
      const pliant::Triangle& corners = set.faces()[f];
      if (std::find(corners.begin(), corners.end(), v) != corners.end()) continue;
      if (boxesMeet(set, {v, f})) expected.push_back({v, f});
    }
  CHECK(expected.size() > 0);
  CHECK(found == expected);
}

TEST_CASE("where everything has moved, the detector must be asked") {
  Sheet a(14, 0);
  pliant::BodySet set;
  set.setMargin(set.add(a.view()), Real(0.01));
  set.update();
  pliant::detail::RecheckCandidates recheck;
  std::vector<pliant::VertexFaceCandidate> found;
  recheck.remember(set, {}, Real(1.25));
  CHECK(recheck.gather(set, found));
  for (Real& x : a.end) x += Real(0.5);
  set.update();
  CHECK_FALSE(recheck.gather(set, found));
  recheck.forget();
  CHECK_FALSE(recheck.gather(set, found));
}

TEST_CASE("a warm recheck allocates nothing") {
  TwoSheets sheets(0.05);
  sheets.detect();
  pliant::detail::RecheckCandidates recheck;
  recheck.remember(sheets.set, sheets.candidates.vertexFace, TwoSheets::kMarginScale);
  for (std::size_t i = 1; i < 60; i += 3) sheets.a.end[i] += Real(0.3);  // some vertices go through the other sheet
  sheets.set.update(sheets.workers);
  std::vector<pliant::VertexFaceCandidate> found;
  REQUIRE(recheck.gather(sheets.set, found));
  REQUIRE(found.size() > 20);
  const long before = allocations::count();
  recheck.gather(sheets.set, found);
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
  for (const auto& body : owned) reader.markPredicted(body.get());
  reader.beginSolve();
  pliant::Workers workers(1);
  pliant::SpatialHash hash;
  pliant::detail::StepContacts contacts(reader, workers);
  const pliant::detail::PairRecorder none;
  contacts.begin(&hash, {}, none, table, [](btSoftBody*, btSoftBody*) { return true; });
  std::vector<pliant::SurfaceContact> found;
  std::vector<pliant::detail::PushOut> pushOuts;
  contacts.detect(found, pushOuts);
  CHECK(found.empty());
  for (int i = 0; i < bodies[1]->m_nodes.size(); ++i) bodies[1]->m_nodes[i].m_x.setY(btScalar(-0.02));
  contacts.check(found);
  CHECK(contacts.failure().empty());
  CHECK(std::count_if(found.begin(), found.end(), [](const pliant::SurfaceContact& hit) {
          return hit.kind == pliant::SurfaceContact::Kind::VertexFace;
        }) > 20);
}
