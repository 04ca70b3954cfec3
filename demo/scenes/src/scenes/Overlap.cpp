#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <string>

namespace pliant {
namespace {

/// Solids and closed surfaces that overlap at the start. A sphere is wholly inside a solid.
class Overlap : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(3.6), btScalar(2.8), btScalar(4.4)), btVector3(0, btScalar(0.6), 0), 42};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(2.2, 10);
    const SoftMesh cube = makeCube({4, 4, 4}, 1), ball = makeBall({4, 4, 4}, 0.55), sphere = makeSphere(3, 0.5),
                   small = makeSphere(2, 0.2);
    add(simulation, "cube", cube, {-0.9, 0.6, -0.5});
    add(simulation, "sphere in cube's side", sphere, {-0.15, 0.7, -0.4});
    add(simulation, "ball", ball, {0.6, 0.65, -0.5});
    add(simulation, "sphere on cube", sphere, {-0.8, 1.35, -0.4});
    add(simulation, "sphere in sphere's side", sphere, {0.35, 0.6, 0.75});
    add(simulation, "sphere", sphere, {-0.4, 0.65, 0.8});
    add(simulation, "small sphere within the ball", small, {0.58, 0.72, -0.44});
  }

 private:
  struct Place {
    double x, y, z;
  };

  static void add(Simulation& simulation, const std::string& name, SoftMesh mesh, const Place& at) {
    place(mesh, btVector3(btScalar(at.x), btScalar(at.y), btScalar(at.z)));
    SoftMaterial material;
    material.margin = 0.03;
    if (mesh.tetrahedra.empty()) material.bending = true;
    simulation.addSoft(name, mesh, material);
  }
};

}  // namespace

namespace detail {

void registerOverlap(std::vector<SceneEntry>& entries) {
  entries.push_back({"special cases", "overlap", "solids and closed surfaces that are inside each other at the start",
                     [](const SceneOptions&) { return std::make_unique<Overlap>(); }, 120});
  entries.back().featured = true;
}

}  // namespace detail
}  // namespace pliant
