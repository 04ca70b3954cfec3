#include <pliant/scenes/builders.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "reported.h"

// Scenes after problems that users report, with held or resting bodies. Contact distances between soft bodies are
// Pliant's defaults.

namespace pliant {
namespace {

using namespace detail;

/// A net that is pinned at its rim carries a ball of 25 times its mass, with four iterations.
class LoadedNet : public Scene {
 public:
  Camera camera() const override { return {vec(2.1, 1.5, 2.8), vec(0, 0.75, 0), 42}; }
  void build(Simulation& simulation) override {
    SoftMesh mesh = makeCloth(kCells, 2);
    place(mesh, vec(0, 1, 0));
    btSoftBody& net = simulation.addSoft("net", mesh, reported(1, 4));
    for (Index i = 0; i <= kCells; ++i)
      for (Index j = 0; j <= kCells; ++j)
        if (i == 0 || j == 0 || i == kCells || j == kCells) net.setMass(static_cast<int>(i * (kCells + 1) + j), 0);
    SoftMesh ball = makeBall({6, 6, 6}, 0.4);
    place(ball, vec(0, 1.6, 0));
    simulation.addSoft("ball", ball, reported(25, 4));
  }
  void check(Simulation& simulation, int step) override {
    m_longest.push_back(longestLink(simulation, 0));
    m_ball.push_back(centroidHeight(simulation, 1));
    if (m_fellAt < 0 && m_ball.back() < -1) m_fellAt = step;
  }
  Figures figures(const Simulation&) const override {
    return {{"longest_link_of_net", m_longest},
            {"ball_height", m_ball},
            {"fell_through_at_step", static_cast<double>(m_fellAt)}};
  }

 private:
  static constexpr Index kCells = 20;
  std::vector<double> m_longest, m_ball;
  int m_fellAt = -1;
};

/// Bodies of all kinds fall onto each other in a box of twelve triangles. A hollow ball contains a cube.
class Room : public Scene {
 public:
  Camera camera() const override { return {vec(2.4, 1.7, 4.2), vec(0, 0, 0), 42}; }
  void build(Simulation& simulation) override {
    SoftMesh room;
    for (int i = 0; i < 8; ++i)
      room.positions.push_back(vec(i & 1 ? kHalf : -kHalf, i & 2 ? 1 : -1, i & 4 ? kHalf : -kHalf));
    room.faces = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                  {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    simulation.addRoom(room);
    SoftMesh bag = makeSphere(3, 0.55);
    place(bag, vec(-0.5, -0.2, 0.1));
    SoftMaterial hollow = reported(0.5, 8);
    hollow.pressure = 5;
    simulation.addSoft("hollow ball", bag, hollow);
    SoftMesh cube = makeCube({2, 2, 2}, 0.35);
    place(cube, vec(-0.5, -0.15, 0.1));
    simulation.addSoft("cube in it", cube, reported(0.2, 8));
    simulation.setHome(1, 0);
    SoftMesh ball = makeBall({4, 4, 4}, 0.3);
    place(ball, vec(0.75, 0.2, -0.3));
    simulation.addSoft("ball", ball, reported(0.5, 8), vec(2, 0, 0));
    SoftMesh sheet = makeCloth(14, 1.2);
    place(sheet, vec(0.4, 0.7, 0.3));
    simulation.addSoft("sheet", sheet, reported(0.2, 8));
    SoftMesh rope;
    for (Index i = 0; i <= 16; ++i) {
      rope.positions.push_back(vec(0.1 * i - 0.8, 0.85, -0.7));
      if (i > 0) rope.links.push_back({i - 1, i});
    }
    simulation.addSoft("rope", rope, reported(0.2, 8));
  }
  // Tests every step; the judge counts vertices outside the room only at checks (vertices_in_rigid_mesh).
  void afterStep(Simulation& simulation, int step) override {
    if (m_leftAt >= 0) return;
    for (const SimulatedBody& body : simulation.bodies())
      for (int i = 0; i < body.body->m_nodes.size(); ++i) {
        const btVector3 p = body.body->m_nodes[i].m_x.absolute() / btScalar(simulation.scale());
        if (p.x() > btScalar(kHalf) || p.y() > 1 || p.z() > btScalar(kHalf)) m_leftAt = step;
      }
  }
  Figures figures(const Simulation&) const override { return {{"left_room_at_step", static_cast<double>(m_leftAt)}}; }

 private:
  static constexpr double kHalf = 1.2;
  int m_leftAt = -1;
};

/// A sheet that starts in three layers with small gaps, settles and rests on itself.
class Folded : public Scene {
 public:
  Camera camera() const override { return {vec(1.4, 0.9, 1.7), vec(0, 0.08, 0), 38}; }
  void build(Simulation& simulation) override {
    simulation.addGround(4);
    SoftMesh mesh = makeCloth(kCells, 1);
    const double whole = 3 * kLayer + 2 * std::numbers::pi * kTurn;
    for (btVector3& p : mesh.positions) {
      const auto [x, y] = foldAt(whole * (double(p.x()) + 0.5));
      p = vec(x, y + kTurn, 0.9 * double(p.z()));
    }
    simulation.addSoft("sheet", mesh, reported(1, 8));
  }
  void check(Simulation& simulation, int) override { m_fastest.push_back(fastestNode(simulation)); }
  Figures figures(const Simulation&) const override { return {{"fastest_node", m_fastest}}; }

 private:
  static constexpr Index kCells = 36;
  static constexpr double kLayer = 0.8, kTurn = 0.05;

  /// Returns the point at arc length `s` of a curve: three straight layers, joined by two half circles.
  static std::pair<double, double> foldAt(double s) {
    const double turn = std::numbers::pi * kTurn;
    double y = 0;
    for (int layer = 0;; ++layer, y += 2 * kTurn) {
      const double way = layer % 2 == 0 ? 1 : -1;
      if (s <= kLayer || layer == 2) return {way * (s - kLayer / 2), y};
      s -= kLayer;
      if (s <= turn) return {way * (kLayer / 2 + kTurn * std::sin(s / kTurn)), y + kTurn * (1 - std::cos(s / kTurn))};
      s -= turn;
    }
  }

  std::vector<double> m_fastest;
};

}  // namespace

namespace detail {

void registerReportedHeld(std::vector<SceneEntry>& entries) {
  const auto add = [&entries](const char* name, const char* description, auto make, int steps) {
    entries.push_back({"reported problems", name, description, [make](const SceneOptions&) { return make(); }, steps});
  };
  add(
      "loadednet", "a held net under a ball of 25 times its mass, at four iterations",
      [] { return std::make_unique<LoadedNet>(); }, 300);
  entries.back().featured = true;
  add(
      "room", "bodies of all kinds in a closed box of triangles, one in a hollow ball",
      [] { return std::make_unique<Room>(); }, 240);
  add(
      "folded", "a sheet that lies on itself in three layers", [] { return std::make_unique<Folded>(); }, 300);
}

}  // namespace detail
}  // namespace pliant
