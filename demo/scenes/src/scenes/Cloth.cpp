#include <algorithm>
#include <cmath>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

const btVector3 kBall = vec(0.3, 0.9, 0), kBar = vec(-0.6, 0.8, 0), kBarHalf = vec(0.06, 0.06, 2);
constexpr btScalar kBallRadius = btScalar(0.4), kTolerance = btScalar(1e-3);
constexpr double kSize = 3;

/// A sheet that falls flat over a ball and a bar, or on its edge, so that it folds onto itself.
class Cloth : public Scene {
 public:
  explicit Cloth(bool onEdge) : m_onEdge(onEdge) {}

  Camera camera() const override {
    return m_onEdge ? Camera{vec(3.2, 2.4, 3.6), vec(0, 0.3, 0), 38} : Camera{vec(2.2, 2.3, 3.6), vec(0, 0.35, 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    if (!m_onEdge) {
      simulation.addBall(static_cast<double>(kBallRadius), kBall);
      simulation.addBox(kBarHalf, kBar);
    }
    SoftMesh mesh = makeCloth(60, kSize);
    if (m_onEdge) {
      for (btVector3& p : mesh.positions) {
        const double height = static_cast<double>(p.x()) + kSize / 2, z = static_cast<double>(p.z());
        p = vec(0.04 * std::sin(7 * height) + 0.02 * std::sin(3 * z + 2 * height), height + 0.1, z);
      }
    } else {
      place(mesh, vec(0, 1.5, 0));
    }
    simulation.addSoft("cloth", mesh,
                       {.mass = 4, .margin = 0.012, .stiffness = 0.7, .iterations = 10, .bending = true});
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

void registerCloth(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Cloth>("sheets", "cloth", "a sheet falls over a ball and a bar", 300, false));
  entries.push_back(entryOf<Cloth>("sheets", "clothedge", "a sheet dropped on its edge folds onto itself", 300, true));
  entries.back().featured = true;
  entries.push_back(deformable(entryOf<Cloth>("", "dcloth", "a sheet falls over a ball and a bar", 100, false)));
  entries.push_back(
      deformable(entryOf<Cloth>("", "dclothedge", "a sheet dropped on its edge folds onto itself", 120, true)));
}

}  // namespace pliant::detail
