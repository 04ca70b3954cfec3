#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/Error.h>

#include <array>
#include <cmath>
#include <map>
#include <string>

namespace pliant::benchmarks {
namespace {

using Voxel = std::array<int, 3>;

void addBox(std::vector<Voxel>& voxels, Voxel low, Voxel high) {
  for (int k = low[2]; k < high[2]; ++k)
    for (int j = low[1]; j < high[1]; ++j)
      for (int i = low[0]; i < high[0]; ++i) voxels.push_back({i, j, k});
}

/// Returns five tetrahedra per cube. Neighbouring cubes are mirrored, so that their faces match.
Scene::Body meshOf(const std::vector<Voxel>& voxels) {
  static constexpr int kEven[5][4] = {{0, 1, 2, 4}, {3, 1, 7, 2}, {5, 1, 4, 7}, {6, 2, 7, 4}, {1, 2, 4, 7}};
  static constexpr int kOdd[5][4] = {{1, 0, 5, 3}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 3, 5, 6}, {0, 3, 6, 5}};
  Scene::Body mesh;
  std::map<Voxel, Index> ids;
  for (const Voxel& v : voxels) {
    Index corner[8];
    for (int c = 0; c < 8; ++c) {
      const Voxel at{v[0] + (c & 1), v[1] + (c >> 1 & 1), v[2] + (c >> 2)};
      const auto [entry, isNew] = ids.try_emplace(at, static_cast<Index>(ids.size()));
      if (isNew) mesh.points.push_back({Real(at[0]), Real(at[1]), Real(at[2])});
      corner[c] = entry->second;
    }
    for (const auto& t : (v[0] + v[1] + v[2]) & 1 ? kOdd : kEven)
      mesh.tetrahedra.push_back({corner[t[0]], corner[t[1]], corner[t[2]], corner[t[3]]});
  }
  return mesh;
}

/// Returns one object of a setup.
Scene::Body objectOf(char setup) {
  std::vector<Voxel> voxels;
  if (setup == 'A') {
    addBox(voxels, {0, 0, 0}, {2, 1, 1});
  } else if (setup == 'D') {
    addBox(voxels, {0, 0, 0}, {30, 5, 6});
    addBox(voxels, {8, 5, 0}, {13, 28, 5});
    addBox(voxels, {18, -23, 1}, {23, 0, 6});
  } else {
    addBox(voxels, {0, 0, 0}, {10, 10, 1});
  }
  return meshOf(voxels);
}

/// A lattice that is as close to a cube as the number of objects permits.
struct Lattice {
  Index side;
  std::array<Real, 3> spacing;

  void place(Index object, Real* p) const {
    const Index row[] = {object % side, object / side % side, object / (side * side)};
    for (std::size_t k = 0; k < 3; ++k) p[k] += Real(row[k]) * spacing[k];
  }
};

constexpr Real kStep = Real(0.02);  // time between two frames

/// Moves a vertex of two cubes that turn and stretch.
void movePair(Real time, Index object, Real* p) {
  const Real angle = time + Real(object) * Real(2.4);
  const Real x = (p[0] - 1) * (1 + Real(0.15) * std::sin(3 * time + Real(object))), y = p[1] - Real(0.5);
  p[0] = std::cos(angle) * x - std::sin(angle) * y;
  p[1] = std::sin(angle) * x + std::cos(angle) * y;
  p[2] += Real(0.2) * std::sin(2 * time + p[0] + Real(object));
}

/// Moves a vertex of a plate, which has waves or is rolled up so that its end intersects its beginning.
void movePlate(Real time, Index object, Real* p) {
  const Real phase = Real(object) * Real(1.7);
  if (object % 20 == 7) {
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

/// Moves a vertex of one of two neighbouring vessels, which sway so that their branches intersect.
void moveVessel(Real time, Index object, Real* p) {
  const Real sway = object ? Real(-1) : Real(1);
  const Real bend = Real(0.02) * sway * (1 + Real(0.3) * std::sin(time));
  p[2] += bend * (p[0] - 15) * (p[0] - 15) * Real(0.3) + sway * Real(0.7) * std::sin(Real(0.25) * p[1] + time);
  p[0] += Real(1.5) * std::sin(Real(0.15) * p[1] + time);
  if (object) {
    p[0] += 2;
    p[1] += Real(3.5);
    p[2] += Real(5.9);
  }
}

}  // namespace

Scene tetrahedraScene(char name, Index bodies) {
  static const std::map<char, Index> counts{{'A', 100}, {'B', 8},    {'C', 20},   {'D', 2},
                                            {'E', 100}, {'F', 1000}, {'G', 10000}};
  const auto count = counts.find(name);
  if (count == counts.end()) throw Error(std::string("unknown setup '") + name + "'; setups are A to G");
  const Index objects = count->second;
  if (bodies == 0) bodies = objects;
  if (bodies > objects || objects % bodies != 0)
    throw Error("the number of objects must be a multiple of the number of bodies");
  const Index share = objects / bodies;
  const Scene::Body object = objectOf(name);
  const auto points = static_cast<Index>(object.points.size());
  Scene::Body body;
  for (Index copy = 0; copy < share; ++copy) {
    body.points.insert(body.points.end(), object.points.begin(), object.points.end());
    for (const Tetrahedron& t : object.tetrahedra) {
      const Index first = copy * points;
      body.tetrahedra.push_back({t[0] + first, t[1] + first, t[2] + first, t[3] + first});
    }
  }
  const Real wide = Real(name == 'A' ? 1.9 : 10.6), high = Real(name == 'A' ? 1.35 : 2.1);
  const Lattice lattice{static_cast<Index>(std::ceil(std::cbrt(double(objects)))), {wide, wide, high}};
  const auto move = [=](int frame, std::size_t index, const Scene::Points& rest, Scene::Points& x) {
    const Real time = Real(frame) * kStep;
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const Index at = static_cast<Index>(index) * share + static_cast<Index>(v) / points;
      x[v] = rest[v];
      if (name == 'D') {
        moveVessel(time, at, x[v].data());
      } else {
        name == 'A' ? movePair(time, at, x[v].data()) : movePlate(time, at, x[v].data());
        lattice.place(at, x[v].data());
      }
    }
  };
  return {std::vector<Scene::Body>(bodies, body), move, {}};
}

}  // namespace pliant::benchmarks
