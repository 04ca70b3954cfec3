#include "narrow/exactPairs.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/Vec3d.h"

namespace pliant::detail {
namespace {

struct Local {
  Index body, element;
};

Local local(const BodySet& bodies, Index index, BodySet::Range range, Index flat) {
  return {bodies.id(index), flat - range.begin};
}

Local localVertex(const BodySet& bodies, Index vertex) {
  const Index index = bodies.bodyOfVertex()[vertex];
  return local(bodies, index, bodies.vertices(index), vertex);
}

Local localFace(const BodySet& bodies, Index face) {
  const Index index = bodies.bodyOfFace()[face];
  return local(bodies, index, bodies.faces(index), face);
}

const Real* at(const BodySet& bodies, Index vertex) {
  return &bodies.positions()[vertex].x;
}

/// Counts one narrow test, and the decisions during its lifetime that needed the exact fallback.
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

void checkQuery(std::string_view method, const Query& query, Answers answers) {
  const bool volumes = answers == Answers::Volumes;
  std::string missing;
  const auto refuse = [&](bool asked, const char* list) {
    if (asked) missing += (missing.empty() ? "" : ", ") + std::string(list);
  };
  refuse(query.vertexTetrahedron && answers != Answers::Elements, "vertexTetrahedron");
  refuse(query.facePairs && volumes, "facePairs");
  refuse(query.sharedCorners && volumes, "sharedCorners");
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

namespace {

/// Distinct vertices of a face; those that are also vertices of another face come first.
struct SortedCorners {
  std::array<const Real*, 3> at;
  std::size_t count = 0, shared = 0;

  SortedCorners(const BodySet& bodies, const Triangle& face, const Triangle& other) {
    for (const bool wanted : {true, false})
      for (std::size_t k = 0; k < 3; ++k) {
        const auto end = face.begin() + static_cast<std::ptrdiff_t>(k);
        if (isCorner(face[k], other) != wanted || std::find(face.begin(), end, face[k]) != end) continue;
        at[count++] = pliant::detail::at(bodies, face[k]);
        shared += wanted;
      }
  }
  const Real* last() const { return at[count - 1]; }
};

}  // namespace

bool facesMeetBeyond(const BodySet& bodies, Index faceA, Index faceB, Counters& counters) {
  const Triangle &cornersA = bodies.faces()[faceA], &cornersB = bodies.faces()[faceB];
  const SortedCorners a(bodies, cornersA, cornersB), b(bodies, cornersB, cornersA);
  // One of the faces consists of shared vertices and edges only.
  if (a.shared == 0 || (a.shared < 3 && (a.count == a.shared || b.count == b.shared))) return false;
  const FallbackCount count(counters);
  switch (a.shared) {
    case 1:
      return exact::trianglesMeetBeyondCorner(a.at[0], a.at[1], a.last(), b.at[1], b.last());
    case 2:
      return exact::trianglesMeetBeyondEdge(a.at[0], a.at[1], a.last(), b.last());
    default:
      return !exact::collinear(a.at[0], a.at[1], a.at[2]);
  }
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
  const Index index = bodies.bodyOfTetrahedron()[tetrahedron];
  const Local t = local(bodies, index, bodies.tetrahedra(index), tetrahedron);
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

/// Normalises the volumes that the vertex forms with the four faces.
std::array<Real, 4> barycentric(const BodySet& bodies, Index vertex, const Tetrahedron& corners) {
  const Vec3d p = toVec3d(at(bodies, vertex));
  std::array<Vec3d, 4> offset;
  double longest = 0, volume[4], sum = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    offset[c] = toVec3d(at(bodies, corners[c])) - p;
    for (const double component : offset[c]) longest = std::max(longest, std::abs(component));
  }
  if (longest < 0x1p-300 || longest > 0x1p300) {  // otherwise no product overflows or underflows
    for (auto& row : offset) {
      for (double& component : row) component /= longest;
    }
  }
  for (std::size_t c = 0; c < 4; ++c) {
    volume[c] = std::abs(dot(offset[(c + 1) % 4], cross(offset[(c + 2) % 4], offset[(c + 3) % 4])));
    sum += volume[c];
  }
  if (!(sum > 0)) return {Real(0.25), Real(0.25), Real(0.25), Real(0.25)};  // flat within rounding
  std::array<Real, 4> result;
  for (std::size_t c = 0; c < 4; ++c) result[c] = static_cast<Real>(volume[c] / sum);
  return result;
}

}  // namespace pliant::detail
