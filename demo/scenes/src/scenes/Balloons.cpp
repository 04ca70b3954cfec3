#include <cmath>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// Closed surfaces with pressure fall onto each other in a box.
class Balloons : public Scene {
 public:
  Camera camera() const override { return {vec(3.4, 2.9, 4.6), vec(0, 0.9, 0), 42}; }

  void build(Simulation& simulation) override {
    simulation.addGround(1.25, 12);
    const SoftMesh large = makeSphere(3, 0.5), small = makeSphere(2, 0.32);
    for (int n = 0; n < kBalloons; ++n) {
      const bool isSmall = n % 3 == 2;
      // Shifted off the grid, so that the bodies do not stand on each other.
      const double dx = 0.08 * std::sin(12.9 * n), dz = 0.08 * std::sin(78.2 * n + 1);
      const btVector3 at =
          vec((n % 2 == 0 ? 0.6 : -0.6) + dx, 0.75 + 1.15 * (n / 4), (n / 2 % 2 == 0 ? 0.6 : -0.6) + dz);
      simulation.addSoft((isSmall ? "small balloon " : "balloon ") + std::to_string(n),
                         placed(isSmall ? small : large, at),
                         {.mass = isSmall ? 0.4 : 1, .margin = 0.02, .stiffness = 0.6, .pressure = 5, .bending = true});
    }
  }

 private:
  static constexpr int kBalloons = 12;
};

}  // namespace

void registerBalloons(std::vector<SceneEntry>& entries) {
  entries.push_back(
      entryOf<Balloons>("surfaces", "balloons", "12 closed surfaces with pressure fall onto each other in a box", 300));
}

}  // namespace pliant::detail
