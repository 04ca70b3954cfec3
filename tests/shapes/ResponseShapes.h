#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/predicates.h>
#include <pliant/detectors/response/PenetrationDepth.h>

#include <map>
#include <vector>

/// Small bodies whose overlaps have known depths.
namespace response_shapes {

using pliant::Edge;
using pliant::Index;
using pliant::Real;
using pliant::Tetrahedron;
using pliant::Triangle;
using Point = std::array<Real, 3>;

struct Mesh {
  std::vector<Point> points;
  std::vector<Triangle> triangles;
  std::vector<Tetrahedron> tetrahedra;

  pliant::BodyView view() const {
    pliant::BodyView view;
    view.positions = {points.front().data(), static_cast<Index>(points.size()), 3};
    if (!triangles.empty()) view.triangles = {triangles.front().data(), static_cast<Index>(triangles.size()), 3};
    if (!tetrahedra.empty()) view.tetrahedra = {tetrahedra.front().data(), static_cast<Index>(tetrahedra.size()), 4};
    return view;
  }
  Mesh& scale(Real factor) {
    for (Point& p : points)
      for (Real& x : p) x *= factor;
    return *this;
  }
};

/// Returns a box of n cells along each axis, with six tetrahedra around the diagonal of each cell.
inline Mesh box(const Point& low, const Point& high, Index n) {
  Mesh mesh;
  const auto at = [&](Index i, Index j, Index k) { return (i * (n + 1) + j) * (n + 1) + k; };
  const auto mix = [&](std::size_t axis, Index i) {
    return low[axis] + (high[axis] - low[axis]) * static_cast<Real>(i) / static_cast<Real>(n);
  };
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j)
      for (Index k = 0; k <= n; ++k) mesh.points.push_back({mix(0, i), mix(1, j), mix(2, k)});
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      for (Index k = 0; k < n; ++k) {
        std::array<std::size_t, 3> order = {0, 1, 2};
        do {
          std::array<Index, 3> step = {i, j, k};
          Tetrahedron t = {at(i, j, k), 0, 0, 0};
          for (std::size_t c = 0; c < 3; ++c) {
            ++step[order[c]];
            t[c + 1] = at(step[0], step[1], step[2]);
          }
          const bool even = (order[1] + 3 - order[0]) % 3 == 1;
          if (!even) std::swap(t[2], t[3]);
          mesh.tetrahedra.push_back(t);
        } while (std::next_permutation(order.begin(), order.end()));
      }
    }
  }
  return mesh;
}

/// Returns a ball: an octahedron refined `levels` times, with one tetrahedron per face to a centre vertex.
inline Mesh ball(const Point& centre, Real radius, int levels) {
  Mesh mesh;
  mesh.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  std::vector<Triangle> faces = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                 {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (; levels > 0; --levels) {
    std::map<Edge, Index> middles;
    const auto middle = [&](Index a, Index b) {
      const auto [it, isNew] = middles.try_emplace(Edge{std::min(a, b), std::max(a, b)}, 0);
      if (isNew) {
        pliant::Vector3 m;
        for (std::size_t k = 0; k < 3; ++k) m[static_cast<int>(k)] = mesh.points[a][k] + mesh.points[b][k];
        m.normalize();
        it->second = static_cast<Index>(mesh.points.size());
        mesh.points.push_back({m[0], m[1], m[2]});
      }
      return it->second;
    };
    std::vector<Triangle> finer;
    for (const Triangle& t : faces) {
      const Index ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
      for (const Triangle& s : {Triangle{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}}) {
        finer.push_back(s);
      }
    }
    faces.swap(finer);
  }
  const auto middle = static_cast<Index>(mesh.points.size());
  mesh.points.push_back({0, 0, 0});
  for (const Triangle& t : faces) mesh.tetrahedra.push_back({middle, t[0], t[1], t[2]});
  for (Point& p : mesh.points)
    for (std::size_t k = 0; k < 3; ++k) p[k] = centre[k] + radius * p[k];
  return mesh;
}

/// Returns all vertices in tetrahedra of other bodies, by testing all pairs.
inline std::vector<pliant::InsideVertex> inside(const std::vector<const Mesh*>& meshes) {
  std::vector<pliant::InsideVertex> rows;
  for (Index a = 0; a < meshes.size(); ++a) {
    for (Index v = 0; v < meshes[a]->points.size(); ++v) {
      for (Index b = 0; b < meshes.size(); ++b) {
        if (a == b) continue;
        const auto& q = meshes[b]->points;
        for (const Tetrahedron& t : meshes[b]->tetrahedra) {
          if (pliant::exact::inTetrahedron(meshes[a]->points[v].data(), q[t[0]].data(), q[t[1]].data(), q[t[2]].data(),
                                           q[t[3]].data())) {
            rows.push_back({a, v, b});
            break;
          }
        }
      }
    }
  }
  return rows;
}

/// Returns the closed surface of a solid, without tetrahedra.
inline Mesh shellOf(Mesh solid) {
  solid.triangles = pliant::boundaryFaces(solid.view().tetrahedra, solid.view().positions);
  solid.tetrahedra.clear();
  return solid;
}

/// Returns a surface with all faces reversed.
inline Mesh turned(Mesh mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  return mesh;
}

inline Mesh moved(Mesh mesh, const Point& by) {
  for (Point& p : mesh.points)
    for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
  return mesh;
}

/// Bodies 0, 1, … in a set, and their penetration depths.
struct Depths {
  pliant::BodySet bodies;
  pliant::PenetrationDepth depths;

  explicit Depths(const std::vector<const Mesh*>& meshes) {
    for (const Mesh* mesh : meshes) bodies.add(mesh->view());
    update();
  }
  Depths(const Depths&) = delete;
  Depths& operator=(const Depths&) = delete;
  void update() {
    bodies.update();
    depths.update(bodies);
  }
  std::vector<pliant::InsideVertex> insideSurfaces(const std::vector<pliant::VertexVolumePair>& pairs) {
    std::vector<pliant::InsideVertex> inside;
    depths.insideSurfaces(pairs, inside);
    return inside;
  }
  std::vector<pliant::Penetration> estimate(const std::vector<pliant::InsideVertex>& inside) {
    std::vector<pliant::Penetration> penetrations;
    depths.estimate(inside, penetrations);
    return penetrations;
  }
};

}  // namespace response_shapes
