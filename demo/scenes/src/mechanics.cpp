#include <btBulletDynamicsCommon.h>
#include <pliant/scenes/mechanics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pliant {
namespace {

using Triple = std::array<double, 3>;

Triple toTriple(const btVector3& v) {
  return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}
double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Triple minus(const Triple& a, const Triple& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double determinant(const Triple& a, const Triple& b, const Triple& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

double solidAngle(const Triple& a, const Triple& b, const Triple& c) {
  const double la = std::sqrt(dot(a, a)), lb = std::sqrt(dot(b, b)), lc = std::sqrt(dot(c, c));
  return 2 * std::atan2(determinant(a, b, c), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

double volumeOf(const SoftMesh& mesh) {
  double six = 0;
  for (const Triangle& f : mesh.faces)
    six += determinant(toTriple(mesh.positions[f[0]]), toTriple(mesh.positions[f[1]]), toTriple(mesh.positions[f[2]]));
  return six / 6;
}

/// Returns the energy of the gas relative to the body as built; negative if the gas has expanded. Bullet pushes a
/// vertex along its normal by kPR / volume times twice the mean area of its faces. For a vertex of six faces, twice the
/// mean area is the derivative of the volume.
double energyOfGas(const SimulatedBody& simulated) {
  const auto pressure = static_cast<double>(simulated.body->m_cfg.kPR);
  if (pressure == 0) return 0;
  const double ratio = static_cast<double>(simulated.body->getVolume()) / volumeOf(simulated.mesh);
  return ratio > 0 && std::isfinite(ratio) ? -pressure * std::log(ratio) : 0;
}

struct Gathered {
  Mechanics result;
  double deviation = 0, heights = 0;
  std::size_t links = 0, vertices = 0;
  Triple low, high;
};

void gatherSoft(const SimulatedBody& simulated, const Triple& gravity, Gathered& g) {
  const btSoftBody& body = *simulated.body;
  g.result.potential += energyOfGas(simulated);
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = body.m_nodes[i];
    const Triple x = toTriple(node.m_x), v = toTriple(node.m_v);
    if (!std::isfinite(x[0] + x[1] + x[2])) {
      g.result.nan = true;
      continue;
    }
    ++g.vertices;
    g.heights += x[1];
    for (std::size_t k = 0; k < 3; ++k) {
      g.low[k] = std::min(g.low[k], x[k]);
      g.high[k] = std::max(g.high[k], x[k]);
    }
    if (node.m_im <= 0 || simulated.driven[static_cast<std::size_t>(i)] != 0) continue;
    const double mass = 1 / static_cast<double>(node.m_im);
    g.result.kinetic += mass * dot(v, v) / 2;
    g.result.potential -= mass * dot(gravity, x);
    for (std::size_t k = 0; k < 3; ++k) g.result.momentum[k] += mass * v[k];
  }
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    if (link.m_bbending || !(link.m_rl > 0)) continue;
    const double ratio = static_cast<double>((link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl);
    if (!std::isfinite(ratio)) continue;
    g.result.worstStretch = std::max(g.result.worstStretch, ratio);
    g.deviation += std::abs(ratio - 1);
    ++g.links;
  }
}

void gatherRigid(const btRigidBody& body, const Triple& gravity, Mechanics& m) {
  if (body.getInvMass() <= 0) return;
  const double mass = 1 / static_cast<double>(body.getInvMass());
  const Triple x = toTriple(body.getCenterOfMassPosition()), v = toTriple(body.getLinearVelocity());
  const btVector3 spin = body.getAngularVelocity() * body.getCenterOfMassTransform().getBasis();
  const btVector3& inverse = body.getInvInertiaDiagLocal();
  m.kinetic += mass * dot(v, v) / 2;
  for (int k = 0; k < 3; ++k) {
    if (inverse[k] > 0) m.kinetic += static_cast<double>(spin[k] * spin[k] / inverse[k]) / 2;
    m.momentum[static_cast<std::size_t>(k)] += mass * v[static_cast<std::size_t>(k)];
  }
  m.potential -= mass * dot(gravity, x);
  m.nan = m.nan || !std::isfinite(x[0] + x[1] + x[2]);
}

}  // namespace

Mechanics measureMechanics(const Simulation& simulation) {
  Gathered g;
  g.low.fill(std::numeric_limits<double>::infinity());
  g.high.fill(-std::numeric_limits<double>::infinity());
  const Triple gravity = toTriple(simulation.gravity());
  for (const SimulatedBody& body : simulation.bodies()) gatherSoft(body, gravity, g);
  for (const RigidSurface& rigid : simulation.rigid())
    if (!rigid.isDriven) gatherRigid(*rigid.body, gravity, g.result);
  if (g.links > 0) g.result.meanStretch = g.deviation / static_cast<double>(g.links);
  if (g.vertices > 0) {
    g.result.meanHeight = g.heights / static_cast<double>(g.vertices);
    for (std::size_t k = 0; k < 3; ++k) g.result.extent[k] = g.high[k] - g.low[k];
  }
  g.result.nan = g.result.nan || !std::isfinite(g.result.kinetic);
  return g.result;
}

btVector3 centroid(const btSoftBody& body) {
  btVector3 sum(0, 0, 0);
  for (int i = 0; i < body.m_nodes.size(); ++i) sum += body.m_nodes[i].m_x;
  return sum / static_cast<btScalar>(std::max(1, body.m_nodes.size()));
}

btVector3 meanVelocity(const btSoftBody& body) {
  btVector3 sum(0, 0, 0);
  btScalar mass = 0;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = body.m_nodes[i];
    if (node.m_im <= 0) continue;
    sum += node.m_v / node.m_im;
    mass += 1 / node.m_im;
  }
  return mass > 0 ? sum / mass : sum;
}

double linkingNumber(std::span<const btVector3> a, std::span<const btVector3> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Triple a0 = toTriple(a[i]), a1 = toTriple(a[(i + 1) % a.size()]);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Triple b0 = toTriple(b[j]), b1 = toTriple(b[(j + 1) % b.size()]);
      const Triple p = minus(b0, a0), q = minus(b0, a1), r = minus(b1, a1), s = minus(b1, a0);
      sum += solidAngle(p, q, r) + solidAngle(p, r, s);
    }
  }
  return sum / (4 * std::numbers::pi);
}

}  // namespace pliant
