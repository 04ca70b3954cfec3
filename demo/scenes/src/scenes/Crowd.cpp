#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <cmath>

namespace pliant {
namespace {

constexpr int kSide = 7, kLayers = 5;
constexpr double kSpacing = 0.5;

/// Hundreds of small bodies fall into a box.
class Crowd : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(4.6), btScalar(3.6), btScalar(5.6)), btVector3(0, btScalar(0.6), 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(kSpacing * kSide / 2 + 0.1, 12);
    const SoftMesh ball = makeBall({2, 2, 2}, 0.2), cube = makeCube({2, 2, 2}, 0.34);
    SoftMaterial material;
    material.mass = 0.1;
    material.margin = 0.02;
    int n = 0;
    for (int y = 0; y < kLayers; ++y) {
      for (int x = 0; x < kSide; ++x) {
        for (int z = 0; z < kSide; ++z, ++n) {
          SoftMesh mesh = n % 2 == 0 ? ball : cube;
          const double dx = 0.03 * std::sin(12.9 * n), dz = 0.03 * std::sin(78.2 * n + 1), middle = 0.5 * (kSide - 1);
          place(mesh, btVector3(btScalar(kSpacing * (x - middle) + dx), btScalar(0.4 + kSpacing * y),
                                btScalar(kSpacing * (z - middle) + dz)));
          simulation.addSoft((n % 2 == 0 ? "ball " : "cube ") + std::to_string(n), mesh, material);
        }
      }
    }
  }
};

}  // namespace

namespace detail {

void registerCrowd(std::vector<SceneEntry>& entries) {
  entries.push_back({"piles", "crowd", "245 small bodies fall into a box",
                     [](const SceneOptions&) { return std::make_unique<Crowd>(); }});
}

}  // namespace detail
}  // namespace pliant
