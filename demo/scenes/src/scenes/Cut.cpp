#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <cmath>

namespace pliant {
namespace {

constexpr int kFirstCut = 14, kCuts = 12;
constexpr double kSize = 2, kFirst = -0.74, kApart = 0.125;
// At scale 1. Vertices nearer to the blade are cut through: a fifth of an edge, so that no slivers come of it.
constexpr btScalar kNear = btScalar(0.01), kThickness = btScalar(0.004);

/// A plane that cuts, upright and somewhat aslant, so that it goes through faces and not along their edges.
struct Blade final : btSoftBody::ImplicitFn {
  btVector3 normal;
  btScalar offset;

  Blade(double at, double slant, btScalar scale)
      : normal(btScalar(std::cos(slant)), 0, btScalar(std::sin(slant))), offset(scale * btScalar(at)) {}
  btScalar Eval(const btVector3& x) override { return normal.dot(x) - offset; }
};

/// A blade has a thickness: what a cut has made of one vertex gives way to its own side.
void part(btSoftBody& body, Blade& blade, btScalar scale) {
  for (int i = 0; i < body.m_faces.size(); ++i) {
    auto& corners = body.m_faces[i].m_n;
    btScalar farthest = 0;
    for (const auto* node : corners)
      if (const btScalar away = blade.Eval(node->m_x); btFabs(away) > btFabs(farthest)) farthest = away;
    const btScalar side = farthest < 0 ? btScalar(-1) : btScalar(1);
    for (auto* node : corners) {
      const btScalar away = side * blade.Eval(node->m_x), lack = scale * kThickness / 2 - away;
      if (lack > 0 && away > -scale * kNear) node->m_x += side * lack * blade.normal;
    }
  }
}

/// A sheet that is cut into strips while it falls over a ball, one strip in each of some steps.
class Cut : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(2.0), btScalar(2.0), btScalar(2.8)), btVector3(0, btScalar(0.4), 0), 40};
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
    Blade blade(kFirst + kApart * cut, cut % 2 == 0 ? 0.05 : -0.04, scale);
    btSoftBody& cloth = *simulation.bodies().front().body;
    cloth.refine(&blade, kNear * scale, true);
    part(cloth, blade, scale);
    simulation.topologyChanged(0);
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
