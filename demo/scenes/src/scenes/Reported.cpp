#include "reported.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

// Scenes after problems that users report. Contact distances between soft bodies are Pliant's defaults.

namespace pliant::detail {
namespace {

/// Flags beside each other, each pinned at two corners, in a wind that lifts them and moves them sideways.
class Flags : public Scene {
 public:
  Camera camera() const override { return {vec(3.4, 2.5, 3.6), vec(0.3, 2.1, -0.8), 42}; }
  void build(Simulation& simulation) override {
    simulation.addGround(8);
    // Bullet's default density at scale 1. The force of the wind is density × area × speed² and must scale as a length.
    simulation.worldInfo().air_density = btScalar(1.2 / std::pow(simulation.scale(), 3));
    for (int n = 0; n < kFlags; ++n) {
      SoftMesh mesh = makeCloth(kCells, 1);
      for (btVector3& p : mesh.positions) p.setZ(2 * p.z());
      place(mesh, vec(kStride * (n - (kFlags - 1) / 2.0), 3 + kLines * (n % 2), kLines * (n % 2)));
      SoftMaterial material = reported(0.5, 2);
      material.bending = true;
      btSoftBody& flag = simulation.addSoft("flag " + std::to_string(n), mesh, material);
      for (const Index corner : kHeld) flag.setMass(static_cast<int>(corner), 0);
      flag.m_cfg.aeromodel = btSoftBody::eAeroModel::V_TwoSidedLiftDrag;
      flag.m_cfg.kLF = btScalar(0.05);
      flag.m_cfg.kDG = btScalar(0.01);
    }
    for (std::size_t n = 0; n < 2 * kFlags; ++n) m_held.push_back(heldCorner(simulation, n).m_x);
  }
  // The gust moves along the row, so that neighbours swing towards each other.
  void beforeStep(Simulation& simulation, int step) override {
    for (int n = 0; n < kFlags; ++n) {
      const double phase = 2 * std::numbers::pi * (step * Simulation::kTimeStep / 1.2 - 0.3 * n);
      const btVector3 wind = vec(12 * std::sin(phase), 0, 16 * std::cos(phase));
      simulation.bodies()[static_cast<std::size_t>(n)].body->setWindVelocity(wind * btScalar(simulation.scale()));
    }
  }
  void check(Simulation& simulation, int) override {
    m_fastest.push_back(fastestNode(simulation));
    btScalar off = 0;
    for (std::size_t n = 0; n < m_held.size(); ++n)
      off = std::max(off, (heldCorner(simulation, n).m_x - m_held[n]).length());
    m_off.push_back(static_cast<double>(off) / simulation.scale());
  }
  Figures figures(const Simulation&) const override {
    return {{"fastest_node", m_fastest}, {"held_corners_off", m_off}};
  }

 private:
  static constexpr Index kCells = 14;
  static constexpr int kFlags = 5;
  static constexpr double kStride = 0.55, kLines = 0.3;
  static constexpr Index kHeld[] = {0, kCells*(kCells + 1)};  // vertex indices

  static const btSoftBody::Node& heldCorner(const Simulation& simulation, std::size_t n) {
    return simulation.bodies()[n / 2].body->m_nodes[static_cast<int>(kHeld[n % 2])];
  }

  std::vector<btVector3> m_held;  // positions of the held corners at the start
  std::vector<double> m_fastest, m_off;
};

/// Ropes fall across held ropes and the upper edge of a held cloth. Further ropes fall across them.
class Ropes : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 2.5, 3.4), vec(0, 0.65, 0), 42}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    for (const double z : {-kAside, kAside}) {
      btSoftBody& rope = addRope(simulation, "held rope", vec(0, kHeight, z), vec(1, 0, 0), 1);
      for (const Index end : {Index{0}, kLinks}) rope.setMass(static_cast<int>(end), 0);
    }
    SoftMesh mesh = makeCloth(kCells, 1);
    for (btVector3& p : mesh.positions) p = vec(kLength * double(p.x()), kHeight - 0.4 + 0.8 * double(p.z()), 0);
    btSoftBody& cloth = simulation.addSoft("held cloth", mesh, reported(1, 8));
    for (Index j = 0; j <= kCells; ++j)
      for (const Index row : {Index{0}, kCells}) cloth.setMass(static_cast<int>(row * (kCells + 1) + j), 0);
    m_firstFree = simulation.bodies().size();
    for (int n = 0; n < kAcross; ++n) {
      const double x = 0.3 * (n - (kAcross - 1) / 2.0) + 0.02;
      addRope(simulation, "rope " + std::to_string(n), vec(x, kHeight + 0.2 + 0.02 * n, 0), vec(0, 0, 1), 0.3);
    }
    for (const double z : {-0.35, 0.35}) addRope(simulation, "upper rope", vec(0, kHeight + 0.6, z), vec(1, 0, 0), 0.3);
  }
  void check(Simulation& simulation, int step) override {
    int fallen = 0;
    for (std::size_t b = m_firstFree; b < simulation.bodies().size(); ++b)
      fallen += centroidHeight(simulation, b) < 0.3 ? 1 : 0;
    m_fallen.push_back(fallen);
    if (fallen > 0 && m_fellAt < 0) m_fellAt = step;
  }
  Figures figures(const Simulation&) const override {
    return {{"ropes_fallen", m_fallen}, {"fell_through_at_step", static_cast<double>(m_fellAt)}};
  }

 private:
  static constexpr Index kLinks = 24, kCells = 16;
  static constexpr int kAcross = 7;
  static constexpr double kLength = 2.4, kHeight = 1.1, kAside = 0.7;

  static btSoftBody& addRope(Simulation& simulation, const std::string& name, const btVector3& middle,
                             const btVector3& along, double mass) {
    SoftMesh mesh;
    for (Index i = 0; i <= kLinks; ++i) {
      mesh.positions.push_back(middle + along * btScalar(kLength * (double(i) / kLinks - 0.5)));
      if (i > 0) mesh.links.push_back({i - 1, i});
    }
    return simulation.addSoft(name, mesh, reported(mass, 8));
  }

  std::size_t m_firstFree = 0;
  std::vector<double> m_fallen;
  int m_fellAt = -1;
};

/// Before each step the scene writes the positions of a plate's nodes, all of mass 0, and the transform of a static
/// triangle mesh. A cloth and a soft cube lie on them and are carried up, down and sideways.
class Carried : public Scene {
 public:
  Camera camera() const override { return {vec(3.4, 2.7, 5.6), vec(0.6, 1.6, 0), 46}; }
  void build(Simulation& simulation) override {
    simulation.addGround(8);
    btSoftBody& soft = simulation.addSoft("plate", placed(makeCloth(10, 1.2), vec(-1, kStart, 0)), reported(1, 4));
    for (int i = 0; i < soft.m_nodes.size(); ++i) soft.setMass(i, 0);
    m_rigid = &simulation.addMesh(makeCloth(10, 1.2), vec(1, kStart, 0));
    m_rest = m_rigid->getWorldTransform().getOrigin();
    SoftMaterial material = reported(0.5, 4);
    material.damping = 0;  // damping would change the momentum that afterStep measures
    simulation.addSoft("cloth", placed(makeCloth(20, 1.6), vec(-1, kStart + 0.06, 0)), material);
    material.mass = 1;
    material.iterations = 8;
    simulation.addSoft("cube", placed(makeCube({4, 4, 4}, 0.6), vec(1, kStart + 0.36, 0)), material);
  }
  void beforeStep(Simulation& simulation, int step) override {
    m_way = (pathAt(step + 1) - pathAt(step)) * btScalar(simulation.scale());
    btSoftBody& plate = *simulation.bodies().front().body;
    for (int i = 0; i < plate.m_nodes.size(); ++i) plate.m_nodes[i].m_x += m_way;
    btTransform place = m_rigid->getWorldTransform();
    place.setOrigin(m_rest + pathAt(step + 1) * btScalar(simulation.scale()));
    m_rigid->setWorldTransform(place);
    for (const std::size_t b : {1U, 2U}) m_before[b] = momentumAlongWay(simulation, b);
  }
  // All user moves of a step have one velocity. Their work on a body is this velocity times the body's momentum gain,
  // minus the work of its weight. A body that has fallen through is skipped.
  void afterStep(Simulation& simulation, int) override {
    for (const std::size_t b : {1U, 2U}) {
      if (heightAbovePlate(simulation, b) < kLost) continue;
      const auto mass = static_cast<double>(simulation.bodies()[b].body->getTotalMass());
      const double weight = mass * static_cast<double>(simulation.gravity().dot(m_way));
      simulation.addWork((momentumAlongWay(simulation, b) - m_before[b]) / Simulation::kTimeStep - weight);
    }
  }
  void check(Simulation& simulation, int step) override {
    m_above.push_back(std::min(heightAbovePlate(simulation, 1), heightAbovePlate(simulation, 2)));
    if (m_lostAt < 0 && !(m_above.back() > kLost)) m_lostAt = step;
  }
  Figures figures(const Simulation&) const override {
    return {{"least_height_above_plate", m_above}, {"fell_through_at_step", static_cast<double>(m_lostAt)}};
  }

 private:
  static constexpr double kStart = 0.8, kUp = 2, kAside = 1.2;
  static constexpr double kLost = -0.3;  // the cloth hangs over the plate's edges, so its centroid is below the plate
  static constexpr int kRest = 30, kSteps = 180;

  static double heightAbovePlate(const Simulation& simulation, std::size_t body) {
    return centroidHeight(simulation, body) - centroidHeight(simulation, 0);
  }
  double momentumAlongWay(const Simulation& simulation, std::size_t body) const {
    const btSoftBody& soft = *simulation.bodies()[body].body;
    return static_cast<double>(meanVelocity(soft).dot(m_way) * soft.getTotalMass());
  }

  /// Returns the displacement since the start: up and down once, at up to 2.1 m/s, and sideways.
  static btVector3 pathAt(int step) {
    const double t = std::clamp(double(step - kRest) / kSteps, 0.0, 1.0), turn = 2 * std::numbers::pi * t;
    return vec(kAside * (1 - std::cos(turn / 2)) / 2, kUp * (1 - std::cos(turn)) / 2, 0);
  }

  btRigidBody* m_rigid = nullptr;
  btVector3 m_rest{0, 0, 0}, m_way{0, 0, 0};
  std::array<double, 3> m_before{};  // one per body
  std::vector<double> m_above;
  int m_lostAt = -1;
};

}  // namespace

void registerReported(std::vector<SceneEntry>& entries) {
  constexpr const char* kCategory = "reported problems";
  entries.push_back(entryOf<Flags>(kCategory, "flags", "five flags in two lines, in gusts", 300));
  entries.push_back(entryOf<Ropes>(kCategory, "ropes",
                                   "ropes fall across held ropes and the edge of a cloth, and onto each other", 240));
  entries.back().featured = true;
  entries.push_back(entryOf<Carried>(kCategory, "carried",
                                     "a cloth and a cube on a plate and a rigid mesh that are moved by hand", 240));
  entries.back().featured = true;
}

}  // namespace pliant::detail
