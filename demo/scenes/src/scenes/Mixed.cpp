#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// Rigid boxes and balls fall between and onto soft ones.
class Mixed : public Scene {
 public:
  Camera camera() const override { return {vec(4.2, 3.4, 5.2), vec(0, 0.9, 0), 40}; }

  void build(Simulation& simulation) override {
    simulation.addGround(1.5, 16);
    const SoftMesh cube = makeCube({4, 4, 4}, 0.9), ball = makeBall({4, 4, 4}, 0.5);
    int n = 0;
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 2; ++x) {
        for (int z = 0; z < 2; ++z, ++n) {
          const btVector3 at = vec(1.3 * (x - 0.5) + 0.05 * y, 0.7 + 1.3 * y, 1.3 * (z - 0.5) - 0.04 * y);
          if ((x + y + z) % 2 == 0) {
            simulation.addSoft((n % 3 == 0 ? "cube " : "ball ") + std::to_string(n),
                               placed(n % 3 == 0 ? cube : ball, at), {.mass = 2});
          } else if (n % 2 == 0) {
            simulation.addBox(vec(0.4, 0.3, 0.4), at, 1);
          } else {
            simulation.addBall(0.4, at, 1);
          }
        }
      }
    }
  }
};

}  // namespace

void registerMixed(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Mixed>("soft on rigid", "mixed", "rigid boxes and balls fall among soft ones", 300));
}

}  // namespace pliant::detail
