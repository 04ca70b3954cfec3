#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/corners.h>

#include <cstdint>
#include <string_view>

/// The exact decisions on pairs of elements by flat indices, and their results; every detector ends in these.
namespace pliant::detail {

/// Which lists of a Query a method gives: Elements: of vertices, faces and tetrahedra; Surfaces: the same without
/// tetrahedra; Volumes: those that images show.
enum class Gives : std::uint8_t { Elements, Surfaces, Volumes };

/// Throws Error, which names the method, when other lists are asked for, or the margin is negative or not finite.
void checkQuery(std::string_view method, const Query& query, Gives gives);

// Narrow tests, counted; pairs that share a corner are refused, but by facesMeetBeyond.
bool vertexInTetrahedron(const BodySet& bodies, Index vertex, Index tetrahedron, Counters& counters);
bool facesMeet(const BodySet& bodies, Index faceA, Index faceB, Counters& counters);
/// Two faces that share one to three vertices have a common point that lies at none of these and on no shared edge.
bool facesMeetBeyond(const BodySet& bodies, Index faceA, Index faceB, Counters& counters);
bool vertexWithin(const BodySet& bodies, Index vertex, Index face, Real margin, Counters& counters);

// From flat indices to body ids and the bodies' own indices.
VertexTetrahedron vertexTetrahedronResult(const BodySet& bodies, Index vertex, Index tetrahedron, bool barycentric);
FacePair facePairResult(const BodySet& bodies, Index faceA, Index faceB);
VertexFace vertexFaceResult(const BodySet& bodies, Index vertex, Index face);

/// Barycentric coordinates of a vertex in a tetrahedron that holds it (Teschner 2003, 4.4), in [0, 1], sum 1, from
/// double precision; a quarter each where rounding leaves nothing of the tetrahedron.
std::array<Real, 4> barycentric(const BodySet& bodies, Index vertex, const Tetrahedron& corners);

}  // namespace pliant::detail
