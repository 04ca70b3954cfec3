// The scenes after the uses that Heidelberger 2004 names: cloth on a walking figure, and surgery.

#include <pliant/detectors/BodySet.h>
#include <pliant/models/walkingFigure.h>
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/mechanics.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>

#include "runFor.h"

using namespace pliant;

namespace {

/// Returns the figure and its clothes at a moment of the walk.
std::vector<models::SurfaceModel> posed(const models::Gait& gait) {
  std::vector<models::SurfaceModel> all{models::standingFigure(), models::figureShirt(), models::figureSkirt()};
  for (auto& p : all[0].points) {
    const models::Point at = models::walked({double{p[0]}, double{p[1]}, double{p[2]}}, gait);
    for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<Real>(at[k]);
  }
  return all;
}

Verdict judged(const std::vector<models::SurfaceModel>& models) {
  std::vector<BodyView> views;
  for (const models::SurfaceModel& model : models) views.push_back(model.view());
  return judge(views, {});
}

}  // namespace

TEST_CASE("the figure is closed and as high as said, and its clothes lie around it") {
  const auto all = posed({0, 0});
  BodySet set;
  CHECK(set.topology(set.add(all[0].view())).closed);
  CHECK_FALSE(set.topology(set.add(all[1].view())).closed);
  CHECK_FALSE(set.topology(set.add(all[2].view())).closed);
  const auto [low, high] = std::minmax_element(all[0].points.begin(), all[0].points.end(),
                                               [](const auto& a, const auto& b) { return a[1] < b[1]; });
  CHECK((*low)[1] == Approx(0).margin(0.01));
  CHECK((*high)[1] == Approx(1.75).margin(0.01));
  const Verdict verdict = judged(all);
  CHECK(verdict.pairsBetween == 0);
  CHECK(verdict.pairsSelf == 0);
  CHECK(verdict.inside.empty());
}

TEST_CASE("the figure never meets itself while it walks, and its legs and arms swing") {
  double forward = 0, back = 0;
  for (int i = 0; i < 12; ++i) {
    const auto all = posed({i * 0.5236, 1});
    CHECK(judged({all[0]}).pairsSelf == 0);
    for (const auto& p : all[0].points) {
      if (p[0] < 0 || p[1] > Real(0.2)) continue;  // the right foot
      forward = std::max(forward, double{p[2]});
      back = std::min(back, double{p[2]});
    }
  }
  CHECK(forward > 0.35);
  CHECK(back < -0.25);
}

TEST_CASE("walk: shirt and skirt follow the figure, and nothing intersects") {
  const RunReport report = runFor("walk", "auto", 100, {}, 20);
  for (const RunCheck& check : report.checks) {
    INFO(check.step);
    CHECK(check.pairsBetween + check.pairsSelf == 0);
    CHECK(check.verticesInside == 0);
  }
  CHECK(report.checks.back().driverWork > 0);
  CHECK(scalar(report, "shirt_lost_at_step") == -1);
}

TEST_CASE("surgery: the tool pushes the gland, cuts the liver, and all organs end clean") {
  Simulation simulation(*findScene("surgery"), {});
  const auto nodes = [&](std::size_t b) { return simulation.bodies()[b].body->m_nodes.size(); };
  const int liver = nodes(0), gland = nodes(1);
  const btScalar before = centroid(*simulation.bodies()[1].body).z();
  while (simulation.steps() < 75) simulation.step();
  CHECK(centroid(*simulation.bodies()[1].body).z() < before - btScalar(0.02));
  CHECK(nodes(0) == liver);  // moved across its plane, the blade pushes
  while (simulation.steps() < 300) simulation.step();
  CHECK(nodes(0) > liver + 10);
  CHECK(nodes(1) == gland);
  const Verdict verdict = simulation.judge();
  CHECK(verdict.pairsBetween == 0);
  CHECK(verdict.pairsSelf == 0);
  CHECK(verdict.inside.empty());
}

TEST_CASE("surgery: a hand that leads the tool leaves the path, and pushes or cuts") {
  Simulation simulation(*findScene("surgery"), {});
  REQUIRE(simulation.scene().tool() == 2);
  const auto tip = [&] { return centroid(*simulation.bodies()[2].body); };
  const btVector3 start = tip();
  simulation.scene().leadTool(simulation, btVector3(0, 1, 0));
  simulation.step();
  CHECK((tip() - start - btVector3(0, 1, 0) / 60).length() < btScalar(1e-5));
  simulation.step();  // nobody leads: it rests
  CHECK((tip() - start - btVector3(0, 1, 0) / 60).length() < btScalar(1e-5));
  const int liver = simulation.bodies()[0].body->m_nodes.size();
  const auto lead = [&](const btVector3& to, int steps) {
    for (int step = 0; step < steps; ++step) {
      simulation.scene().leadTool(simulation, (to - tip()) * 10);
      simulation.step();
    }
  };
  // Above the liver, then down onto it, and only then along the edge.
  lead(btVector3(btScalar(-0.2), btScalar(1.1), 0), 90);
  lead(btVector3(btScalar(-0.2), btScalar(0.79), 0), 40);
  CHECK(simulation.bodies()[0].body->m_nodes.size() == liver);
  lead(btVector3(btScalar(0.2), btScalar(0.79), 0), 40);
  CHECK(simulation.bodies()[0].body->m_nodes.size() > liver);
  CHECK(simulation.judge().pairsSelf == 0);
}
