#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// A soft body of eight disconnected closed spheres falls onto a soft cube. Stock Bullet never returns from building
/// the face tree of such a body.
class Parts : public Scene {
 public:
  Camera camera() const override { return {vec(2.8, 2.2, 3.4), vec(0, 0.85, 0), 46}; }

  void build(Simulation& simulation) override {
    simulation.addGround(1.2, 6);
    SoftMesh parts;
    for (int i = 0; i < 8; ++i) {
      const btVector3 at = vec(i & 1 ? 0.33 : -0.3, i & 2 ? 2.15 : 1.5, i & 4 ? 0.3 : -0.36);
      append(parts, placed(makeSphere(2, 0.25), at));
    }
    simulation.addSoft("eight spheres", parts, {.mass = 1, .margin = 0.02, .bending = true});
    simulation.addSoft("cube", placed(makeCube({5, 5, 5}, 0.9), vec(0, 0.55, 0)), {.margin = 0.02});
  }
};

}  // namespace

void registerParts(std::vector<SceneEntry>& entries) {
  entries.push_back(
      entryOf<Parts>("special cases", "parts", "one body of disconnected parts falls onto a soft cube", 300));
}

}  // namespace pliant::detail
