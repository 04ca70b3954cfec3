#include "DeformableParts.h"

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableLinearElasticityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableNeoHookeanForce.h>
#include <pliant/plugin/DeformableMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>

#include "toEigen.h"

namespace pliant {
namespace {

constexpr btScalar kSubstep = btScalar(Simulation::kTimeStep / DeformableParts::kSubsteps);
// Damping of springs, as a share of their constant [s].
constexpr btScalar kSpringDamping = btScalar(0.01);
// Stiffness of Bullet's repulsion, as a share of mass / time step². At this one both bounds of its impulse are equal.
constexpr btScalar kRepulsion = btScalar(0.1);

using detail::toEigen;

/// Returns the momentum of the body's free vertices if they had these velocities in addition.
Eigen::Vector3d momentumOf(const btSoftBody& body, const btVector3& added = btVector3(0, 0, 0)) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (const btSoftBody::Node& node = body.m_nodes[i]; node.m_im > 0)
      sum += toEigen(node.m_v + added) / static_cast<double>(node.m_im);
  return sum;
}

btScalar massOfNode(const btSoftBody& body) {
  return body.getTotalMass() / static_cast<btScalar>(body.m_nodes.size());
}

/// Returns the largest spring constant at which explicit integration is stable.
btScalar mostSpring(const btSoftBody& body) {
  const btScalar linksOfNode =
      2 * static_cast<btScalar>(body.m_links.size()) / static_cast<btScalar>(body.m_nodes.size());
  return 2 * massOfNode(body) / (kSubstep * kSubstep * linksOfNode);
}

}  // namespace

DeformableParts::DeformableParts(const Parts& parts, const WorldSettings& settings, bool ofPliant, bool collides)
    : m_collides(collides),
      m_bodySolver(std::make_unique<btDeformableBodySolver>()),
      m_solver(std::make_unique<btDeformableMultiBodyConstraintSolver>()) {
  m_solver->setDeformableSolver(m_bodySolver.get());
  if (ofPliant) {
    auto world = std::make_unique<DeformableMultiBodyDynamicsWorld>(parts.dispatcher, parts.broadphase, m_solver.get(),
                                                                    parts.configuration, m_bodySolver.get());
    m_collision = &world->softCollision();
    m_world = std::move(world);
  } else {
    m_world = std::make_unique<btDeformableMultiBodyDynamicsWorld>(parts.dispatcher, parts.broadphase, m_solver.get(),
                                                                   parts.configuration, m_bodySolver.get());
  }
  m_world->setImplicit(settings.implicit);
  m_world->setUseProjection(true);
  // Values of Bullet's own demos of solids.
  btContactSolverInfo& info = m_world->getSolverInfo();
  info.m_deformable_erp = btScalar(0.3);
  info.m_deformable_maxErrorReduction = 200;
  info.m_leastSquaresResidualThreshold = btScalar(1e-3);
  info.m_splitImpulse = 0;
  info.m_numIterations = 100;
  const auto before = [](btDynamicsWorld* world, btScalar) {
    static_cast<DeformableParts*>(world->getWorldUserInfo())->beforeForces();
  };
  // Bullet calls this one before it solves.
  const auto after = [](btDynamicsWorld* world, btScalar timeStep) {
    static_cast<DeformableParts*>(world->getWorldUserInfo())->afterForces(timeStep);
  };
  m_world->setInternalTickCallback(before, this, true);
  m_world->setInternalTickCallback(after, this, false);
}

DeformableParts::~DeformableParts() = default;

btDiscreteDynamicsWorld& DeformableParts::world() {
  return *m_world;
}

btSoftBodyWorldInfo& DeformableParts::info() {
  return m_world->getWorldInfo();
}

void DeformableParts::add(btSoftBody& body, const SoftMaterial& material, double scale) {
  complete(body);
  m_world->addSoftBody(&body);
  if (const auto& elasticity = material.elasticity) {
    const auto mu = static_cast<btScalar>(elasticity->mu / scale),
               lambda = static_cast<btScalar>(elasticity->lambda / scale),
               damping = static_cast<btScalar>(elasticity->damping);
    if (elasticity->law == Elasticity::Law::NeoHookean)
      addForce(body, std::make_unique<btDeformableNeoHookeanForce>(mu, lambda, damping));
    else
      addForce(body, std::make_unique<btDeformableLinearElasticityForce>(mu, lambda, damping, damping));
  } else if (body.m_links.size() > 0) {
    const btScalar spring = body.m_materials[0]->m_kLST * mostSpring(body);
    addForce(body, std::make_unique<btDeformableMassSpringForce>(spring, kSpringDamping * spring, true));
  }
  addForce(body, std::make_unique<btDeformableGravityForce>(m_world->getWorldInfo().m_gravity));
}

/// Sets what Bullet's deformable world reads of a body.
void DeformableParts::complete(btSoftBody& body) const {
  using Flags = btSoftBody::fCollision;
  body.m_cfg.collisions = Flags::SDF_RD | Flags::SDF_RDN | (m_collides ? Flags::VF_DD : 0);
  body.setSelfCollision(m_collides);
  // Bullet's own test of a body with itself reaches twice the margin.
  if (m_collides && !m_collision) body.getCollisionShape()->setMargin(body.getCollisionShape()->getMargin() / 2);
  body.m_sleepingThreshold = 0;
  body.m_repulsionStiffness = kRepulsion * massOfNode(body) / (kSubstep * kSubstep);
  const int solids = body.m_tetras.size();
  if (solids == 0) return;
  btSoftBody::TetraScratch unstrained{};
  for (btMatrix3x3* const matrix : {&unstrained.m_F, &unstrained.m_cofF, &unstrained.m_corotation})
    matrix->setIdentity();
  body.initializeDmInverse();
  body.m_tetraScratches.resize(solids, unstrained);
  body.m_tetraScratchesTn.resize(solids, unstrained);
}

void DeformableParts::addForce(btSoftBody& body, std::unique_ptr<btDeformableLagrangianForce> force) {
  // Bullet's addForce would give the body to another body's force of the same type, with its constants.
  force->addSoftBody(&body);
  force->setIndices(m_bodySolver->getIndices());
  m_bodySolver->getLagrangianForceArray()->push_back(force.get());
  m_forces.push_back(std::move(force));
}

void DeformableParts::substep() {
  // Without a fixed time step Bullet makes one of this length, whatever the rounding errors of the time so far.
  m_world->stepSimulation(kSubstep, 0);
}

void DeformableParts::beginStep(bool measures) {
  m_measures = measures;
  m_given.clear();
}

void DeformableParts::beforeForces() {
  const auto& bodies = m_world->getSoftBodyArray();
  for (int i = 0; m_measures && i < bodies.size(); ++i) m_given[bodies[i]].before = momentumOf(*bodies[i]);
}

void DeformableParts::afterForces(btScalar timeStep) {
  const auto& bodies = m_world->getSoftBodyArray();
  for (int i = 0; m_measures && i < bodies.size(); ++i) {
    Given& given = m_given[bodies[i]];
    given.sum += momentumOf(*bodies[i], -info().m_gravity * timeStep) - given.before;
  }
}

Eigen::Vector3d DeformableParts::given(const btSoftBody* body) const {
  const auto at = m_given.find(body);
  return at == m_given.end() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : at->second.sum;
}

}  // namespace pliant
