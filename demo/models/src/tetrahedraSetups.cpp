#include <pliant/detectors/Error.h>
#include <pliant/detectors/Topology.h>
#include <pliant/models/tetrahedraSetups.h>

#include <cmath>
#include <map>
#include <string>

namespace pliant::models {
namespace {

using Voxel = std::array<int, 3>;

/// Returns a box of cubes of edge 1. Five tetrahedra per cube; neighbouring cubes are mirrored, so that their faces
/// match.
SurfaceModel boxOf(const Voxel& cubes) {
  static constexpr int kEven[5][4] = {{0, 1, 2, 4}, {3, 1, 7, 2}, {5, 1, 4, 7}, {6, 2, 7, 4}, {1, 2, 4, 7}};
  static constexpr int kOdd[5][4] = {{1, 0, 5, 3}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 3, 5, 6}, {0, 3, 6, 5}};
  SurfaceModel box;
  std::map<Voxel, Index> ids;
  for (int k = 0; k < cubes[2]; ++k)
    for (int j = 0; j < cubes[1]; ++j)
      for (int i = 0; i < cubes[0]; ++i) {
        Index corner[8];
        for (int c = 0; c < 8; ++c) {
          const Voxel at{i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)};
          const auto [entry, isNew] = ids.try_emplace(at, static_cast<Index>(ids.size()));
          if (isNew) box.points.push_back({Real(at[0]), Real(at[1]), Real(at[2])});
          corner[c] = entry->second;
        }
        for (const auto& t : (i + j + k) & 1 ? kOdd : kEven)
          box.tetrahedra.push_back({corner[t[0]], corner[t[1]], corner[t[2]], corner[t[3]]});
      }
  box.faces = boundaryFaces(box.view().tetrahedra, box.view().positions);
  return box;
}

/// Moves a point of two cubes that turn and stretch.
void movePair(Real time, Index copy, Real* p) {
  const Real angle = time + Real(copy) * Real(2.4);
  const Real x = (p[0] - 1) * (1 + Real(0.15) * std::sin(3 * time + Real(copy))), y = p[1] - Real(0.5);
  p[0] = std::cos(angle) * x - std::sin(angle) * y;
  p[1] = std::sin(angle) * x + std::cos(angle) * y;
  p[2] += Real(0.2) * std::sin(2 * time + p[0] + Real(copy));
}

/// Moves a point of a plate, which has waves or is rolled up so that its end intersects its beginning.
void movePlate(Real time, Index copy, Real* p) {
  const Real phase = Real(copy) * Real(1.7);
  if (copy % 20 == 7) {
    const Real radius = Real(1.35) + Real(0.05) * std::sin(time), out = radius + p[2];
    const Real angle = p[0] / radius;
    p[2] = out * std::sin(angle);
    p[1] += Real(0.2) * std::sin(time + p[0]);
    p[0] = 5 + out * std::cos(angle);
    return;
  }
  const Real x = p[0], y = p[1];
  p[0] += Real(0.3) * std::sin(Real(0.5) * y + phase + time);
  p[1] += Real(0.3) * std::sin(Real(0.5) * x + phase - time);
  p[2] += Real(0.4) * std::sin(Real(0.6) * x + phase + time) + Real(0.4) * std::sin(Real(0.5) * y - phase + time);
}

/// Moves a point of one of two vessels. They face each other and sway, and their branches intersect.
void moveVessel(Real time, Index copy, Real* p) {
  const Real side = copy % 2 == 0 ? Real(1) : Real(-1);
  if (side < 0) {
    p[1] = 71 - p[1];
    p[2] = -p[2] + Real(0.8);
    p[0] += Real(0.6);
  }
  p[0] += Real(0.8) * std::sin(Real(0.1) * p[1] + time + side);
  p[2] += Real(0.6) * side * std::sin(Real(0.12) * p[1] + time) + Real(2) * std::sin(Real(0.06) * p[1]);
}

/// Places a copy in a lattice that is as close to a cube as the number of objects permits.
void place(const TetrahedraSetup& setup, Index copy, Real* p) {
  const bool small = setup.name == 'A';
  const Real spacing[] = {Real(small ? 1.9 : 10.6), Real(small ? 1.9 : 10.6), Real(small ? 1.35 : 2.1)};
  const auto side = static_cast<Index>(std::ceil(std::cbrt(double(setup.objects))));
  const Index row[] = {copy % side, copy / side % side, copy / (side * side)};
  for (std::size_t k = 0; k < 3; ++k) p[k] += Real(row[k]) * spacing[k];
}

}  // namespace

void TetrahedraSetup::move(Real time, Index copy, std::span<const std::array<Real, 3>> rest,
                           std::span<std::array<Real, 3>> points) const {
  for (std::size_t v = 0; v < rest.size(); ++v) {
    points[v] = rest[v];
    Real* const p = points[v].data();
    if (name == 'D') {
      moveVessel(time, copy, p);
    } else {
      name == 'A' ? movePair(time, copy, p) : movePlate(time, copy, p);
      place(*this, copy, p);
    }
  }
}

TetrahedraSetup tetrahedraSetup(char name) {
  static const std::map<char, Index> counts{{'A', 100}, {'B', 8},    {'C', 20},   {'D', 2},
                                            {'E', 100}, {'F', 1000}, {'G', 10000}};
  const auto count = counts.find(name);
  if (count == counts.end()) throw Error(std::string("unknown setup '") + name + "'; setups are A to G");
  return {name, name == 'A' ? boxOf({2, 1, 1}) : name == 'D' ? branchingVessel() : boxOf({10, 10, 1}), count->second};
}

}  // namespace pliant::models
