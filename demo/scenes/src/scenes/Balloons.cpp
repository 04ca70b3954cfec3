#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <cmath>
#include <string>

namespace pliant {
namespace {

/// Closed surfaces with pressure fall onto each other in a box.
class Balloons : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(3.4), btScalar(2.9), btScalar(4.6)), btVector3(0, btScalar(0.9), 0), 42};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(1.25, 12);
    const SoftMesh large = makeSphere(3, 0.5), small = makeSphere(2, 0.32);
    for (int n = 0; n < kBalloons; ++n) {
      const bool isSmall = n % 3 == 2;
      SoftMesh mesh = isSmall ? small : large;
      // Shifted off the grid, so that the bodies do not stand on each other.
      const double dx = 0.08 * std::sin(12.9 * n), dz = 0.08 * std::sin(78.2 * n + 1);
      place(mesh, btVector3(btScalar((n % 2 == 0 ? 0.6 : -0.6) + dx), btScalar(0.75 + 1.15 * (n / 4)),
                            btScalar((n / 2 % 2 == 0 ? 0.6 : -0.6) + dz)));
      SoftMaterial material;
      material.margin = 0.02;
      material.stiffness = 0.6;
      material.pressure = 5;
      material.bending = true;
      material.mass = isSmall ? 0.4 : 1;
      simulation.addSoft((isSmall ? "small balloon " : "balloon ") + std::to_string(n), mesh, material);
    }
  }

 private:
  static constexpr int kBalloons = 12;
};

}  // namespace

namespace detail {

void registerBalloons(std::vector<SceneEntry>& entries) {
  entries.push_back({"surfaces", "balloons", "12 closed surfaces with pressure fall onto each other in a box",
                     [](const SceneOptions&) { return std::make_unique<Balloons>(); }, 300});
}

}  // namespace detail
}  // namespace pliant
