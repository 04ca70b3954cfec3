#include <cmath>

#include "sceneParts.h"

// Scenes after the soft body demos of Bullet's example browser, with other meshes and values.

namespace pliant::detail {
namespace {

/// Returns a closed ring of faces around the y axis.
SoftMesh ringOf(double radius, double tube) {
  return makeKnotTube({1, 0, radius - 0.01, 0.01, tube, 48, 12});
}

btMatrix3x3 turned(double aroundX, double aroundZ) {
  btMatrix3x3 turn;
  turn.setEulerZYX(btScalar(aroundX), 0, btScalar(aroundZ));
  return turn;
}

/// Adds a cloth that is pinned at its four corners.
void addPinnedCloth(Simulation& simulation, Index cells, double size, double height, double mass) {
  btSoftBody& cloth =
      simulation.addSoft("pinned cloth", placed(makeCloth(cells, size), vec(0, height, 0)),
                         {.mass = mass, .margin = 0.02, .stiffness = 1, .iterations = 20, .bending = true});
  const Index last = cells * (cells + 1);
  for (const Index corner : {Index{0}, cells, last, last + cells}) cloth.setMass(static_cast<int>(corner), 0);
}

/// Rigid boxes and balls fall onto a cloth that hangs by its four corners.
class PinnedCloth : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 2.9, 3.6), vec(0, 1, 0), 42}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    addPinnedCloth(simulation, 40, 3, 1.6, 4);
    for (int n = 0; n < 5; ++n) {
      const btVector3 at = vec(0.5 * std::cos(2.4 * n), 1.85 + 0.2 * n, 0.5 * std::sin(2.4 * n));
      if (n % 2 == 0)
        simulation.addBox(vec(0.22, 0.2, 0.2), at, 0.1);
      else
        simulation.addBall(0.22, at, 0.1);
    }
  }
};

/// A sheet falls onto another one that hangs by its four corners.
class SheetOnSheet : public Scene {
 public:
  Camera camera() const override { return {vec(2.4, 2.6, 3.2), vec(0, 0.9, 0), 40}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    addPinnedCloth(simulation, 36, 2.6, 1.4, 1);
    simulation.addSoft("falling sheet", placed(makeCloth(28, 1.7), vec(0.1, 1.9, 0.05), turned(0.25, 0.2)),
                       {.mass = 0.6, .margin = 0.02, .stiffness = 0.6, .iterations = 10, .bending = true});
  }
};

/// Rings fall onto each other and may interlock.
class Rings : public Scene {
 public:
  explicit Rings(bool match) : m_match(match) {}
  Camera camera() const override { return {vec(2.6, 2.4, 3.6), vec(0, 0.6, 0), 40}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    if (m_match) simulation.addBox(vec(0.1, 0.1, 1.2), vec(0, 0.7, 0));
    const SoftMaterial material{
        .margin = 0.02, .stiffness = m_match ? 0.3 : 0.9, .pressure = m_match ? 0 : 1.5, .bending = true};
    for (int n = 0; n < kRings; ++n) {
      const btVector3 at = vec(0.25 * std::sin(1.9 * n), 1.1 + 0.85 * n, 0.2 * std::cos(2.3 * n));
      btSoftBody& ring = simulation.addSoft(
          "ring " + std::to_string(n),
          placed(ringOf(0.5, 0.14), at, turned(0.35 * std::sin(n), 0.35 * std::cos(1.7 * n))), material);
      if (!m_match) continue;
      ring.m_cfg.kMT = btScalar(0.08);
      ring.setPose(false, true);
    }
  }

 private:
  static constexpr int kRings = 5;
  bool m_match;
};

/// Soft cubes slide over the ground into cubes at rest. Friction increases from pair to pair.
class Slide : public Scene {
 public:
  Camera camera() const override { return {vec(1.2, 2.7, 4.3), vec(-1.1, 0.1, 0.2), 42}; }
  void build(Simulation& simulation) override {
    simulation.addGround(8);
    for (int n = 0; n < 2 * kPairs; ++n) {
      const bool isThrown = n < kPairs;
      const btVector3 at = vec(isThrown ? -2 : -1.2, 0.23, 0.55 * (n % kPairs - (kPairs - 1) / 2.0));
      simulation.addSoft("cube " + std::to_string(n), placed(makeCube({3, 3, 3}, 0.4), at),
                         {.margin = 0.02, .friction = 0.1 + 0.15 * (n % kPairs)}, vec(isThrown ? 4 : 0, 0, 0));
    }
  }
  Figures figures(const Simulation& simulation) const override {
    std::vector<double> slid;
    for (std::size_t n = 0; n < kPairs; ++n)
      slid.push_back(2 + static_cast<double>(centroid(*simulation.bodies()[n].body).x()) / simulation.scale());
    return {{"slid", slid}};
  }

 private:
  static constexpr int kPairs = 7;
};

/// A heavy plate falls onto a balloon, which throws it off. A thin plate would fall through: Bullet tests vertices.
class Plate : public Scene {
 public:
  Camera camera() const override { return {vec(2.2, 1.9, 3.0), vec(0, 0.55, 0), 40}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    SoftMesh mesh = makeSphere(4, 0.5);
    for (btVector3& p : mesh.positions) p = p * vec(1.5, 1, 1) + vec(0, 0.6, 0);
    simulation.addSoft("balloon", mesh, {.margin = 0.02, .stiffness = 0.6, .pressure = 20, .bending = true});
    simulation.addBox(vec(1, 0.15, 0.7), vec(0.01, 1.4, 0), 1.5);
  }
};

/// A soft cube is thrown at a cloth that hangs by two corners. A rigid bar is anchored to the cloth's lower side.
class Curtain : public Scene {
 public:
  Camera camera() const override { return {vec(3.4, 2.4, 4.2), vec(0, 1.5, 0), 42}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    btSoftBody& cloth =
        simulation.addSoft("curtain", placed(makeCloth(kCells, 2), vec(0, 1.7, 0), turned(0, -1.5707963267948966)),
                           {.margin = 0.02, .stiffness = 0.8, .iterations = 12, .bending = true});
    // The first row along z is the upper one.
    for (const Index corner : {Index{0}, kCells}) cloth.setMass(static_cast<int>(corner), 0);
    btRigidBody& bar = simulation.addBox(vec(0.04, 0.04, 1.1), vec(0, 0.66, 0), 0.3);
    for (Index j = 0; j <= kCells; j += kCells / 4)
      cloth.appendAnchor(static_cast<int>(kCells * (kCells + 1) + j), &bar, true);
    simulation.addSoft("cube", placed(makeCube({4, 4, 4}, 0.45), vec(1.8, 1.6, 0.1), turned(0.3, 0.4)),
                       {.mass = 0.5, .margin = 0.02, .iterations = 12, .selfSolid = true}, vec(-5, 2, 0));
  }

 private:
  static constexpr Index kCells = 28;
};

}  // namespace

void registerBulletDemos(std::vector<SceneEntry>& entries) {
  constexpr const char* kCategory = "after Bullet's demos";
  entries.push_back(entryOf<PinnedCloth>(kCategory, "pinnedcloth",
                                         "rigid boxes and balls fall onto a cloth that hangs by its corners", 240));
  entries.push_back(entryOf<SheetOnSheet>(kCategory, "sheetonsheet",
                                          "a sheet falls onto another one that hangs by its corners", 240));
  entries.push_back(entryOf<Rings>(kCategory, "rings", "five rings with pressure fall onto each other", 240, false));
  entries.back().featured = true;
  entries.push_back(
      entryOf<Rings>(kCategory, "matchedrings", "five rings that keep their shape fall over a bar", 240, true));
  entries.push_back(entryOf<Slide>(kCategory, "slide",
                                   "soft cubes slide over the ground into others, with more and more friction", 180));
  entries.push_back(entryOf<Plate>(kCategory, "plate", "a heavy plate falls onto a balloon, which throws it off", 180));
  entries.push_back(entryOf<Curtain>(kCategory, "curtain",
                                     "a soft cube is thrown at a hanging cloth with a rigid bar anchored to it", 180));
}

}  // namespace pliant::detail
