#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace pliant {
namespace {

constexpr double kSize = 1.4;
constexpr Index kCells = 24;

/// Open sheets that intersect at the start: two sheets cross, a ball is in the middle of another, and the last is
/// folded over and through itself. Open sheets have no inside that would give a separation direction.
class Tangle : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(2.9), btScalar(2.7), btScalar(4)), btVector3(0, btScalar(0.35), 0), 42};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(3, 10);
    const btMatrix3x3 upright(btQuaternion(btVector3(0, 0, 1), SIMD_HALF_PI));
    addSheet(simulation, "sheet", at(makeCloth(kCells, kSize), -1.2, 0.9, -0.8));
    SoftMesh other = makeCloth(kCells, kSize);
    place(other, btVector3(btScalar(-1.3), btScalar(1.13), btScalar(-0.7)), upright);
    addSheet(simulation, "sheet across", other);

    addSheet(simulation, "sheet with a ball", at(makeCloth(kCells, kSize), 1.1, 0.8, -0.6));
    SoftMaterial ball = material();
    ball.mass = 0.5;
    simulation.addSoft("ball", at(makeSphere(3, 0.3), 1.15, 0.9, -0.55), ball);

    addSheet(simulation, "folded sheet", at(makeFolded(), -0.1, 0.3, 1.2));
  }

 private:
  static SoftMaterial material() {
    SoftMaterial material;
    material.margin = 0.015;
    material.bending = true;
    return material;
  }
  static void addSheet(Simulation& simulation, const std::string& name, const SoftMesh& mesh) {
    simulation.addSoft(name, mesh, material());
  }
  static SoftMesh at(SoftMesh mesh, double x, double y, double z) {
    place(mesh, btVector3(btScalar(x), btScalar(y), btScalar(z)));
    return mesh;
  }

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

namespace detail {

void registerTangle(std::vector<SceneEntry>& entries) {
  entries.push_back({"special cases", "tangle", "sheets that cross each other, a ball and themselves at the start",
                     [](const SceneOptions&) { return std::make_unique<Tangle>(); }, 120});
}

}  // namespace detail
}  // namespace pliant
