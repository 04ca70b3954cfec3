#include <cmath>
#include <numbers>
#include <utility>

#include "reported.h"

// Scenes after problems that users report, with held or resting bodies. Contact distances between soft bodies are
// Pliant's defaults.

namespace pliant::detail {
namespace {

/// A net that is pinned at its rim carries a ball of 25 times its mass, with four iterations.
class LoadedNet : public Scene {
 public:
  Camera camera() const override { return {vec(2.1, 1.5, 2.8), vec(0, 0.75, 0), 42}; }
  void build(Simulation& simulation) override {
    pinRim(simulation.addSoft("net", placed(makeCloth(kCells, 2), vec(0, 1, 0)), reported(1, 4)), kCells);
    simulation.addSoft("ball", placed(makeBall({6, 6, 6}, 0.4), vec(0, 1.6, 0)), reported(25, 4));
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
    simulation.addRoom(makeBox(vec(kHalf, 1, kHalf)));
    SoftMaterial hollow = reported(0.5, 8);
    hollow.pressure = 5;
    simulation.addSoft("hollow ball", placed(makeSphere(3, 0.55), vec(-0.5, -0.2, 0.1)), hollow);
    simulation.addSoft("cube in it", placed(makeCube({2, 2, 2}, 0.35), vec(-0.5, -0.15, 0.1)), reported(0.2, 8));
    simulation.setHome(1, 0);
    simulation.addSoft("ball", placed(makeBall({4, 4, 4}, 0.3), vec(0.75, 0.2, -0.3)), reported(0.5, 8), vec(2, 0, 0));
    simulation.addSoft("sheet", placed(makeCloth(14, 1.2), vec(0.4, 0.7, 0.3)), reported(0.2, 8));
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

void registerReportedHeld(std::vector<SceneEntry>& entries) {
  constexpr const char* kCategory = "reported problems";
  entries.push_back(entryOf<LoadedNet>(kCategory, "loadednet",
                                       "a held net under a ball of 25 times its mass, at four iterations", 300));
  entries.back().featured = true;
  entries.push_back(
      entryOf<Room>(kCategory, "room", "bodies of all kinds in a closed box of triangles, one in a hollow ball", 240));
  entries.push_back(entryOf<Folded>(kCategory, "folded", "a sheet that lies on itself in three layers", 300));
}

}  // namespace pliant::detail
