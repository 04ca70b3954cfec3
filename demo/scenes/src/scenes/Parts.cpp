#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

namespace pliant {
namespace {

/// A soft body of eight disconnected closed spheres falls onto a soft cube. Stock Bullet never returns from building
/// the face tree of such a body.
class Parts : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(2.8), btScalar(2.2), btScalar(3.4)), btVector3(0, btScalar(0.85), 0), 46};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(1.2, 6);
    SoftMesh parts;
    for (int i = 0; i < 8; ++i) {
      SoftMesh sphere = makeSphere(2, 0.25);
      place(sphere,
            btVector3(btScalar(i & 1 ? 0.33 : -0.3), btScalar(i & 2 ? 2.15 : 1.5), btScalar(i & 4 ? 0.3 : -0.36)));
      append(parts, sphere);
    }
    SoftMaterial shell;
    shell.mass = 1;
    shell.margin = 0.02;
    shell.bending = true;
    simulation.addSoft("eight spheres", parts, shell);
    SoftMesh cube = makeCube({5, 5, 5}, 0.9);
    place(cube, btVector3(0, btScalar(0.55), 0));
    SoftMaterial material;
    material.margin = 0.02;
    simulation.addSoft("cube", cube, material);
  }
};

}  // namespace

namespace detail {

void registerParts(std::vector<SceneEntry>& entries) {
  entries.push_back({"special cases", "parts", "one body of disconnected parts falls onto a soft cube",
                     [](const SceneOptions&) { return std::make_unique<Parts>(); }});
}

}  // namespace detail
}  // namespace pliant
