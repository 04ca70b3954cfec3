#include <algorithm>
#include <cmath>
#include <numbers>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr double kTangleSize = 1.4;
constexpr Index kTangleCells = 24;

/// Open sheets that intersect at the start: two sheets cross, a ball is in the middle of another, and the last is
/// folded over and through itself. Open sheets have no inside that would give a separation direction.
class Tangle : public Scene {
 public:
  Camera camera() const override { return {vec(2.9, 2.7, 4), vec(0, 0.35, 0), 42}; }

  void build(Simulation& simulation) override {
    simulation.addGround(3, 10);
    const btMatrix3x3 upright(btQuaternion(btVector3(0, 0, 1), SIMD_HALF_PI));
    const SoftMesh sheet = makeCloth(kTangleCells, kTangleSize);
    const SoftMaterial material{.margin = 0.015, .bending = true};
    simulation.addSoft("sheet", placed(sheet, vec(-1.2, 0.9, -0.8)), material);
    simulation.addSoft("sheet across", placed(sheet, vec(-1.3, 1.13, -0.7), upright), material);
    simulation.addSoft("sheet with a ball", placed(sheet, vec(1.1, 0.8, -0.6)), material);
    simulation.addSoft("ball", placed(makeSphere(3, 0.3), vec(1.15, 0.9, -0.55)),
                       {.mass = 0.5, .margin = 0.015, .bending = true});
    simulation.addSoft("folded sheet", placed(makeFolded(), vec(-0.1, 0.3, 1.2)), material);
  }

 private:
  /// Returns a sheet that lies flat, turns over in a bend and passes down through itself with its last rows.
  static SoftMesh makeFolded() {
    constexpr Index cells = 40;
    constexpr double length = 2.4, step = length / cells, radius = 0.13, turns = std::numbers::pi + 0.5;
    SoftMesh mesh = makeCloth(cells, length);
    double x = -1, y = 0, angle = 0;
    for (Index i = 0; i <= cells; ++i) {
      for (Index j = 0; j <= cells; ++j) {
        btVector3& p = mesh.positions[i * (cells + 1) + j];
        p = btVector3(btScalar(x), btScalar(y), p.z() / 2);
      }
      const double turn = i * step > 0.5 * length ? std::min(step / radius, turns - angle) : 0;
      angle += turn;
      x += step * std::cos(angle - turn / 2);
      y += step * std::sin(angle - turn / 2);
    }
    return mesh;
  }
};

}  // namespace

void registerTangle(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Tangle>("special cases", "tangle",
                                    "sheets that cross each other, a ball and themselves at the start", 120));
}

}  // namespace pliant::detail
