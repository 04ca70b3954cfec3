#include <pliant/plugin/DeformableMultiBodyDynamicsWorld.h>

#include "core/timers.h"
#include "deformable/DeformableContacts.h"
#include "step/BodyPrediction.h"
#include "step/SoftCollisionImpl.h"

namespace pliant {
namespace {

/// Adds to a stage the wall time during the object's lifetime that belongs to no other stage [ms].
class RestOfStage {
 public:
  RestOfStage(StageTimes& times, double& stage) : m_times(times), m_stage(stage), m_before(times.total()) {}
  ~RestOfStage() {
    double all = 0;
    m_lap.addTo(all);
    m_stage += all - (m_times.total() - m_before);
  }
  RestOfStage(const RestOfStage&) = delete;
  RestOfStage& operator=(const RestOfStage&) = delete;

 private:
  detail::Lap m_lap;
  StageTimes& m_times;
  double& m_stage;
  const double m_before;
};

}  // namespace

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
  StageTimes& times = softCollision().impl().times;
  m_contacts->begin(getSoftBodyArray(), solver, timeStep);
  {
    const detail::StageTimer timer(times.predict);
    detail::LateConstants constants(getSoftBodyArray());
    {
      const detail::HiddenTetrahedra hidden(getSoftBodyArray(), m_contacts->forces(), true);
      predictUnconstraintMotion(timeStep);
    }
    constants.compute();
    detail::DeformableContacts::predictImplicit(getSoftBodyArray(), solver, timeStep);
    softCollision().impl().sweepBounds();
  }
  performDiscreteCollisionDetection();
  calculateSimulationIslands();
  beforeSolverCallbacks(timeStep);
  {
    const detail::StageTimer timer(times.solve);
    {
      const detail::HiddenTetrahedra hidden(getSoftBodyArray(), m_contacts->forces(), false);
      m_contacts->solveBullets(getSoftBodyArray(), solver, timeStep, [&] { solveConstraints(timeStep); });
    }
    detail::DeformableContacts::stopSleepers(getSoftBodyArray());
  }
  btOverlappingPairCache& pairs = *m_broadphasePairCache->getOverlappingPairCache();
  {
    const RestOfStage rest(times, times.response);
    m_contacts->solveImplicit(getSoftBodyArray(), solver, timeStep, pairs, *m_dispatcher1);
  }
  afterSolverCallbacks(timeStep);
  {
    const detail::StageTimer timer(times.update);
    m_contacts->keepStart(getSoftBodyArray());
    integrateTransforms(timeStep);
  }
  {
    const RestOfStage rest(times, times.response);
    m_contacts->solve(getSoftBodyArray(), timeStep, pairs, *m_dispatcher1);
  }
  updateActions(timeStep);
  updateActivationState(timeStep);
  const detail::StageTimer timer(times.update);
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
