#pragma once

#include <pliant/detectors/predicates.h>
#include <pliant/detectors/response/PenetrationDepth.h>

#include <algorithm>
#include <map>
#include <vector>

#include "SurfaceMeshes.h"

/// Small bodies whose overlaps have known depths.
namespace response_shapes {

using meshes::Body;
using pliant::Edge;
using pliant::Index;
using pliant::Real;
using pliant::Triangle;
using Point = std::array<Real, 3>;

/// Returns a box of n cells along each axis, with six tetrahedra around the diagonal of each cell.
inline Body box(const Point& low, const Point& high, Index n) {
  Body mesh;
  const auto at = [&](Index i, Index j, Index k) { return (i * (n + 1) + j) * (n + 1) + k; };
  const auto mix = [&](std::size_t axis, Index i) {
    return low[axis] + (high[axis] - low[axis]) * static_cast<Real>(i) / static_cast<Real>(n);
  };
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j)
      for (Index k = 0; k <= n; ++k) mesh.x.insert(mesh.x.end(), {mix(0, i), mix(1, j), mix(2, k)});
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      for (Index k = 0; k < n; ++k) {
        std::array<std::size_t, 3> order = {0, 1, 2};
        do {
          std::array<Index, 3> step = {i, j, k};
          pliant::Tetrahedron t = {at(i, j, k), 0, 0, 0};
          for (std::size_t c = 0; c < 3; ++c) {
            ++step[order[c]];
            t[c + 1] = at(step[0], step[1], step[2]);
          }
          const bool even = (order[1] + 3 - order[0]) % 3 == 1;
          if (!even) std::swap(t[2], t[3]);
          mesh.tetrahedra.insert(mesh.tetrahedra.end(), t.begin(), t.end());
        } while (std::next_permutation(order.begin(), order.end()));
      }
    }
  }
  return mesh;
}

/// Returns a ball: an octahedron refined `levels` times, with one tetrahedron per face to a centre vertex.
inline Body ball(const Point& centre, Real radius, int levels) {
  Body mesh;
  mesh.x = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  std::vector<Triangle> faces = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                 {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (; levels > 0; --levels) {
    std::map<Edge, Index> middles;
    const auto middle = [&](Index a, Index b) {
      const auto [it, isNew] = middles.try_emplace(Edge{std::min(a, b), std::max(a, b)}, 0);
      if (isNew) {
        pliant::Vector3 m;
        for (int k = 0; k < 3; ++k) m[k] = mesh.at(a)[k] + mesh.at(b)[k];
        m.normalize();
        it->second = mesh.vertices();
        mesh.x.insert(mesh.x.end(), {m[0], m[1], m[2]});
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
  const Index middle = mesh.vertices();
  mesh.point(0, 0, 0);
  for (const Triangle& t : faces) mesh.tetrahedra.insert(mesh.tetrahedra.end(), {middle, t[0], t[1], t[2]});
  for (std::size_t i = 0; i < mesh.x.size(); ++i) mesh.x[i] = centre[i % 3] + radius * mesh.x[i];
  return mesh;
}

/// Returns all vertices in tetrahedra of other bodies, by testing all pairs.
inline std::vector<pliant::InsideVertex> inside(const std::vector<const Body*>& bodies) {
  std::vector<pliant::InsideVertex> rows;
  for (Index a = 0; a < bodies.size(); ++a)
    for (Index v = 0; v < bodies[a]->vertices(); ++v)
      for (Index b = 0; b < bodies.size(); ++b) {
        const Body& volume = *bodies[b];
        bool holds = false;
        for (std::size_t t = 0; a != b && !holds && t < volume.tetrahedra.size(); t += 4) {
          const auto corner = [&](std::size_t k) { return volume.at(volume.tetrahedra[t + k]); };
          holds = pliant::exact::inTetrahedron(bodies[a]->at(v), corner(0), corner(1), corner(2), corner(3));
        }
        if (holds) rows.push_back({a, v, b});
      }
  return rows;
}

/// Returns the closed surface of a solid, without tetrahedra.
inline Body shellOf(Body solid) {
  for (const Triangle& t : pliant::boundaryFaces(solid.view().tetrahedra, solid.view().positions))
    solid.faces.insert(solid.faces.end(), t.begin(), t.end());
  solid.tetrahedra.clear();
  return solid;
}

/// Returns a surface with all faces reversed.
inline Body turned(Body body) {
  for (std::size_t f = 0; f < body.faces.size(); f += 3) std::swap(body.faces[f], body.faces[f + 1]);
  return body;
}

/// Bodies 0, 1, … in a set, and their penetration depths.
struct Depths {
  pliant::BodySet bodies;
  pliant::PenetrationDepth depths;

  explicit Depths(const std::vector<const Body*>& all) {
    for (const Body* body : all) bodies.add(body->view());
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
