#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/corners.h>

#include <string_view>

/// Exact decisions on pairs of elements, given by their indices in the set, and their results. All detectors use them.
namespace pliant::detail {

/// Throws Error, which names the method, if other lists are required, or if the margin is negative or not finite.
void checkQuery(std::string_view method, const Query& query, Answers answers);

// Exact narrow tests, counted. Pairs that share a corner yield false, except in facesMeetBeyond().
bool vertexInTetrahedron(const BodySet& bodies, Index vertex, Index tetrahedron, Counters& counters);
bool facesMeet(const BodySet& bodies, Index faceA, Index faceB, Counters& counters);
/// Returns true if two faces that share one to three vertices have a common point that is no shared vertex and on no
/// shared edge.
bool facesMeetBeyond(const BodySet& bodies, Index faceA, Index faceB, Counters& counters);
bool vertexWithin(const BodySet& bodies, Index vertex, Index face, Real margin, Counters& counters);

// Convert indices in the set to body ids and the bodies' own indices.
VertexTetrahedron vertexTetrahedronResult(const BodySet& bodies, Index vertex, Index tetrahedron, bool barycentric);
FacePair facePairResult(const BodySet& bodies, Index faceA, Index faceB);
VertexFace vertexFaceResult(const BodySet& bodies, Index vertex, Index face);

/// Returns the barycentric coordinates of a vertex in a tetrahedron that contains it (Teschner 2003, 4.4): in [0, 1],
/// sum 1, computed in double precision. Returns a quarter each if the tetrahedron is flat within rounding.
std::array<Real, 4> barycentric(const BodySet& bodies, Index vertex, const Tetrahedron& corners);

}  // namespace pliant::detail
