#include <pliant/plugin/DeformableMultiBodyDynamicsWorld.h>

#include "deformable/DeformableContacts.h"
#include "step/BodyPrediction.h"
#include "step/SoftCollisionImpl.h"

namespace pliant {

DeformableMultiBodyDynamicsWorld::DeformableMultiBodyDynamicsWorld(
    btDispatcher* dispatcher, btBroadphaseInterface* pairCache, btDeformableMultiBodyConstraintSolver* constraintSolver,
    btCollisionConfiguration* collisionConfiguration, btDeformableBodySolver* deformableBodySolver)
    : SoftWorld(dispatcher, pairCache, constraintSolver, collisionConfiguration, deformableBodySolver),
      m_contacts(std::make_unique<detail::DeformableContacts>(softCollision().impl())) {
  if (!deformableBodySolver && constraintSolver)
    constraintSolver->setDeformableSolver(static_cast<btDeformableBodySolver*>(solver()));
}

DeformableMultiBodyDynamicsWorld::~DeformableMultiBodyDynamicsWorld() = default;

// The stages are those of Bullet's step, but for its collisions of deformable bodies, which find contacts before the
// motion and answer them with impulses.
void DeformableMultiBodyDynamicsWorld::internalSingleStepSimulation(btScalar timeStep) {
  auto& solver = static_cast<btDeformableBodySolver&>(*this->solver());
  const StepGuard guard(*this, *m_broadphasePairCache);
  if (solver.isReducedSolver()) return btDeformableMultiBodyDynamicsWorld::internalSingleStepSimulation(timeStep);
  if (m_internalPreTickCallback) m_internalPreTickCallback(this, timeStep);
  reinitialize(timeStep);
  if (m_contacts->needsProjection(solver)) {
    setUseProjection(true);
    solver.m_useProjection = true;
    solver.setStrainLimiting(true);
    solver.setPreconditioner(btDeformableBackwardEulerObjective::Mass_preconditioner);
  }
  applyRigidBodyGravity(timeStep);
  settleStatics();
  m_contacts->begin(getSoftBodyArray(), solver, timeStep);
  {
    detail::LateConstants constants(getSoftBodyArray());
    {
      const detail::HiddenTetrahedra hidden(getSoftBodyArray(), m_contacts->forces(), true);
      predictUnconstraintMotion(timeStep);
    }
    constants.compute();
  }
  detail::DeformableContacts::predictImplicit(getSoftBodyArray(), solver, timeStep);
  softCollision().impl().sweepBounds();
  performDiscreteCollisionDetection();
  calculateSimulationIslands();
  beforeSolverCallbacks(timeStep);
  {
    const detail::HiddenTetrahedra hidden(getSoftBodyArray(), m_contacts->forces(), false);
    m_contacts->solveBullets(getSoftBodyArray(), solver, timeStep, [&] { solveConstraints(timeStep); });
  }
  detail::DeformableContacts::stopSleepers(getSoftBodyArray());
  m_contacts->solveImplicit(getSoftBodyArray(), solver, timeStep, *m_broadphasePairCache->getOverlappingPairCache(),
                            *m_dispatcher1);
  afterSolverCallbacks(timeStep);
  m_contacts->keepStart(getSoftBodyArray());
  integrateTransforms(timeStep);
  m_contacts->solve(getSoftBodyArray(), timeStep, *m_broadphasePairCache->getOverlappingPairCache(), *m_dispatcher1);
  updateActions(timeStep);
  updateActivationState(timeStep);
  m_contacts->end(getSoftBodyArray(), timeStep);
}

/// Bullet looks for rigid bodies at their interpolated place. For a static body that was only placed by
/// setWorldTransform, this is the origin.
void DeformableMultiBodyDynamicsWorld::settleStatics() {
  for (int i = 0; i < m_collisionObjects.size(); ++i) {
    btCollisionObject& object = *m_collisionObjects[i];
    if (object.isStaticObject()) object.setInterpolationWorldTransform(object.getWorldTransform());
  }
}

}  // namespace pliant
