#include <algorithm>
#include <cmath>

#include "sceneParts.h"

// Scenes after the deformable demos of Bullet's example browser, with other meshes and values.

namespace pliant::detail {
namespace {

constexpr double kStep = Simulation::kTimeStep;

/// Two sheets fall onto a rail, and fold onto themselves and each other.
class FoldingSheets : public Scene {
 public:
  Camera camera() const override { return {vec(2, 1.7, 2.6), vec(0, 0.4, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(4);
    simulation.addBox(vec(0.05, 0.3, 1), vec(0, 0.3, 0));
    for (int n = 0; n < 2; ++n) {
      simulation.addSoft("sheet " + std::to_string(n), placed(makeCloth(26, 1.6), vec(0.04 * n, 0.8 + 0.1 * n, 0)),
                         {.mass = 0.5, .margin = 0.02, .stiffness = 0.2, .friction = 0.1, .bending = true});
    }
  }
};

/// A rough sheet lies on a slope, and a smaller one on it. Neither may slide far.
class SheetsOnSlope : public Scene {
 public:
  Camera camera() const override { return {vec(5, 4, 6), vec(0, 0, 0), 40}; }

  void build(Simulation& simulation) override {
    const btQuaternion tilt(btVector3(1, 0, 0), btScalar(0.3));
    btRigidBody& slope = simulation.addBox(vec(8, 1, 8), vec(0, 0, 0));
    slope.setFriction(3);
    const btVector3 up = quatRotate(tilt, btVector3(0, 1, 0));
    slope.setCenterOfMassTransform(btTransform(tilt, up * static_cast<btScalar>(-simulation.scale())));
    const btMatrix3x3 along(tilt);
    simulation.addSoft("large sheet", placed(makeCloth(16, 4), up * btScalar(0.1), along),
                       {.margin = 0.04, .stiffness = 0.2, .friction = 3, .bending = true});
    simulation.addSoft("small sheet", placed(makeCloth(8, 2), up * btScalar(0.3), along),
                       {.margin = 0.04, .stiffness = 0.2, .friction = 1, .bending = true});
  }

  void check(Simulation& simulation, int) override {
    const btVector3 between = centroid(*simulation.bodies()[1].body) - centroid(*simulation.bodies()[0].body);
    m_slide.push_back(static_cast<double>(between.z()) / std::cos(0.3));
  }

  Figures figures(const Simulation&) const override { return {{"sheets_apart_along_slope", m_slide}}; }

 private:
  std::vector<double> m_slide;
};

/// Two rigid plates press soft blocks between them, and rise.
class Pinch : public Scene {
 public:
  explicit Pinch(int blocks) : m_blocks(blocks) {}

  Camera camera() const override { return {vec(6, 2.6, 2.6), vec(0, 1.2, 0), 42}; }

  void build(Simulation& simulation) override {
    simulation.addGround(5);
    const double depth = depthOfBlock();
    const SoftMesh block = makeLattice(
        {4, 4, 3}, false, [depth](double u, double v, double w) { return vec(u - 0.5, v + 0.06, depth * (w - 0.5)); });
    for (int n = 0; n < m_blocks; ++n) {
      simulation.addSoft(
          "block " + std::to_string(n), placed(block, vec(0, 0, (depth + kGap) * (n - 0.5 * (m_blocks - 1)))),
          {.mass = 0.2, .margin = 0.025, .friction = 2, .elasticity = Elasticity{.mu = 150, .lambda = 150}});
    }
    for (const double side : {-1.0, 1.0}) {
      btRigidBody& plate = simulation.addBox(vec(0.6, 0.45, 0.2), vec(0, 0.6, side * plateAway()), kPlateMass);
      plate.setFriction(5);
      m_plates.push_back(&plate);
    }
    lead(simulation, 0);
  }

  void beforeStep(Simulation& simulation, int step) override { lead(simulation, step); }

  void check(Simulation& simulation, int) override {
    double lowest = 1e9;
    for (const SimulatedBody& body : simulation.bodies())
      lowest = std::min(lowest, static_cast<double>(centroid(*body.body).y()));
    m_lowest.push_back(lowest);
  }

  Figures figures(const Simulation&) const override { return {{"lowest_block", m_lowest}}; }

 private:
  static constexpr double kGap = 0.06, kPlateMass = 1000;
  static constexpr double kPress = 0.6, kLift = 1.2;  // durations [s]

  double depthOfBlock() const { return m_blocks == 1 ? 1 : 0.8; }
  /// Returns the distance of each plate's middle from the row's middle at the start.
  double plateAway() const { return 0.5 * m_blocks * (depthOfBlock() + kGap) + 0.3; }

  void lead(Simulation& simulation, int step) {
    // Pressed together, the blocks have 0.95 of their depth and no gaps.
    const double time = step * kStep, way = plateAway() - 0.2 - 0.95 * 0.5 * m_blocks * depthOfBlock();
    for (std::size_t p = 0; p < m_plates.size(); ++p) {
      const double inwards = p == 0 ? 1 : -1;
      const btVector3 velocity = time < kPress           ? vec(0, 0, inwards * way / kPress)
                                 : time < kPress + kLift ? vec(0, std::min(0.6, 2 * (time - kPress)), 0)
                                                         : vec(0, 0, 0);
      simulation.driveRigid(*m_plates[p], velocity);
    }
  }

  int m_blocks;
  std::vector<btRigidBody*> m_plates;
  std::vector<double> m_lowest;
};

/// Rigid boxes fall onto two soft cubes in a box. Integration is implicit.
class Volumetric : public Scene {
 public:
  WorldSettings world() const override { return {.implicit = true}; }
  Camera camera() const override { return {vec(3.2, 2.8, 4.2), vec(0, 0.9, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(0.9, 16);
    const Elasticity linear{Elasticity::Law::Linear, 100, 100, 0.01};
    simulation.addSoft("lower cube", placed(makeCube({4, 4, 4}, 1), vec(0, 0.6, 0)),
                       {.mass = 0.5, .margin = 0.05, .friction = 2, .elasticity = linear});
    simulation.addSoft("upper cube", placed(makeCube({4, 4, 4}, 1), vec(0.1, 1.8, 0.05)),
                       {.mass = 0.5, .margin = 0.05, .friction = 2, .elasticity = linear});
    for (int n = 0; n < 3; ++n)
      simulation.addBox(vec(0.25, 0.25, 0.25), vec(0.1 * n - 0.1, 2.8 + 0.7 * n, 0.05 * n), 0.5);
  }
};

/// Two rigid fingers grasp a sheet that stands on its edge, and lift it.
class Grasp : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 1.4, 2.2), vec(0, 0.6, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(3);
    const btMatrix3x3 upright(btQuaternion(btVector3(0, 0, 1), SIMD_HALF_PI));
    simulation.addSoft("sheet", placed(makeCloth(24, 1), vec(0, 0.52, 0), upright),
                       {.mass = 0.1, .margin = 0.015, .stiffness = 0.4, .friction = 1, .bending = true});
    for (const double side : {-1.0, 1.0}) {
      btRigidBody& finger = simulation.addBox(vec(0.05, 0.2, 0.3), vec(side * kAway, 0.75, 0), 1000);
      finger.setFriction(3);
      m_fingers.push_back(&finger);
    }
    lead(simulation, 0);
  }

  void beforeStep(Simulation& simulation, int step) override { lead(simulation, step); }

  void check(Simulation& simulation, int) override {
    m_height.push_back(static_cast<double>(centroid(*simulation.bodies()[0].body).y()));
  }

  Figures figures(const Simulation&) const override { return {{"height_of_sheet", m_height}}; }

 private:
  static constexpr double kAway = 0.09, kClose = 0.1;  // the gap of the closed fingers is less than the sheet's margins

  void lead(Simulation& simulation, int step) {
    const double time = step * kStep, way = kAway - 0.05 - 0.002;
    for (std::size_t f = 0; f < m_fingers.size(); ++f) {
      const double inwards = f == 0 ? 1 : -1;
      const btVector3 velocity = time < kClose ? vec(inwards * way / kClose, 0, 0)
                                 : time < 1.6  ? vec(0, std::min(0.5, time - kClose), 0)
                                               : vec(0, 0, 0);
      simulation.driveRigid(*m_fingers[f], velocity);
    }
  }

  std::vector<btRigidBody*> m_fingers;
  std::vector<double> m_height;
};

}  // namespace

void registerDeformableDemos(std::vector<SceneEntry>& entries) {
  const auto add = [&](SceneEntry entry) { entries.push_back(deformable(std::move(entry))); };
  add(entryOf<FoldingSheets>("", "dfold", "two sheets fall over a rail and fold", 150));
  add(entryOf<SheetsOnSlope>("", "dslope", "a sheet lies on another one on a slope", 180));
  add(entryOf<Pinch>("", "dpinch", "two plates press a soft block and lift it", 180, 1));
  add(entryOf<Pinch>("", "dpinchrow", "two plates press three soft blocks together and lift", 180, 3));
  add(entryOf<Volumetric>("", "dvolumetric", "soft cubes and rigid boxes fall into a box, implicitly", 180));
  add(entryOf<Grasp>("", "dgrasp", "two fingers grasp a sheet and lift it", 180));
}

}  // namespace pliant::detail
