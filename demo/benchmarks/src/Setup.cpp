#include <pliant/benchmarks/Setup.h>
#include <pliant/detectors/Error.h>

#include <array>
#include <cmath>
#include <map>

namespace pliant::benchmarks {
namespace {

using Voxel = std::array<int, 3>;

struct Mesh {
  std::vector<Real> x;
  std::vector<Index> tetrahedra;
};

void addBox(std::vector<Voxel>& voxels, Voxel low, Voxel high) {
  for (int k = low[2]; k < high[2]; ++k)
    for (int j = low[1]; j < high[1]; ++j)
      for (int i = low[0]; i < high[0]; ++i) voxels.push_back({i, j, k});
}

/// Returns five tetrahedra per cube. Neighbouring cubes are mirrored, so that their faces match.
Mesh meshOf(const std::vector<Voxel>& voxels) {
  static constexpr int kEven[5][4] = {{0, 1, 2, 4}, {3, 1, 7, 2}, {5, 1, 4, 7}, {6, 2, 7, 4}, {1, 2, 4, 7}};
  static constexpr int kOdd[5][4] = {{1, 0, 5, 3}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 3, 5, 6}, {0, 3, 6, 5}};
  Mesh mesh;
  std::map<Voxel, Index> ids;
  for (const Voxel& v : voxels) {
    Index corner[8];
    for (int c = 0; c < 8; ++c) {
      const Voxel at{v[0] + (c & 1), v[1] + (c >> 1 & 1), v[2] + (c >> 2)};
      const auto [entry, isNew] = ids.try_emplace(at, static_cast<Index>(ids.size()));
      if (isNew) mesh.x.insert(mesh.x.end(), {Real(at[0]), Real(at[1]), Real(at[2])});
      corner[c] = entry->second;
    }
    for (const auto& t : (v[0] + v[1] + v[2]) & 1 ? kOdd : kEven)
      for (int c : t) mesh.tetrahedra.push_back(corner[c]);
  }
  return mesh;
}

Mesh pair() {
  std::vector<Voxel> voxels;
  addBox(voxels, {0, 0, 0}, {2, 1, 1});
  return meshOf(voxels);
}

Mesh plate() {
  std::vector<Voxel> voxels;
  addBox(voxels, {0, 0, 0}, {10, 10, 1});
  return meshOf(voxels);
}

Mesh vessel() {
  std::vector<Voxel> voxels;
  addBox(voxels, {0, 0, 0}, {30, 5, 6});
  addBox(voxels, {8, 5, 0}, {13, 28, 5});
  addBox(voxels, {18, -23, 1}, {23, 0, 6});
  return meshOf(voxels);
}

struct Lattice {
  Index perRow, perLayer;
  Real spacing[3];
};

/// Returns a lattice that is as close to a cube as the number of objects permits.
Lattice latticeOf(Index objects, const std::array<Real, 3>& spacing) {
  const auto side = static_cast<Index>(std::ceil(std::cbrt(double(objects))));
  return {side, side * side, {spacing[0], spacing[1], spacing[2]}};
}

void placeInLattice(const Lattice& lattice, Index object, Real* p) {
  const Index inLayer = object % lattice.perLayer;
  const Index place[] = {inLayer % lattice.perRow, inLayer / lattice.perRow, object / lattice.perLayer};
  for (int k = 0; k < 3; ++k) p[k] += Real(place[k]) * lattice.spacing[k];
}

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

Setup::Setup(char name, Index bodies) : m_name(name) {
  static const std::map<char, Index> counts{{'A', 100}, {'B', 8},    {'C', 20},   {'D', 2},
                                            {'E', 100}, {'F', 1000}, {'G', 10000}};
  const auto count = counts.find(name);
  if (count == counts.end()) throw Error(std::string("unknown setup '") + name + "'; setups are A to G");
  const Mesh mesh = name == 'A' ? pair() : name == 'D' ? vessel() : plate();
  for (Index object = 0; object < count->second; ++object) addObject(mesh.x, mesh.tetrahedra);
  joinInto(bodies ? bodies : m_objects);
  m_x = m_rest;
  deform(0);
}

void Setup::addObject(const std::vector<Real>& x, const std::vector<Index>& tetrahedra) {
  m_parts.push_back({static_cast<Index>(m_rest.size() / 3), static_cast<Index>(x.size() / 3),
                     static_cast<Index>(m_tetrahedra.size() / 4), static_cast<Index>(tetrahedra.size() / 4)});
  m_rest.insert(m_rest.end(), x.begin(), x.end());
  m_tetrahedra.insert(m_tetrahedra.end(), tetrahedra.begin(), tetrahedra.end());
  ++m_objects;
}

void Setup::joinInto(Index bodies) {
  if (bodies > m_objects || m_objects % bodies != 0)
    throw Error("the number of objects must be a multiple of the number of bodies");
  const Index share = m_objects / bodies;
  for (Index first = 0; first < m_objects; first += share) {
    Part body = m_parts[first];
    for (Index object = first + 1; object < first + share; ++object) {
      const Part& part = m_parts[object];
      for (Index c = 4 * part.firstTetrahedron; c < 4 * (part.firstTetrahedron + part.tetrahedronCount); ++c) {
        m_tetrahedra[c] += part.firstVertex - body.firstVertex;
      }
      body.vertexCount += part.vertexCount;
      body.tetrahedronCount += part.tetrahedronCount;
    }
    m_bodies.push_back(body);
  }
}

void Setup::deform(int frame) {
  const Real time = Real(frame) * kStep;
  const Lattice lattice = m_name == 'A' ? latticeOf(m_objects, {Real(1.9), Real(1.9), Real(1.35)})
                                        : latticeOf(m_objects, {Real(10.6), Real(10.6), Real(2.1)});
  for (Index object = 0; object < m_objects; ++object) {
    const Part& part = m_parts[object];
    for (Index v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      Real p[3] = {m_rest[3 * v], m_rest[3 * v + 1], m_rest[3 * v + 2]};
      if (m_name == 'D') {
        moveVessel(time, object, p);
      } else {
        m_name == 'A' ? movePair(time, object, p) : movePlate(time, object, p);
        placeInLattice(lattice, object, p);
      }
      for (std::size_t a = 0; a < 3; ++a) m_x[3 * v + a] = p[a];
    }
  }
}

void Setup::addTo(BodySet& set) const {
  for (const Part& body : m_bodies) {
    BodyView view;
    view.positions = {m_x.data() + std::size_t{3} * body.firstVertex, body.vertexCount};
    view.tetrahedra = {m_tetrahedra.data() + std::size_t{4} * body.firstTetrahedron, body.tetrahedronCount};
    set.add(view);
  }
}

}  // namespace pliant::benchmarks
