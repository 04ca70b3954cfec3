#include <pliant/scenes/cutSoft.h>

#include <cmath>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr int kFirstCut = 14, kCuts = 12;
constexpr int kUnparted = 9;  // the cut whose sides stay at one place: Pliant moves them apart
constexpr double kCutSize = 2, kFirst = -0.74, kApart = 0.125;
// Vertices nearer to the blade than this are cut through [length at scale 1]. The value is a fifth of an edge, to avoid
// sliver faces.
constexpr btScalar kNear = btScalar(0.01);

/// A sheet that is cut while it falls over a ball: one cut per step, in kCuts steps.
class Cut : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 2.4, 3.6), vec(0, 0.95, 0), 44}; }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    simulation.addBall(0.35, vec(0, 0.6, 0));
    simulation.addSoft("cloth", placed(makeCloth(36, kCutSize), vec(0, 2.1, 0)),
                       {.mass = 2, .margin = 0.012, .stiffness = 0.7, .iterations = 10});
  }

  void beforeStep(Simulation& simulation, int step) override {
    const int cut = step - kFirstCut;
    if (cut < 0 || cut >= kCuts) return;
    const btScalar scale = static_cast<btScalar>(simulation.scale());
    // The plane is vertical and slightly rotated, so that it cuts faces instead of following their edges.
    const double slant = cut % 2 == 0 ? 0.05 : -0.04;
    const btVector3 normal = vec(std::cos(slant), 0, std::sin(slant));
    cutSoft(simulation, 0, {normal, scale * btScalar(kFirst + kApart * cut)}, kNear * scale, cut != kUnparted);
  }

  Figures figures(const Simulation& simulation) const override {
    return {{"vertices_at_end", static_cast<double>(simulation.bodies().front().body->m_nodes.size())}};
  }
};

}  // namespace

void registerCut(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Cut>("sheets", "cut", "a sheet is cut into strips while it falls over a ball", 150));
  entries.back().stockCrashes = true;
}

}  // namespace pliant::detail
