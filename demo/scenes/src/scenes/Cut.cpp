#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/cutSoft.h>

#include <cmath>

namespace pliant {
namespace {

constexpr int kFirstCut = 14, kCuts = 12;
constexpr double kSize = 2, kFirst = -0.74, kApart = 0.125;
// Vertices nearer to the blade than this are cut through [length at scale 1]. The value is a fifth of an edge, to avoid
// sliver faces.
constexpr btScalar kNear = btScalar(0.01);

/// A sheet that is cut while it falls over a ball: one cut per step, in kCuts steps.
class Cut : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(2.6), btScalar(2.4), btScalar(3.6)), btVector3(0, btScalar(0.95), 0), 44};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    simulation.addBall(0.35, btVector3(0, btScalar(0.6), 0));
    SoftMaterial material;
    material.margin = 0.012;
    material.stiffness = 0.7;
    material.iterations = 10;
    material.mass = 2;
    SoftMesh mesh = makeCloth(36, kSize);
    place(mesh, btVector3(0, btScalar(2.1), 0));
    simulation.addSoft("cloth", mesh, material);
  }

  void beforeStep(Simulation& simulation, int step) override {
    const int cut = step - kFirstCut;
    if (cut < 0 || cut >= kCuts) return;
    const btScalar scale = static_cast<btScalar>(simulation.scale());
    // The plane is vertical and slightly rotated, so that it cuts faces instead of following their edges.
    const double slant = cut % 2 == 0 ? 0.05 : -0.04;
    const btVector3 normal(btScalar(std::cos(slant)), 0, btScalar(std::sin(slant)));
    cutSoft(simulation, 0, {normal, scale * btScalar(kFirst + kApart * cut)}, kNear * scale);
  }

  Figures figures(const Simulation& simulation) const override {
    return {{"vertices_at_end", static_cast<double>(simulation.bodies().front().body->m_nodes.size())}};
  }
};

}  // namespace

namespace detail {

void registerCut(std::vector<SceneEntry>& entries) {
  entries.push_back({"sheets", "cut", "a sheet is cut into strips while it falls over a ball",
                     [](const SceneOptions&) { return std::make_unique<Cut>(); }, 150});
  entries.back().stockCrashes = true;
}

}  // namespace detail
}  // namespace pliant
