#include "solve/InversionGuard.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

/// Fraction of the rest volume below which a tetrahedron is tested in every iteration.
constexpr Real kNear = Real(0.4);

inline Lane cross(const Lane& a, const Lane& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], Real(0)};
}

/// Returns six times the signed volume.
inline Real volume6(const Lane& a, const Lane& b, const Lane& c, const Lane& d) {
  return dot(b - a, cross(c - a, d - a));
}

}  // namespace

void InversionGuard::build(const BodySet& set) {
  const auto rest = set.restPositions();
  const auto tetrahedra = set.tetrahedra();
  m_rest.resize(tetrahedra.size());
  for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
    const Tetrahedron& t = tetrahedra[i];
    m_rest[i] = volume6(toLane(rest[t[0]]), toLane(rest[t[1]]), toLane(rest[t[2]]), toLane(rest[t[3]]));
  }
  m_near.resize(std::max<std::size_t>(m_near.size(), set.bodyCount()));
  m_revision = set.revision();
}

void InversionGuard::scan(const SolveContext& context, Index body, PackedNodes& nodes) {
  findNear(context, body, nodes, m_near[body]);
  correct(m_near[body], nodes);
}

void InversionGuard::findNear(const SolveContext& context, Index body, const PackedNodes& nodes,
                              std::vector<Near>& found) const {
  found.clear();
  const auto tetrahedra = context.set.tetrahedra();
  const Lane* const x = nodes.x();
  const auto range = context.set.tetrahedra(body);
  const Index shift = nodes.firstOf(body) - context.set.vertices(body).begin;
  for (Index i = range.begin; i < range.end; ++i) {
    const Tetrahedron& t = tetrahedra[i];
    const Real rest = m_rest[i];
    const Real now = volume6(x[t[0] + shift], x[t[1] + shift], x[t[2] + shift], x[t[3] + shift]);
    // A tetrahedron that is flat at rest has no orientation to keep.
    if (rest > 0 ? now < kNear * rest : (rest < 0 && now > kNear * rest))
      found.push_back({{t[0] + shift, t[1] + shift, t[2] + shift, t[3] + shift}, rest, floorOf(context, t, rest)});
  }
}

/// Returns six times the minimum volume, with the sign of the rest volume unless the tetrahedron begins inverted.
Real InversionGuard::floorOf(const SolveContext& context, const Tetrahedron& corners, Real rest) {
  const Real floor = context.settings.inversionFloor * rest;
  if (!context.settings.inversionFromStart) return floor;
  const auto start = context.set.positions_t0();
  const Real begun = volume6(toLane(start[corners[0]]), toLane(start[corners[1]]), toLane(start[corners[2]]),
                             toLane(start[corners[3]]));
  return rest > 0 ? std::min(floor, begun) : std::max(floor, begun);
}

void InversionGuard::revisit(Index body, PackedNodes& nodes) const {
  correct(m_near[body], nodes);
}

void InversionGuard::correct(std::span<const Near> found, PackedNodes& nodes) {
  Lane* const x = nodes.x();
  const Real* const inverseMass = nodes.inverseMass();
  for (const Near& near : found) {
    const auto& t = near.corners;
    const Lane u = x[t[1]] - x[t[0]], v = x[t[2]] - x[t[0]], w = x[t[3]] - x[t[0]];
    const Lane first = cross(v, w);
    const Real sign = near.rest < 0 ? Real(-1) : Real(1);
    const Real missing = sign * (near.floor - dot(u, first));
    if (!(missing > 0)) continue;
    const Lane second = cross(w, u), third = cross(u, v);
    const std::array<Lane, 4> gradient{-(first + second + third), first, second, third};
    Real effective = 0;
    for (std::size_t i = 0; i < 4; ++i) effective += inverseMass[t[i]] * dot(gradient[i], gradient[i]);
    const Real lambda = sign * missing / effective;
    if (!(effective > 0) || !std::isfinite(lambda)) continue;
    for (std::size_t i = 0; i < 4; ++i) x[t[i]] += gradient[i] * (lambda * inverseMass[t[i]]);
  }
}

}  // namespace pliant::detail
