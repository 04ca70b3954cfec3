#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/DriverMeter.h>
#include <pliant/scenes/Simulation.h>

#include <algorithm>

#include "DeformableParts.h"
#include "toEigen.h"

namespace pliant {

using detail::toEigen;

void MeteredSolver::solveConstraints(btScalar timeStep) {
  if (!measure) {
    btDefaultSoftBodySolver::solveConstraints(timeStep);
    return;
  }
  m_given.clear();
  for (int i = 0; i < m_softBodySet.size(); ++i) {
    btSoftBody* body = m_softBodySet[i];
    if (!body->isActive()) continue;
    const Eigen::Vector3d before = sum();
    body->solveConstraints();
    m_given.emplace_back(body, sum() - before);
  }
}

Eigen::Vector3d MeteredSolver::sum() const {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 0; i < m_softBodySet.size(); ++i)
    for (int k = 0; k < m_softBodySet[i]->m_nodes.size(); ++k) {
      const btSoftBody::Node& node = m_softBodySet[i]->m_nodes[k];
      if (node.m_im > 0) sum += toEigen(node.m_x - node.m_q) / static_cast<double>(node.m_im);
    }
  return sum;
}

Eigen::Vector3d MeteredSolver::given(const btSoftBody* body) const {
  const auto at = std::find_if(m_given.begin(), m_given.end(), [body](const auto& g) { return g.first == body; });
  return at == m_given.end() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : at->second;
}

void DriverMeter::begin(const std::vector<SimulatedBody>& bodies, const btVector3& gravity, btScalar timeStep) {
  m_timeStep = static_cast<double>(timeStep);
  m_way.clear();
  for (const SimulatedBody& simulated : bodies)
    for (int i = 0; i < simulated.body->m_nodes.size(); ++i)
      m_way.push_back((simulated.body->m_nodes[i].m_v + gravity * timeStep) * timeStep);
}

void DriverMeter::finish(const std::vector<SimulatedBody>& bodies, const SoftCollision* collision,
                         const MeteredSolver* stock) {
  m_momentum.assign(bodies.size(), Eigen::Vector3d::Zero());
  std::size_t place = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const btSoftBody& body = *bodies[b].body;
    for (int i = 0; i < body.m_nodes.size(); ++i, ++place) {
      const btSoftBody::Node& node = body.m_nodes[i];
      // m_q is the position at t0.
      if (node.m_im > 0)
        m_momentum[b] += (toEigen(node.m_x - node.m_q) - toEigen(m_way[place])) / static_cast<double>(node.m_im);
    }
    if (stock) m_momentum[b] = stock->given(&body);
  }
  const int contacts = collision ? collision->getNumContacts() : 0;
  for (int k = 0; k < contacts; ++k) {
    const SoftContact& contact = collision->getContacts()[static_cast<std::size_t>(k)];
    if (contact.bodyA == contact.bodyB) continue;
    const Eigen::Vector3d impulse = toEigen(contact.normal * contact.impulse + contact.friction) * m_timeStep;
    if (contact.kind == SoftContact::Kind::Volume) {
      for (std::size_t b = 0; b < bodies.size(); ++b) {
        if (bodies[b].body == contact.bodyA) m_momentum[b] -= impulse;
        if (bodies[b].body == contact.bodyB) m_momentum[b] += impulse;
      }
      continue;
    }
    for (std::size_t j = 0; j < 4; ++j) {
      if (contact.nodes[j] < 0) continue;
      const btSoftBody* owner = j < contact.nodesOfA() ? contact.bodyA : contact.bodyB;
      if (!(owner->m_nodes[contact.nodes[j]].m_im > 0)) continue;
      for (std::size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].body == owner) m_momentum[b] -= impulse * static_cast<double>(contact.weights[j]);
    }
  }
  for (Eigen::Vector3d& momentum : m_momentum) momentum /= m_timeStep;
}

void DriverMeter::finish(const std::vector<SimulatedBody>& bodies, const DeformableParts& forces) {
  m_momentum.clear();
  for (const SimulatedBody& simulated : bodies) m_momentum.push_back(forces.given(simulated.body));
}

}  // namespace pliant
