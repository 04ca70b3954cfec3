#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <pliant/scenes/largeScenes.h>

#include <cmath>
#include <memory>
#include <string>

#include "scenes/sceneParts.h"

namespace pliant {
namespace {

using detail::entryOf;

/// Sheets that lie in the air one above the other fall over a bar, and onto each other.
class Layers : public Scene {
 public:
  Layers(int sheets, Index side) : m_sheets(sheets), m_side(side) {}

  WorldSettings world() const override { return {btVector3(0, btScalar(-9.81), 0)}; }
  Camera camera() const override { return {vec(2.6, 1.6, 3.4), vec(0, -0.2 + 0.01 * m_sheets, 0), 40}; }

  void build(Simulation& simulation) override {
    constexpr double kLowest = 0.5, kBetween = 0.03, kSize = 2, kGround = -2;
    simulation.addBox(vec(20, 1, 20), vec(0, kGround - 1, 0), 0, RigidSurface::Look::Solid);
    simulation.addBar(0.4, 2, vec(0, 0, 0));
    const SoftMesh sheet = makeCloth(m_side - 1, kSize);
    for (int n = 0; n < m_sheets; ++n) {
      const SoftMesh at = placed(sheet, vec(0, kLowest + kBetween * n, 0));
      simulation.addSoft(
          "sheet " + std::to_string(n), at,
          {.mass = 0.3, .margin = 0.005, .stiffness = 1, .friction = 0.3, .damping = 0, .iterations = 4});
    }
  }

 private:
  int m_sheets;
  Index m_side;  ///< vertices along a side of a sheet
};

/// Cubes of many tetrahedra fall into a heap.
class Solids : public Scene {
 public:
  Solids(int cubes, Index cells) : m_cubes(cubes), m_cells(cells) {}

  WorldSettings world() const override { return {btVector3(0, btScalar(-9.81), 0)}; }
  Camera camera() const override {
    const double size = across();
    return {vec(2 * size + 1, 1.5 * size + 0.5, 2.4 * size + 1), vec(0.5 * size, 0.4 * size, 0.5 * size), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(20);
    const SoftMesh cube = makeCube({m_cells, m_cells, m_cells}, 1);
    for (int n = 0; n < m_cubes; ++n) {
      const int i = n % across(), j = n / across() % across(), k = n / across() / across();
      const btVector3 at = vec(1.1 * i + 0.05 * (k % 3) + 0.5, 0.6 + 1.15 * k, 1.1 * j + 0.07 * (k % 2) + 0.5);
      simulation.addSoft("cube " + std::to_string(n), placed(cube, at),
                         {.margin = 0.02, .stiffness = 0.7, .damping = 0, .iterations = 4});
    }
  }

 private:
  int across() const { return static_cast<int>(std::ceil(std::cbrt(m_cubes))); }

  int m_cubes;
  Index m_cells;
};

/// A ball that holds a gas is thrown, and meets nothing (after Bullet's demo Pressure).
class Flight : public Scene {
 public:
  Camera camera() const override { return {vec(0, 6, 14), vec(0, 3, 0), 45}; }

  void build(Simulation& simulation) override {
    simulation.addGround(20);
    simulation.addSoft("ball", placed(ballOf(simulation, 512, 1.5), vec(-8, 4, 0)),
                       {.mass = 30, .margin = 0.1, .stiffness = 0.1, .pressure = 2500, .iterations = 1}, vec(6, 12, 0));
  }

 private:
  /// Returns the surface that Bullet makes of points on a sphere, of two faces for each point.
  static SoftMesh ballOf(Simulation& simulation, int points, btScalar radius) {
    const std::unique_ptr<btSoftBody> body(btSoftBodyHelpers::CreateEllipsoid(
        simulation.worldInfo(), vec(0, 0, 0), btVector3(radius, radius, radius), points));
    const auto at = [&](const btSoftBody::Node* node) { return static_cast<Index>(node - &body->m_nodes[0]); };
    SoftMesh mesh;
    for (int i = 0; i < body->m_nodes.size(); ++i) mesh.positions.push_back(body->m_nodes[i].m_x);
    for (int i = 0; i < body->m_faces.size(); ++i) {
      const auto& corners = body->m_faces[i].m_n;
      mesh.faces.push_back({at(corners[0]), at(corners[1]), at(corners[2])});
    }
    for (int i = 0; i < body->m_links.size(); ++i)
      mesh.links.push_back({at(body->m_links[i].m_n[0]), at(body->m_links[i].m_n[1])});
    return mesh;
  }
};

/// Ropes side by side: they hang, or fall into a heap.
class ManyRopes : public Scene {
 public:
  explicit ManyRopes(bool fall) : m_fall(fall) {}

  Camera camera() const override { return {vec(6, 4, 9), vec(0, 1, 0), 40}; }

  void build(Simulation& simulation) override {
    constexpr int kSide = 16, kSegments = 16;
    constexpr double kLength = 1.6;
    simulation.addGround(8);
    for (int n = 0; n < kSide * kSide; ++n) {
      const int i = n % kSide, j = n / kSide;
      SoftMesh rope;
      for (int s = 0; s <= kSegments; ++s) {
        const double along = kLength * (static_cast<double>(s) / kSegments - 0.5);
        // Falling ropes lie crosswise one above the other, hanging ones beside each other.
        const btVector3 fallen = i % 2 == 0 ? vec(along, 0.2 + 0.1 * n, 0.02 * j) : vec(0.02 * j, 0.2 + 0.1 * n, along);
        const btVector3 hanging = vec(0.4 * (i - kSide / 2), 2 + along, 0.4 * (j - kSide / 2));
        rope.positions.push_back(m_fall ? fallen : hanging);
        if (s > 0) rope.links.push_back({static_cast<Index>(s - 1), static_cast<Index>(s)});
      }
      btSoftBody& body = simulation.addSoft("rope " + std::to_string(n), rope, {.mass = 0.1, .margin = 0.02});
      if (!m_fall) body.setMass(kSegments, 0);
    }
  }

 private:
  bool m_fall;
};

/// Two vertices and a link.
class TwoNodes : public Scene {
 public:
  Camera camera() const override { return {vec(2, 2, 4), vec(0, 1, 0), 40}; }

  void build(Simulation& simulation) override {
    SoftMesh rope;
    rope.positions = {vec(-0.2, 1, 0), vec(0.2, 1, 0)};
    rope.links = {{0, 1}};
    simulation.addSoft("rope", rope, {}).setMass(0, 0);
  }
};

}  // namespace

const std::vector<SceneEntry>& largeScenes() {
  static const std::vector<SceneEntry> all{
      entryOf<Layers>("large", "layers1", "a sheet of 50,562 faces falls over a bar", 100, 1, Index{160}),
      entryOf<Layers>("large", "layers10", "ten sheets, 48,020 faces together, fall over a bar and onto each other",
                      100, 10, Index{50}),
      entryOf<Layers>("large", "layers50", "fifty sheets, 476,100 faces together, fall over a bar and onto each other",
                      100, 50, Index{70}),
      entryOf<Solids>("large", "solids27", "27 cubes of 6,000 tetrahedra each fall into a heap", 120, 27, Index{10}),
      entryOf<Solids>("large", "solids1", "a cube of 82,944 tetrahedra falls", 60, 1, Index{24}),
      entryOf<Flight>("large", "flight", "a ball of 1,022 faces is thrown", 120),
      entryOf<ManyRopes>("large", "ropes256", "256 ropes hang beside each other and meet nothing", 120, false),
      entryOf<ManyRopes>("large", "ropesheap", "256 ropes fall into a heap", 240, true),
      entryOf<TwoNodes>("large", "twonodes", "two vertices and a link", 120)};
  return all;
}

}  // namespace pliant
