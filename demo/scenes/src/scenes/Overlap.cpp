#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// Solids and closed surfaces that overlap at the start. A sphere is wholly inside a solid.
class Overlap : public Scene {
 public:
  Camera camera() const override { return {vec(3.6, 2.8, 4.4), vec(0, 0.6, 0), 42}; }

  void build(Simulation& simulation) override {
    simulation.addGround(2.2, 10);
    const SoftMesh cube = makeCube({4, 4, 4}, 1), ball = makeBall({4, 4, 4}, 0.55), sphere = makeSphere(3, 0.5),
                   small = makeSphere(2, 0.2);
    const auto add = [&](const char* name, const SoftMesh& mesh, const btVector3& at) {
      simulation.addSoft(name, placed(mesh, at), {.margin = 0.03, .bending = mesh.tetrahedra.empty()});
    };
    add("cube", cube, vec(-0.9, 0.6, -0.5));
    add("sphere in cube's side", sphere, vec(-0.15, 0.7, -0.4));
    add("ball", ball, vec(0.6, 0.65, -0.5));
    add("sphere on cube", sphere, vec(-0.8, 1.35, -0.4));
    add("sphere in sphere's side", sphere, vec(0.35, 0.6, 0.75));
    add("sphere", sphere, vec(-0.4, 0.65, 0.8));
    add("small sphere within the ball", small, vec(0.58, 0.72, -0.44));
  }
};

}  // namespace

void registerOverlap(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Overlap>("special cases", "overlap",
                                     "solids and closed surfaces that are inside each other at the start", 120));
  entries.back().featured = true;
}

}  // namespace pliant::detail
