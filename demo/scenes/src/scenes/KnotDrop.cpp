#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// A closed tube, tied in a trefoil, falls on the ground and on itself.
class KnotDrop : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 2.9, 3.4), vec(0, 0.25, 0), 42}; }

  void build(Simulation& simulation) override {
    simulation.addGround(8);
    const btMatrix3x3 rotation(btQuaternion(btVector3(1, 0, 0), btScalar(1.45)));
    simulation.addSoft("knot", placed(makeKnotTube({}), vec(0, 1.9, 0), rotation),
                       {.mass = 2, .margin = 0.02, .stiffness = 0.6, .pressure = 5, .bending = true});
  }

  void check(Simulation& simulation, int) override {
    const btSoftBody& body = *simulation.bodies().front().body;
    int below = 0;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      if (body.m_nodes[i].m_x.y() < btScalar(-1e-3 * simulation.scale())) ++below;
    }
    m_inRigid.push_back(below);
  }

  Figures figures(const Simulation&) const override { return {{"vertices_in_rigid", m_inRigid}}; }

 private:
  std::vector<double> m_inRigid;
};

}  // namespace

void registerKnotDrop(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<KnotDrop>("tubes", "knot", "a closed knotted tube under pressure drops on itself", 400));
  entries.back().featured = true;
  entries.push_back(deformable(entryOf<KnotDrop>("", "dknot", "a knotted tube drops on itself", 200)));
}

}  // namespace pliant::detail
