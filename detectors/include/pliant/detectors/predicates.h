#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

/// Exact decisions on the given coordinates: a floating-point filter first, an exact fallback after it, for any finite
/// input. Points are three consecutive scalars.
/// The calling thread must round to nearest and not flush denormals to zero, as is the default.
namespace pliant::exact {

/// Sign of det(b − a, c − a, d − a): +1 when d lies on the side of triangle abc from which a, b, c are seen
/// counter-clockwise, that is when tetrahedron abcd has positive volume; 0 when the four are coplanar.
PLIANT_DETECTORS_EXPORT int orientation(const Real* a, const Real* b, const Real* c, const Real* d);

/// Sign of det(b − a, c − a) of the points' projections along `axis` (0, 1, 2; the other two in cyclic order).
PLIANT_DETECTORS_EXPORT int orientation2(const Real* a, const Real* b, const Real* c, int axis);

/// p in the closed tetrahedron abcd of either orientation; a flat tetrahedron holds nothing.
PLIANT_DETECTORS_EXPORT bool inTetrahedron(const Real* p, const Real* a, const Real* b, const Real* c, const Real* d);

/// Closed segment pq and closed triangle abc have a point in common; both may be degenerate.
PLIANT_DETECTORS_EXPORT bool segmentMeetsTriangle(const Real* p, const Real* q, const Real* a, const Real* b,
                                                  const Real* c);

/// Closed triangles abc and def have a point in common: crossing, touching, coplanar, or degenerate to segment or
/// point.
PLIANT_DETECTORS_EXPORT bool trianglesMeet(const Real* a, const Real* b, const Real* c, const Real* d, const Real* e,
                                           const Real* f);

/// Closed triangles vab and vcd, which share corner v, have a point in common other than v; both may be degenerate.
PLIANT_DETECTORS_EXPORT bool trianglesMeetBeyondCorner(const Real* v, const Real* a, const Real* b, const Real* c,
                                                       const Real* d);

/// Closed triangles uva and uvb, which share edge uv, have a point in common that is not on uv; both may be degenerate.
PLIANT_DETECTORS_EXPORT bool trianglesMeetBeyondEdge(const Real* u, const Real* v, const Real* a, const Real* b);

/// Whether a, b and c are on one line.
PLIANT_DETECTORS_EXPORT bool collinear(const Real* a, const Real* b, const Real* c);

/// Exact distance of p from the closed triangle abc ≤ margin. A triangle of no area is a segment or a point.
PLIANT_DETECTORS_EXPORT bool pointWithin(const Real* p, const Real* a, const Real* b, const Real* c, Real margin);

/// Exact distance of the closed segments pq and rs ≤ margin.
PLIANT_DETECTORS_EXPORT bool segmentsWithin(const Real* p, const Real* q, const Real* r, const Real* s, Real margin);

/// How the ray from p along +x passes through triangle abc: +1 from its negative to its positive side (orientation), −1
/// from the positive to the negative one, 0 where it passes by; 0 also for p on the triangle. The ray counts as moved
/// aside by an infinitely small step along y and a yet smaller one along z, so through an edge or a corner of a closed
/// surface it passes as often as beside it: the sum over all faces is the winding number around p.
PLIANT_DETECTORS_EXPORT int rayCrossing(const Real* p, const Real* a, const Real* b, const Real* c);

/// Decisions of this thread that needed the exact fallback, since the thread began.
PLIANT_DETECTORS_EXPORT std::uint64_t fallbacks();

}  // namespace pliant::exact
