#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <cmath>

namespace pliant {
namespace {

/// side³ soft cubes and balls fall into a box.
class Pile : public Scene {
 public:
  Pile(int side, const SceneOptions& options) : m_side(side), m_spacing(options.spacing.value_or(kSpacing)) {}

  Camera camera() const override {
    const double size = kSpacing * m_side;
    return {btVector3(btScalar(1.5 * size), btScalar(1.15 * size), btScalar(1.9 * size)),
            btVector3(0, btScalar(0.36 * size), 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(kSpacing * m_side / 2 + 0.1, 24);
    const SoftMesh cube = makeCube({4, 4, 5}, 1), ball = makeBall({4, 4, 5}, 0.55);
    int n = 0;
    for (int y = 0; y < m_side; ++y) {
      for (int x = 0; x < m_side; ++x) {
        for (int z = 0; z < m_side; ++z, ++n) {
          SoftMesh mesh = n % 2 == 1 ? ball : cube;
          // Shifted off the grid, so that the columns do not stay upright.
          const double dx = 0.06 * std::sin(12.9 * n), dz = 0.06 * std::sin(78.2 * n + 1), middle = 0.5 * (m_side - 1);
          place(mesh, btVector3(btScalar(m_spacing * (x - middle) + dx), btScalar(0.8 + m_spacing * y),
                                btScalar(m_spacing * (z - middle) + dz)));
          simulation.addSoft((n % 2 == 1 ? "ball " : "cube ") + std::to_string(n), mesh, {});
        }
      }
    }
  }

 private:
  static constexpr double kSpacing = 1.25;
  int m_side;
  double m_spacing;
};

/// Cubes fall onto each other in a shaft. Each cube carries all cubes above it.
class Column : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(12), btScalar(10), btScalar(22)), btVector3(0, btScalar(9), 0), 45};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(0.62, 24);
    const SoftMesh cube = makeCube({4, 4, 5}, 1);
    for (int n = 0; n < kCubes; ++n) {
      SoftMesh mesh = cube;
      place(mesh, btVector3(btScalar(0.02 * std::sin(12.9 * n)), btScalar(0.7 + 1.25 * n),
                            btScalar(0.02 * std::sin(78.2 * n + 1))));
      simulation.addSoft("cube " + std::to_string(n), mesh, {});
    }
  }

 private:
  static constexpr int kCubes = 16;
};

}  // namespace

namespace detail {

void registerPile(std::vector<SceneEntry>& entries) {
  entries.push_back({"piles", "pile27", "27 soft cubes and balls fall into a box",
                     [](const SceneOptions& options) { return std::make_unique<Pile>(3, options); }, 600, true});
  entries.back().featured = true;
  entries.push_back({"piles", "pile64", "64 soft cubes and balls fall into a box",
                     [](const SceneOptions& options) { return std::make_unique<Pile>(4, options); }, 300, true});
  entries.push_back({"piles", "column", "16 soft cubes fall onto each other in a shaft",
                     [](const SceneOptions&) { return std::make_unique<Column>(); }});
}

}  // namespace detail
}  // namespace pliant
