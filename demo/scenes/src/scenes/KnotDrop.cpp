#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

namespace pliant {
namespace {

/// A closed tube, tied in a trefoil, falls on the ground and on itself.
class KnotDrop : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(2.6), btScalar(2.9), btScalar(3.4)), btVector3(0, btScalar(0.25), 0), 42};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(8);
    SoftMesh mesh = makeKnotTube({});
    place(mesh, btVector3(0, btScalar(1.9), 0), btMatrix3x3(btQuaternion(btVector3(1, 0, 0), btScalar(1.45))));
    SoftMaterial material;
    material.margin = 0.02;
    material.stiffness = 0.6;
    material.pressure = 5;
    material.mass = 2;
    material.bending = true;
    simulation.addSoft("knot", mesh, material);
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

namespace detail {

void registerKnotDrop(std::vector<SceneEntry>& entries) {
  entries.push_back({"tubes", "knot", "a closed knotted tube under pressure drops on itself",
                     [](const SceneOptions&) { return std::make_unique<KnotDrop>(); }, 400});
  entries.back().featured = true;
}

}  // namespace detail
}  // namespace pliant
