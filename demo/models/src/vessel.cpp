#include <pliant/detectors/Topology.h>
#include <pliant/models/tetrahedraSetups.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "shapes.h"

namespace pliant::models {
namespace {

// Cells across the trunk. The first fork halves them in x, the second in z.
constexpr int kWide = 6, kDeep = 4;
// Layers of cells along the trunk, the branches and the twigs.
constexpr int kTrunk = 22, kBranch = 26, kTwig = 23, kFork2 = kTrunk + kBranch, kLength = kFork2 + kTwig;
// Radii for which a cell has a cross-section of about 1.
constexpr double kTrunkRadius = 2.75, kBranchRadius = 1.95, kTwigRadius = 1.38;
constexpr double kForkGap = 0.4, kSpread = 0.35, kTwigSpread = 0.3;  // between two tubes of a fork; per layer
constexpr double kForkLength = 9;                                    // layers in which a part of a tube becomes round

struct Flat {
  double x = 0, z = 0;
};

Flat between(const Flat& a, const Flat& b, double share) {
  return {std::lerp(a.x, b.x, share), std::lerp(a.z, b.z, share)};
}

/// Maps the square [-1, 1]² to a disc.
Flat disc(double a, double b, double radius) {
  const double length = std::hypot(a, b);
  const double by = length > 0 ? radius * std::max(std::abs(a), std::abs(b)) / length : 0;
  return {a * by, b * by};
}

/// Place of a vertex in the lattice. `half` and `quarter`: 0 or 1 behind the first and the second fork, else -1.
struct Place {
  int layer, i, j, half, quarter;
  auto operator<=>(const Place&) const = default;
};

std::array<Real, 3> pointAt(const Place& at) {
  const double a = 2.0 * at.i / kWide - 1, b = 2.0 * at.j / kDeep - 1;
  Flat p = disc(a, b, kTrunkRadius);
  if (at.half >= 0) {
    const double side = at.half == 0 ? -1 : 1, along = at.layer - kTrunk;
    const double own = 2 * a - side;  // goes from -1 to 1 over the half
    const double away = kBranchRadius + kForkGap + kSpread * along;
    Flat q = disc(own, b, kBranchRadius);
    if (at.quarter >= 0) {
      const double up = at.quarter == 0 ? -1 : 1, further = at.layer - kFork2;
      Flat r = disc(own, 2 * b - up, kTwigRadius);
      r.z += up * (kTwigRadius + kForkGap + kTwigSpread * further);
      q = between(q, r, smoothStep(0, kForkLength, further));
    }
    q.x += side * away;
    p = between(p, q, smoothStep(0, kForkLength, along));
  }
  return {static_cast<Real>(p.x), static_cast<Real>(at.layer), static_cast<Real>(p.z)};
}

double signedVolume(const SurfaceModel& model, const Tetrahedron& t) {
  double e[3][3];
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t k = 0; k < 3; ++k) e[c][k] = double{model.points[t[c + 1]][k]} - double{model.points[t[0]][k]};
  return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) + e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
          e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
         6;
}

}  // namespace

SurfaceModel branchingVessel() {
  SurfaceModel vessel;
  std::map<Place, Index> known;
  for (int layer = 0; layer < kLength; ++layer)
    for (int i = 0; i < kWide; ++i)
      for (int j = 0; j < kDeep; ++j) {
        // One tetrahedron for each order of the three axes in a path along the cell's edges.
        std::array<std::size_t, 3> axes{0, 1, 2};
        do {
          std::array<int, 3> corner{layer, i, j};
          Tetrahedron t{};
          for (std::size_t c = 0; c < 4; ++c) {
            if (c > 0) ++corner[axes[c - 1]];
            const Place place{corner[0], corner[1], corner[2], corner[0] > kTrunk ? i / (kWide / 2) : -1,
                              corner[0] > kFork2 ? j / (kDeep / 2) : -1};
            const auto [entry, isNew] = known.try_emplace(place, static_cast<Index>(known.size()));
            if (isNew) vessel.points.push_back(pointAt(place));
            t[c] = entry->second;
          }
          if (signedVolume(vessel, t) < 0) std::swap(t[2], t[3]);
          vessel.tetrahedra.push_back(t);
        } while (std::next_permutation(axes.begin(), axes.end()));
      }
  vessel.faces = boundaryFaces(vessel.view().tetrahedra, vessel.view().positions);
  return vessel;
}

}  // namespace pliant::models
