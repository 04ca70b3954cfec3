#include "solve/InversionGuard.h"

namespace pliant::detail {
namespace {

/// A tetrahedron below this part of its volume at rest is looked at in every iteration.
constexpr Real kNear = Real(0.4);

/// Six times the signed volume.
inline Real volume6(const Lane& a, const Lane& b, const Lane& c, const Lane& d) {
  const Lane u = b - a, v = c - a, w = d - a;
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

inline Lane packed(const PackedPosition& p) {
  return {p.x, p.y, p.z, Real(0)};
}

}  // namespace

void InversionGuard::build(const BodySet& set) {
  const auto rest = set.restPositions();
  const auto tetrahedra = set.tetrahedra();
  m_rest.resize(tetrahedra.size());
  for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
    const Tetrahedron& t = tetrahedra[i];
    m_rest[i] = volume6(packed(rest[t[0]]), packed(rest[t[1]]), packed(rest[t[2]]), packed(rest[t[3]]));
  }
  m_revision = set.revision();
}

bool InversionGuard::correct(const SolveContext& context, const Tetrahedron& corners, Real rest) {
  std::array<btSoftBody::Node*, 4> node;
  std::array<btVector3, 4> gradient;
  for (std::size_t i = 0; i < 4; ++i) node[i] = context.nodeOfVertex[corners[i]];
  const btVector3 u = node[1]->m_x - node[0]->m_x, v = node[2]->m_x - node[0]->m_x, w = node[3]->m_x - node[0]->m_x;
  gradient[1] = v.cross(w);
  gradient[2] = w.cross(u);
  gradient[3] = u.cross(v);
  gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
  const Real sign = rest < 0 ? Real(-1) : Real(1);
  const Real missing = context.settings.inversionFloor * sign * rest - sign * u.dot(gradient[1]);
  if (!(missing > 0)) return false;
  Real effective = 0;
  for (std::size_t i = 0; i < 4; ++i) effective += node[i]->m_im * gradient[i].length2();
  if (!(effective > 0)) return false;
  const Real lambda = sign * missing / effective;
  if (!std::isfinite(lambda)) return false;
  for (std::size_t i = 0; i < 4; ++i) node[i]->m_x += gradient[i] * (lambda * node[i]->m_im);
  return true;
}

void InversionGuard::scan(const SolveContext& context, std::span<const Index> slots) {
  m_near.clear();
  const auto tetrahedra = context.set.tetrahedra();
  for (const Index slot : slots) {
    const auto range = context.set.tetrahedra(slot);
    if (range.size() == 0) continue;
    const auto vertices = context.set.vertices(slot);
    m_x.resize(vertices.size());
    for (Index i = 0; i < vertices.size(); ++i) m_x[i] = toLane(context.nodeOfVertex[vertices.begin + i]->m_x);
    for (Index i = range.begin; i < range.end; ++i) {
      const Tetrahedron& t = tetrahedra[i];
      const Real rest = m_rest[i];
      const Real now = volume6(m_x[t[0] - vertices.begin], m_x[t[1] - vertices.begin], m_x[t[2] - vertices.begin],
                               m_x[t[3] - vertices.begin]);
      // A tetrahedron that is flat at rest has no side to keep.
      if (rest > 0 ? now < kNear * rest : (rest < 0 && now > kNear * rest)) m_near.push_back(i);
    }
  }
  revisit(context);
}

void InversionGuard::revisit(const SolveContext& context) {
  const auto tetrahedra = context.set.tetrahedra();
  for (const Index i : m_near) correct(context, tetrahedra[i], m_rest[i]);
}

}  // namespace pliant::detail
