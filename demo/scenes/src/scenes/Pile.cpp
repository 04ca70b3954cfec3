#include <cmath>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// A grid of bodies that fall into a box: the meshes `even` and `odd` in turn, shifted off the grid by up to `jitter`,
/// so that the columns do not stay upright.
struct Grid {
  int side, layers;  ///< bodies along x and z; along y
  double spacing, lowest, jitter;
  SoftMesh even, odd;
  const char *evenName, *oddName;
};

void addGrid(Simulation& simulation, const Grid& grid, const SoftMaterial& material) {
  const double middle = 0.5 * (grid.side - 1);
  int n = 0;
  for (int y = 0; y < grid.layers; ++y) {
    for (int x = 0; x < grid.side; ++x) {
      for (int z = 0; z < grid.side; ++z, ++n) {
        const double dx = grid.jitter * std::sin(12.9 * n), dz = grid.jitter * std::sin(78.2 * n + 1);
        const btVector3 at =
            vec(grid.spacing * (x - middle) + dx, grid.lowest + grid.spacing * y, grid.spacing * (z - middle) + dz);
        simulation.addSoft((n % 2 == 0 ? grid.evenName : grid.oddName) + std::to_string(n),
                           placed(n % 2 == 0 ? grid.even : grid.odd, at), material);
      }
    }
  }
}

/// Hundreds of small bodies fall into a box.
class Crowd : public Scene {
 public:
  Camera camera() const override { return {vec(4.6, 3.6, 5.6), vec(0, 0.6, 0), 40}; }

  void build(Simulation& simulation) override {
    constexpr int kSide = 7, kLayers = 5;
    constexpr double kSpacing = 0.5;
    simulation.addGround(kSpacing * kSide / 2 + 0.1, 12);
    addGrid(
        simulation,
        {kSide, kLayers, kSpacing, 0.4, 0.03, makeBall({2, 2, 2}, 0.2), makeCube({2, 2, 2}, 0.34), "ball ", "cube "},
        {.mass = 0.1, .margin = 0.02});
  }
};

/// side³ soft cubes and balls fall into a box.
class Pile : public Scene {
 public:
  Pile(int side, const SceneOptions& options) : m_side(side), m_spacing(options.spacing.value_or(kSpacing)) {}

  Camera camera() const override {
    const double size = kSpacing * m_side;
    return {vec(1.5 * size, 1.15 * size, 1.9 * size), vec(0, 0.36 * size, 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(kSpacing * m_side / 2 + 0.1, 24);
    addGrid(simulation,
            {m_side, m_side, m_spacing, 0.8, 0.06, makeCube({4, 4, 5}, 1), makeBall({4, 4, 5}, 0.55), "cube ", "ball "},
            {});
  }

 private:
  static constexpr double kSpacing = 1.25;
  int m_side;
  double m_spacing;
};

/// Cubes fall onto each other in a shaft. Each cube carries all cubes above it.
class Column : public Scene {
 public:
  Camera camera() const override { return {vec(12, 10, 22), vec(0, 9, 0), 45}; }

  void build(Simulation& simulation) override {
    simulation.addGround(0.62, 24);
    const SoftMesh cube = makeCube({4, 4, 5}, 1);
    for (int n = 0; n < kCubes; ++n) {
      const btVector3 at = vec(0.02 * std::sin(12.9 * n), 0.7 + 1.25 * n, 0.02 * std::sin(78.2 * n + 1));
      simulation.addSoft("cube " + std::to_string(n), placed(cube, at), {});
    }
  }

 private:
  static constexpr int kCubes = 16;
};

}  // namespace

void registerPile(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Crowd>("piles", "crowd", "245 small bodies fall into a box", 300));
  entries.push_back({"piles", "pile27", "27 soft cubes and balls fall into a box",
                     [](const SceneOptions& options) { return std::make_unique<Pile>(3, options); }, 600, true});
  entries.back().featured = true;
  entries.push_back({"piles", "pile64", "64 soft cubes and balls fall into a box",
                     [](const SceneOptions& options) { return std::make_unique<Pile>(4, options); }, 300, true});
  entries.push_back(
      deformable({"", "dpile27", "27 soft cubes and balls fall into a box",
                  [](const SceneOptions& options) { return std::make_unique<Pile>(3, options); }, 150, true}));
  entries.push_back(entryOf<Column>("piles", "column", "16 soft cubes fall onto each other in a shaft", 300));
}

}  // namespace pliant::detail
