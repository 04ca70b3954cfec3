#include <cmath>

#include "sceneParts.h"

// Scenes of the deformable world alone.

namespace pliant::detail {
namespace {

/// Sheets fall onto a box and onto each other.
class Sheets : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 2.4, 3.6), vec(0, 0.6, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    simulation.addBox(vec(0.5, 0.4, 0.5), vec(0, 0.4, 0));
    for (int n = 0; n < 3; ++n) {
      const btMatrix3x3 turn(btQuaternion(btVector3(0, 1, 0), btScalar(0.4 * n)));
      simulation.addSoft("sheet " + std::to_string(n), placed(makeCloth(28, 2), vec(0.03 * n, 1.1 + 0.15 * n, 0), turn),
                         {.mass = 1, .margin = 0.015, .stiffness = 0.7, .bending = true});
    }
  }
};

/// A rigid box falls onto two soft bodies, one on the other.
class Loaded : public Scene {
 public:
  Camera camera() const override { return {vec(3.2, 2.6, 4.2), vec(0, 1, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(4);
    const SoftMesh cube = makeCube({5, 5, 5}, 1);
    simulation.addSoft("lower cube", placed(cube, vec(0, 0.6, 0)), {.mass = 2});
    simulation.addSoft("upper cube", placed(cube, vec(0.05, 1.75, 0.03)), {.mass = 2});
    simulation.addBox(vec(0.5, 0.2, 0.5), vec(0, 2.6, 0), 2);
  }
};

/// A soft ball falls onto a cloth whose corners are anchored to rigid posts.
class Hammock : public Scene {
 public:
  Camera camera() const override { return {vec(2.4, 2.6, 3.4), vec(0, 0.9, 0), 40}; }

  void build(Simulation& simulation) override {
    constexpr Index kCells = 24;
    constexpr double kSide = 2, kHeight = 1.2;
    simulation.addGround(4);
    btSoftBody& cloth = simulation.addSoft("cloth", placed(makeCloth(kCells, kSide), vec(0, kHeight, 0)),
                                           {.mass = 1, .margin = 0.02, .stiffness = 0.7, .bending = true});
    const Index last = kCells * (kCells + 1);
    for (const Index corner : {Index{0}, kCells, last, last + kCells}) {
      const btVector3 at = cloth.m_nodes[static_cast<int>(corner)].m_x / static_cast<btScalar>(simulation.scale());
      btRigidBody& post = simulation.addBox(vec(0.05, 0.05, 0.05), at);
      cloth.appendDeformableAnchor(static_cast<int>(corner), &post);
    }
    simulation.addSoft("ball", placed(makeBall({5, 5, 5}, 0.4), vec(0.1, kHeight + 0.6, 0.05)),
                       {.mass = 1, .margin = 0.03});
  }
};

/// Soft bodies of a Neo-Hookean material fall onto each other.
class NeoHookean : public Scene {
 public:
  Camera camera() const override { return {vec(4.2, 3, 5.2), vec(0, 1, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(1.45, 16);
    const SoftMesh cube = makeCube({4, 4, 4}, 1), ball = makeBall({4, 4, 4}, 0.55);
    for (int n = 0; n < 8; ++n) {
      const int x = n % 2, z = n / 2 % 2, y = n / 4;
      const btVector3 at = vec(1.25 * (x - 0.5) + 0.05 * y, 0.7 + 1.25 * y, 1.25 * (z - 0.5) - 0.04 * y);
      simulation.addSoft((n % 2 == 0 ? "cube " : "ball ") + std::to_string(n), placed(n % 2 == 0 ? cube : ball, at),
                         {.elasticity = Elasticity{}});
    }
  }
};

}  // namespace

void registerDeformable(std::vector<SceneEntry>& entries) {
  entries.push_back(deformable(entryOf<Sheets>("", "dsheets", "three sheets fall onto a box and each other", 150)));
  entries.push_back(deformable(entryOf<Loaded>("", "dloaded", "a rigid box falls onto two soft cubes", 240)));
  entries.back().featured = true;
  entries.push_back(deformable(entryOf<Hammock>("", "dhammock", "a soft ball falls onto an anchored cloth", 100)));
  entries.push_back(deformable(entryOf<NeoHookean>("", "dneohookean", "8 Neo-Hookean bodies fall into a box", 120)));
}

}  // namespace pliant::detail
