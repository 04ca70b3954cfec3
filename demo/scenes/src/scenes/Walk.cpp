#include <pliant/models/walkingFigure.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr int kStands = 30, kStarts = 40, kWalks = 400;  // steps: until it starts, and in which it reaches its speed
constexpr double kPeriod = 1.25, kRadius = 0.9;          // of the walk [s]; of the circle on which it walks
constexpr double kWalkMargin = 0.006;

SoftMesh meshOf(const models::SurfaceModel& surface) {
  SoftMesh mesh;
  for (const auto& p : surface.points) mesh.positions.emplace_back(p[0], p[1], p[2]);
  mesh.faces = surface.faces;
  mesh.links = linksOf({}, mesh.faces);
  return mesh;
}

/// A figure walks in a circle. Its shirt lies on its shoulders, and its skirt hangs from its waist.
class Walk : public Scene {
 public:
  Camera camera() const override { return {vec(2.5, 1.75, 3.4), vec(0, 0.85, 0), 42}; }

  void build(Simulation& simulation) override {
    simulation.addGround(4);
    m_rest = meshOf(models::standingFigure());
    SoftMaterial cloth{.mass = 0.3,
                       .margin = kWalkMargin,
                       .stiffness = 0.8,
                       .friction = 0.4,
                       .damping = 0.01,
                       .iterations = 10,
                       .movesWith = 0};
    SoftMesh skirt = meshOf(models::figureSkirt()), shirt = meshOf(models::figureShirt()), figure = m_rest;
    m_waist.assign(skirt.positions.begin(), skirt.positions.begin() + models::kSkirtColumns);
    for (SoftMesh* mesh : {&figure, &skirt, &shirt})
      for (btVector3& p : mesh->positions) p = placeAt(0, p);
    simulation.addSoft("figure", figure, {.margin = kWalkMargin, .friction = 0.5, .iterations = 1});
    simulation.setLed(0);
    simulation.addSoft("skirt", skirt, cloth);
    std::vector<Index> waist;
    for (Index i = 0; i < models::kSkirtColumns; ++i) waist.push_back(i);
    simulation.setDriven(1, waist);
    simulation.addSoft("shirt", shirt, cloth);
  }

  void beforeStep(Simulation& simulation, int step) override {
    std::vector<btVector3> figure, waist;
    const btVector3& aside = simulation.aside(0);
    for (const btVector3& p : m_rest.positions) figure.push_back(placeAt(step + 1, p) + aside);
    for (const btVector3& p : m_waist) waist.push_back(placeAt(step + 1, p) + aside);
    simulation.setScriptedPositions(0, figure);
    simulation.setDrivenPositions(1, waist);
  }

  void check(Simulation& simulation, int step) override {
    const btSoftBody& figure = *simulation.bodies()[0].body;
    const btScalar hem = static_cast<btScalar>(0.9 * simulation.scale());
    if (m_lostAt < 0 && centroid(*simulation.bodies()[2].body).y() < hem) m_lostAt = step;
    const btVector3 at = centroid(figure) / static_cast<btScalar>(simulation.scale());
    m_walked.push_back(lengthAt(step));
    m_height.push_back(static_cast<double>(at.y()));
  }

  Figures figures(const Simulation&) const override {
    return {{"walked", m_walked}, {"figure_height", m_height}, {"shirt_lost_at_step", static_cast<double>(m_lostAt)}};
  }

 private:
  /// Returns the number of steps at full speed that lead as far.
  static double fullSteps(int step) {
    const double t = std::clamp(double(step - kStands), 0.0, double(kWalks));
    return t < kStarts ? t * t / (2 * kStarts) : t - kStarts / 2.0;
  }
  static double lengthAt(int step) {
    return models::kWalkPerPeriod * fullSteps(step) * Simulation::kTimeStep / kPeriod;
  }

  /// Returns the place of a point of the figure after `step` steps, at scale 1.
  static btVector3 placeAt(int step, const btVector3& rest) {
    const models::Gait gait{2 * std::numbers::pi * fullSteps(step) * Simulation::kTimeStep / kPeriod,
                            std::clamp(double(step - kStands) / kStarts, 0.0, 1.0)};
    const models::Point p = models::walked(
        {static_cast<double>(rest.x()), static_cast<double>(rest.y()), static_cast<double>(rest.z())}, gait);
    // The figure looks along the circle, whose middle is the origin.
    const double turn = lengthAt(step) / kRadius, c = std::cos(turn), s = std::sin(turn), x = p[0] - kRadius;
    return vec(c * x + s * p[2], p[1], c * p[2] - s * x);
  }

  SoftMesh m_rest;
  std::vector<btVector3> m_waist;  ///< upper rim of the skirt at rest
  std::vector<double> m_walked, m_height;
  int m_lostAt = -1;
};

}  // namespace

void registerWalk(std::vector<SceneEntry>& entries) {
  entries.push_back(
      entryOf<Walk>("sheets", "walk", "a figure walks in a circle, in a shirt and a skirt (Heidelberger 2004)", 400));
}

}  // namespace pliant::detail
