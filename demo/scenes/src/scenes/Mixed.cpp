#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

namespace pliant {
namespace {

/// Rigid boxes and balls fall between and onto soft ones.
class Mixed : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(4.2), btScalar(3.4), btScalar(5.2)), btVector3(0, btScalar(0.9), 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(1.5, 16);
    const SoftMesh cube = makeCube({4, 4, 4}, 0.9), ball = makeBall({4, 4, 4}, 0.5);
    SoftMaterial material;
    material.mass = 2;
    int n = 0;
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 2; ++x) {
        for (int z = 0; z < 2; ++z, ++n) {
          const btVector3 at(btScalar(1.3 * (x - 0.5) + 0.05 * y), btScalar(0.7 + 1.3 * y),
                             btScalar(1.3 * (z - 0.5) - 0.04 * y));
          if ((x + y + z) % 2 == 0) {
            SoftMesh mesh = n % 3 == 0 ? cube : ball;
            place(mesh, at);
            simulation.addSoft((n % 3 == 0 ? "cube " : "ball ") + std::to_string(n), mesh, material);
          } else if (n % 2 == 0) {
            simulation.addBox(btVector3(btScalar(0.4), btScalar(0.3), btScalar(0.4)), at, 1);
          } else {
            simulation.addBall(0.4, at, 1);
          }
        }
      }
    }
  }
};

}  // namespace

namespace detail {

void registerMixed(std::vector<SceneEntry>& entries) {
  entries.push_back({"soft on rigid", "mixed", "rigid boxes and balls fall among soft ones",
                     [](const SceneOptions&) { return std::make_unique<Mixed>(); }});
}

}  // namespace detail
}  // namespace pliant
