#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

/// Geometric predicates, decided exactly on the stored coordinates, for any finite input.
/// A floating-point filter is tried first, then exact arithmetic.
/// Each point argument is a pointer to three consecutive scalars [length].
/// The calling thread must use the default arithmetic: round to nearest, denormals not flushed to zero.
namespace pliant::exact {

/// Returns the sign of det(b − a, c − a, d − a), the sign of the volume of tetrahedron abcd.
/// +1: a, b, c are counter-clockwise when viewed from d. 0: the points are coplanar.
PLIANT_DETECTORS_EXPORT int orientation(const Real* a, const Real* b, const Real* c, const Real* d);

/// Returns the sign of det(b − a, c − a) of the points projected along `axis` (0, 1, 2).
/// The coordinates are axis + 1 and axis + 2, modulo 3.
PLIANT_DETECTORS_EXPORT int orientation2(const Real* a, const Real* b, const Real* c, int axis);

/// Returns true if p lies in the closed tetrahedron abcd of either orientation. A flat tetrahedron is empty.
PLIANT_DETECTORS_EXPORT bool inTetrahedron(const Real* p, const Real* a, const Real* b, const Real* c, const Real* d);

/// Returns true if the closed segment pq and the closed triangle abc have a common point. Both may be degenerate.
PLIANT_DETECTORS_EXPORT bool segmentMeetsTriangle(const Real* p, const Real* q, const Real* a, const Real* b,
                                                  const Real* c);

/// Returns true if the closed triangles abc and def have a common point.
/// They may be coplanar, or degenerate to a segment or a point.
PLIANT_DETECTORS_EXPORT bool trianglesMeet(const Real* a, const Real* b, const Real* c, const Real* d, const Real* e,
                                           const Real* f);

/// Returns true if the closed triangles vab and vcd have a common point other than v. Both may be degenerate.
PLIANT_DETECTORS_EXPORT bool trianglesMeetBeyondCorner(const Real* v, const Real* a, const Real* b, const Real* c,
                                                       const Real* d);

/// Returns true if the closed triangles uva and uvb have a common point that is not on edge uv. Both may be degenerate.
PLIANT_DETECTORS_EXPORT bool trianglesMeetBeyondEdge(const Real* u, const Real* v, const Real* a, const Real* b);

/// Returns true if a, b and c lie on one line.
PLIANT_DETECTORS_EXPORT bool collinear(const Real* a, const Real* b, const Real* c);

/// Returns true if the distance of p from the closed triangle abc is at most `margin` [length].
/// A triangle without area is a segment or a point.
PLIANT_DETECTORS_EXPORT bool pointWithin(const Real* p, const Real* a, const Real* b, const Real* c, Real margin);

/// Returns true if the distance of the closed segments pq and rs is at most `margin` [length].
PLIANT_DETECTORS_EXPORT bool segmentsWithin(const Real* p, const Real* q, const Real* r, const Real* s, Real margin);

/// Returns the signed crossing of the ray from p along +x with triangle abc.
/// +1: from the negative to the positive side (see orientation()); −1: from the positive to the negative side.
/// 0: no crossing, or p lies on the triangle.
/// The ray is perturbed symbolically by an infinitesimal step along y and a smaller one along z, so edges and corners
/// are crossed consistently: the sum over the faces of a closed surface is the winding number around p.
PLIANT_DETECTORS_EXPORT int rayCrossing(const Real* p, const Real* a, const Real* b, const Real* c);

/// Returns the number of decisions of the calling thread that needed exact arithmetic, since the thread began.
PLIANT_DETECTORS_EXPORT std::uint64_t fallbacks();

}  // namespace pliant::exact
