#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// A soft cube hits another one at rest. There is no gravity and no damping: momentum must be constant, and the cubes
/// must not pass through each other.
class Impact : public Scene {
 public:
  Impact(double speed, const btVector3& aside) : m_speed(speed), m_aside(aside) {}

  WorldSettings world() const override { return {btVector3(0, 0, 0)}; }
  // Follows the cubes, which move fast.
  Camera camera() const override { return {m_middle + vec(0.6, 1.6, 5), m_middle, 40}; }

  void build(Simulation& simulation) override {
    const SoftMesh cube = makeCube({5, 5, 5}, 1);
    const SoftMaterial material{.damping = 0, .selfSolid = true};
    simulation.addSoft("bullet", placed(cube, vec(-2.3, 0, 0) + m_aside), material, vec(m_speed, 0, 0));
    simulation.addSoft("target", cube, material);
  }

  void afterStep(Simulation& simulation, int step) override {
    m_middle = (centroid(*simulation.bodies()[0].body) + centroid(*simulation.bodies()[1].body)) /
               static_cast<btScalar>(2 * simulation.scale());
    if (m_swappedAt < 0 && gap(simulation) < 0) m_swappedAt = step;
  }

  void check(Simulation& simulation, int) override { m_gap.push_back(gap(simulation)); }

  Figures figures(const Simulation& simulation) const override {
    const auto speed = [&simulation](std::size_t i) {
      return static_cast<double>(meanVelocity(*simulation.bodies()[i].body).x());
    };
    return {{"end_velocity_bullet", speed(0)},
            {"end_velocity_target", speed(1)},
            {"swapped", m_swappedAt >= 0},
            {"swapped_at_step", static_cast<double>(m_swappedAt)},
            {"centre_distance_x", m_gap}};
  }

 private:
  static double gap(const Simulation& simulation) {
    return static_cast<double>(centroid(*simulation.bodies()[1].body).x() - centroid(*simulation.bodies()[0].body).x());
  }

  double m_speed;
  btVector3 m_aside;  ///< of the moving cube's way [length at scale 1]
  btVector3 m_middle = vec(-1.15, 0, 0);
  int m_swappedAt = -1;
  std::vector<double> m_gap;
};

}  // namespace

void registerImpact(std::vector<SceneEntry>& entries) {
  // Cubes of the deformable world flatten more: farther from the middle they would slide off each other.
  const btVector3 aside = vec(0, 0.1, 0.07), nearlyCentral = vec(0, 0.01, 0.007);
  entries.push_back(entryOf<Impact>("solids", "impact50", "a soft cube hits another one at 50 m/s", 30, 50.0, aside));
  entries.back().featured = true;
  entries.push_back(
      deformable(entryOf<Impact>("", "dimpact50", "a soft cube hits another one at 50 m/s", 60, 50.0, nearlyCentral)));
  entries.back().featured = true;
  entries.push_back(deformable(
      entryOf<Impact>("", "dimpact200", "a soft cube hits another one at 200 m/s", 30, 200.0, nearlyCentral)));
  entries.push_back(entryOf<Impact>("solids", "impact200", "a soft cube hits another one at 200 m/s", 8, 200.0, aside));
}

}  // namespace pliant::detail
