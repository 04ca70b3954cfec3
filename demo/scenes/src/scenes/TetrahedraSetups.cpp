#include <pliant/models/tetrahedraSetups.h>

#include <cmath>
#include <numbers>

#include "sceneParts.h"

// The bodies of Teschner 2003, setups A to E, as soft bodies.
namespace pliant::detail {
namespace {

/// Returns the object of a setup, centred at the origin. `edge`: length of a cube's edge.
SoftMesh objectOf(char setup, double edge) {
  const models::SurfaceModel object = models::tetrahedraSetup(setup).object;
  SoftMesh mesh;
  btVector3 low(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT), high = -low;
  for (const auto& p : object.points) {
    mesh.positions.push_back(vec(edge * double{p[0]}, edge * double{p[1]}, edge * double{p[2]}));
    low.setMin(mesh.positions.back());
    high.setMax(mesh.positions.back());
  }
  place(mesh, -(low + high) / 2);
  mesh.tetrahedra = object.tetrahedra;
  mesh.faces = object.faces;
  mesh.links = linksOf(mesh.tetrahedra, mesh.faces);
  return mesh;
}

btMatrix3x3 turned(const btVector3& axis, double angle) {
  return btMatrix3x3(btQuaternion(axis.normalized(), static_cast<btScalar>(angle)));
}

/// 100 objects of two cubes fall into a box.
class Cubes : public Scene {
 public:
  Camera camera() const override { return {vec(2.9, 2.4, 3.6), vec(0, 0.45, 0), 40}; }

  void build(Simulation& simulation) override {
    constexpr int kSide = 5, kLayers = 4;
    constexpr double kSpacing = 0.42, kLowest = 0.35;
    simulation.addGround(kSpacing * kSide / 2 + 0.05, 8);
    const SoftMesh object = objectOf('A', 0.17);
    int n = 0;
    for (int y = 0; y < kLayers; ++y)
      for (int x = 0; x < kSide; ++x)
        for (int z = 0; z < kSide; ++z, ++n) {
          const btVector3 at =
              vec(kSpacing * (x - 0.5 * (kSide - 1)), kLowest + kSpacing * y, kSpacing * (z - 0.5 * (kSide - 1)));
          const btMatrix3x3 turn = turned(vec(std::sin(1.7 * n), 1, std::cos(2.3 * n)), 2.4 * n);
          simulation.addSoft("cubes " + std::to_string(n), placed(object, at, turn), {.mass = 0.1, .margin = 0.015});
        }
  }
};

/// Plates fall onto each other, from one stack or from several ones in a square.
class Plates : public Scene {
 public:
  Plates(int stacksAlong, int plates) : m_along(stacksAlong), m_plates(plates) {}

  Camera camera() const override {
    const double farther = 0.35 + 0.65 * m_along;
    return {vec(2.5 * farther, 1.9 * farther, 3.1 * farther), vec(0, 0.55, 0), 40};
  }

  void build(Simulation& simulation) override {
    // Plates of one layer do not touch, however they are turned. Those of the next layer lie above the gaps.
    const double apart = m_along == 1 ? 0 : 1.95, away = m_along == 1 ? 0.25 : 0.1;
    simulation.addGround(1.3 + apart * m_along / 2, 8);
    const SoftMesh plate = objectOf('B', 0.12);
    for (int n = 0; n < m_plates; ++n) {
      const int stack = n % (m_along * m_along), layer = n / (m_along * m_along);
      const double shift = 0.5 * (layer % 2) - 0.5 * (m_along - 1);
      const btMatrix3x3 lying = turned(vec(1, 0, 0), std::numbers::pi / 2 + 0.2 * std::sin(1.9 * n));
      const btMatrix3x3 turn = turned(vec(0, 1, 0), 0.7 * n) * lying;
      const btVector3 at = vec(apart * (stack / m_along + shift) + away * std::sin(2.1 * n), 0.45 + 0.42 * layer,
                               apart * (stack % m_along + shift) + away * std::cos(2.9 * n));
      simulation.addSoft("plate " + std::to_string(n), placed(plate, at, turn), {.margin = 0.02, .selfSolid = true});
    }
  }

 private:
  int m_along, m_plates;
};

/// A vessel falls across another one.
class Vessels : public Scene {
 public:
  Camera camera() const override { return {vec(2.0, 2.0, 3.4), vec(0, 0.25, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(4);
    const SoftMesh vessel = objectOf('D', 0.04);
    const SoftMaterial material{.mass = 2, .margin = 0.008, .iterations = 10, .selfSolid = true};
    const btMatrix3x3 lying = turned(vec(1, 0, 0), std::numbers::pi / 2);
    simulation.addSoft("lower vessel", placed(vessel, vec(0, 0.55, 0), lying), material);
    simulation.addSoft("upper vessel", placed(vessel, vec(0.1, 1.25, 0), turned(vec(0, 1, 0), 2) * lying), material);
  }
};

}  // namespace

void registerTetrahedraSetups(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Cubes>("solids", "softA", "100 soft bodies of two cubes each fall into a box", 300));
  entries.push_back(entryOf<Plates>("solids", "softB", "eight soft plates fall onto each other", 300, 1, 8));
  entries.push_back(entryOf<Plates>("solids", "softC", "20 soft plates fall onto each other", 300, 2, 20));
  entries.push_back(entryOf<Vessels>("solids", "softD", "a soft vessel that branches falls across another one", 240));
  entries.push_back(entryOf<Plates>("solids", "softE", "100 soft plates fall onto each other", 300, 5, 100));
}

}  // namespace pliant::detail
