#pragma once

#include <pliant/detectors/Results.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <algorithm>
#include <tuple>
#include <vector>

/// Comparison of the results of two detectors, bit by bit and in order.
namespace pliant::test {

inline auto asTuple(const VertexTetrahedron& r) {
  return std::tuple(r.vertexBody, r.vertex, r.tetrahedronBody, r.tetrahedron, r.barycentric);
}
inline auto asTuple(const VertexFace& r) {
  return std::tuple(r.vertexBody, r.vertex, r.faceBody, r.face);
}
inline auto asTuple(const FacePair& r) {
  return std::tuple(r.bodyA, r.faceA, r.bodyB, r.faceB);
}
inline auto asTuple(const SurfaceContact& c) {
  return std::tuple(c.kind, c.swept, c.elementA, c.elementB, c.weights, c.normal.x(), c.normal.y(), c.normal.z(),
                    c.vertices, c.distance_t0, c.contactDistance);
}

template <typename Row>
bool same(const std::vector<Row>& a, const std::vector<Row>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Row& x, const Row& y) { return asTuple(x) == asTuple(y); });
}

inline bool same(const Results& a, const Results& b) {
  return same(a.vertexTetrahedron, b.vertexTetrahedron) && same(a.vertexFace, b.vertexFace) &&
         same(a.facePairs, b.facePairs);
}

}  // namespace pliant::test
