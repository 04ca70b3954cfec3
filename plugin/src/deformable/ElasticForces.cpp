#include "deformable/ElasticForces.h"

#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>
#include <BulletSoftBody/btDeformableMousePickingForce.h>

#include <typeinfo>

namespace pliant::detail {

void ElasticForces::read(btDeformableBodySolver& solver) {
  m_known = typeid(solver) == typeid(btDeformableBodySolver);
  m_kinds.clear();
  const btAlignedObjectArray<btDeformableLagrangianForce*>& forces = *solver.getLagrangianForceArray();
  for (int i = 0; i < forces.size(); ++i) {
    const btDeformableLagrangianForce& force = *forces[i];
    const bool springs = typeid(force) == typeid(btDeformableMassSpringForce);
    const bool other = !springs && typeid(force) != typeid(btDeformableGravityForce) &&
                       typeid(force) != typeid(btDeformableMousePickingForce);
    for (int k = 0; k < force.m_softBodies.size(); ++k) {
      Kinds& kinds = m_kinds[force.m_softBodies[k]];
      kinds.springs = kinds.springs || springs;
      kinds.others = kinds.others || other;
    }
  }
}

bool ElasticForces::readNoTetrahedra(const btSoftBody& body) const {
  const auto at = m_kinds.find(&body);
  return m_known && (at == m_kinds.end() || !at->second.others);
}

bool ElasticForces::areSprings(const btSoftBody& body) const {
  const auto at = m_kinds.find(&body);
  return m_known && at != m_kinds.end() && at->second.springs && !at->second.others;
}

HiddenTetrahedra::HiddenTetrahedra(const btAlignedObjectArray<btSoftBody*>& bodies, const ElasticForces& forces,
                                   bool sleepers) {
  m_hidden.reserve(static_cast<std::size_t>(bodies.size()));
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    const int count = body.m_tetras.size();
    if (count == 0 || !(forces.readNoTetrahedra(body) || (sleepers && !body.isActive()))) continue;
    m_hidden.emplace_back(&body, count);
    body.m_tetras.resizeNoInitialize(0);
  }
}

HiddenTetrahedra::~HiddenTetrahedra() {
  for (const auto& [body, count] : m_hidden) body->m_tetras.resizeNoInitialize(count);
}

}  // namespace pliant::detail
