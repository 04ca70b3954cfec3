#include "narrow/exactPairs.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/predicates.h>

#include <cmath>
#include <string>

namespace pliant::detail {
namespace {

struct Local {
  Index body, element;
};

Local local(const BodySet& bodies, Index slot, BodySet::Range range, Index flat) {
  return {bodies.id(slot), flat - range.begin};
}

Local localVertex(const BodySet& bodies, Index vertex) {
  const Index slot = bodies.slotOfVertex()[vertex];
  return local(bodies, slot, bodies.vertices(slot), vertex);
}

Local localFace(const BodySet& bodies, Index face) {
  const Index slot = bodies.slotOfFace()[face];
  return local(bodies, slot, bodies.faces(slot), face);
}

const Real* at(const BodySet& bodies, Index vertex) {
  return &bodies.positions()[vertex].x;
}

/// Adds the decisions that needed the exact fallback while it lives.
class FallbackCount {
 public:
  explicit FallbackCount(Counters& counters) : m_counters(counters), m_before(exact::fallbacks()) {
    ++counters.narrowTests;
  }
  ~FallbackCount() { m_counters.exactFallbacks += exact::fallbacks() - m_before; }
  FallbackCount(const FallbackCount&) = delete;
  FallbackCount& operator=(const FallbackCount&) = delete;

 private:
  Counters& m_counters;
  std::uint64_t m_before;
};

}  // namespace

void checkQuery(std::string_view method, const Query& query, Gives gives) {
  const bool volumes = gives == Gives::Volumes;
  std::string missing;
  const auto refuse = [&](bool asked, const char* list) {
    if (asked) missing += (missing.empty() ? "" : ", ") + std::string(list);
  };
  refuse(query.vertexTetrahedron && gives != Gives::Elements, "vertexTetrahedron");
  refuse(query.facePairs && volumes, "facePairs");
  refuse(query.vertexFace && volumes, "vertexFace");
  refuse(query.verticesInside && !volumes, "verticesInside");
  refuse(query.intersectionVolumes && !volumes, "intersectionVolumes");
  refuse(query.selfIntersectionVolumes && !volumes, "selfIntersectionVolumes");
  if (!missing.empty()) throw Error(std::string(method) + " can't answer a query for " + missing);
  if (query.vertexFace && (!(query.margin >= 0) || !std::isfinite(query.margin)))
    throw Error(std::string(method) + ": the margin is negative or not finite");
}

bool vertexInTetrahedron(const BodySet& bodies, Index vertex, Index tetrahedron, Counters& counters) {
  const Tetrahedron& t = bodies.tetrahedra()[tetrahedron];
  if (isCorner(vertex, t)) return false;
  const FallbackCount count(counters);
  return exact::inTetrahedron(at(bodies, vertex), at(bodies, t[0]), at(bodies, t[1]), at(bodies, t[2]),
                              at(bodies, t[3]));
}

bool facesMeet(const BodySet& bodies, Index faceA, Index faceB, Counters& counters) {
  const Triangle &a = bodies.faces()[faceA], &b = bodies.faces()[faceB];
  if (shareCorner(a, b)) return false;
  const FallbackCount count(counters);
  return exact::trianglesMeet(at(bodies, a[0]), at(bodies, a[1]), at(bodies, a[2]), at(bodies, b[0]), at(bodies, b[1]),
                              at(bodies, b[2]));
}

bool vertexWithin(const BodySet& bodies, Index vertex, Index face, Real margin, Counters& counters) {
  const Triangle& f = bodies.faces()[face];
  if (isCorner(vertex, f)) return false;
  const FallbackCount count(counters);
  return exact::pointWithin(at(bodies, vertex), at(bodies, f[0]), at(bodies, f[1]), at(bodies, f[2]), margin);
}

VertexTetrahedron vertexTetrahedronResult(const BodySet& bodies, Index vertex, Index tetrahedron,
                                          bool withBarycentric) {
  const Local v = localVertex(bodies, vertex);
  const Index slot = bodies.slotOfTetrahedron()[tetrahedron];
  const Local t = local(bodies, slot, bodies.tetrahedra(slot), tetrahedron);
  VertexTetrahedron result{v.body, v.element, t.body, t.element, {}};
  if (withBarycentric) result.barycentric = barycentric(bodies, vertex, bodies.tetrahedra()[tetrahedron]);
  return result;
}

FacePair facePairResult(const BodySet& bodies, Index faceA, Index faceB) {
  const Local a = localFace(bodies, std::min(faceA, faceB)), b = localFace(bodies, std::max(faceA, faceB));
  return {a.body, a.element, b.body, b.element};
}

VertexFace vertexFaceResult(const BodySet& bodies, Index vertex, Index face) {
  const Local v = localVertex(bodies, vertex), f = localFace(bodies, face);
  return {v.body, v.element, f.body, f.element};
}

std::array<Real, 4> barycentric(const BodySet& bodies, Index vertex, const Tetrahedron& corners) {
  // Scaled by the largest edge component, so that no product over- or underflows.
  std::array<std::array<double, 3>, 4> d;  // from corner 0 to corners 1, 2, 3 and to the vertex
  const Real* origin = at(bodies, corners[0]);
  double scale = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      d[i][k] = double(at(bodies, i < 3 ? corners[i + 1] : vertex)[k]) - double(origin[k]);
      scale = std::max(scale, std::abs(d[i][k]));
    }
  if (scale > 0)
    for (auto& v : d)
      for (double& c : v) c /= scale;
  const auto det = [](const std::array<double, 3>& a, const std::array<double, 3>& b, const std::array<double, 3>& c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  };
  const double volume = det(d[0], d[1], d[2]);
  std::array<double, 4> w{0, det(d[3], d[1], d[2]) / volume, det(d[0], d[3], d[2]) / volume,
                          det(d[0], d[1], d[3]) / volume};
  w[0] = 1 - w[1] - w[2] - w[3];
  double sum = 0;
  for (double& c : w) sum += c = c > 0 ? std::min(c, 1.0) : 0;  // NaN becomes 0
  std::array<Real, 4> result{};
  for (std::size_t i = 0; i < 4; ++i) result[i] = static_cast<Real>(sum > 0 ? w[i] / sum : 0.25);
  return result;
}

}  // namespace pliant::detail
