#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

const btVector3 kBall(btScalar(0.3), btScalar(0.9), 0), kBar(btScalar(-0.6), btScalar(0.8), 0);
const btVector3 kBarHalf(btScalar(0.06), btScalar(0.06), 2);
constexpr btScalar kBallRadius = btScalar(0.4), kTolerance = btScalar(1e-3);
constexpr double kSize = 3;

/// A sheet that falls flat over a ball and a bar, or on its edge, so that it folds onto itself.
class Cloth : public Scene {
 public:
  explicit Cloth(bool onEdge) : m_onEdge(onEdge) {}

  Camera camera() const override {
    return m_onEdge
               ? Camera{btVector3(btScalar(3.2), btScalar(2.4), btScalar(3.6)), btVector3(0, btScalar(0.3), 0), 38}
               : Camera{btVector3(btScalar(2.2), btScalar(2.3), btScalar(3.6)), btVector3(0, btScalar(0.35), 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    if (!m_onEdge) {
      simulation.addBall(static_cast<double>(kBallRadius), kBall);
      simulation.addBox(kBarHalf, kBar);
    }
    SoftMaterial material;
    material.margin = 0.012;
    material.stiffness = 0.7;
    material.iterations = 10;
    material.bending = true;
    material.mass = 4;
    SoftMesh mesh = makeCloth(60, kSize);
    if (m_onEdge) {
      for (btVector3& p : mesh.positions) {
        const double height = static_cast<double>(p.x()) + kSize / 2, z = static_cast<double>(p.z());
        p = btVector3(btScalar(0.04 * std::sin(7 * height) + 0.02 * std::sin(3 * z + 2 * height)),
                      btScalar(height + 0.1), p.z());
      }
    } else {
      place(mesh, btVector3(0, btScalar(1.5), 0));
    }
    simulation.addSoft("cloth", mesh, material);
  }

  void check(Simulation& simulation, int) override {
    const btSoftBody& body = *simulation.bodies().front().body;
    int inside = 0;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      const btVector3 p = body.m_nodes[i].m_x / static_cast<btScalar>(simulation.scale());
      const btVector3 fromBar = (p - kBar).absolute() - kBarHalf;
      const bool inBall = (p - kBall).length() < kBallRadius - kTolerance;
      const bool inBar = std::max({fromBar.x(), fromBar.y(), fromBar.z()}) < -kTolerance;
      if (p.y() < -kTolerance || (!m_onEdge && (inBall || inBar))) ++inside;
    }
    m_inRigid.push_back(inside);
  }

  Figures figures(const Simulation&) const override { return {{"vertices_in_rigid", m_inRigid}}; }

 private:
  bool m_onEdge;
  std::vector<double> m_inRigid;
};

}  // namespace

namespace detail {

void registerCloth(std::vector<SceneEntry>& entries) {
  entries.push_back({"sheets", "cloth", "a sheet falls over a ball and a bar",
                     [](const SceneOptions&) { return std::make_unique<Cloth>(false); }});
  entries.push_back({"sheets", "clothedge", "a sheet dropped on its edge folds onto itself",
                     [](const SceneOptions&) { return std::make_unique<Cloth>(true); }});
  entries.back().featured = true;
}

}  // namespace detail
}  // namespace pliant
