#include <pliant/plugin/SoftBodySolver.h>

#include "step/SoftCollisionImpl.h"

namespace pliant {

SoftBodySolver::SoftBodySolver(SoftCollision* collision)
    : m_owned(collision ? nullptr : std::make_unique<SoftCollision>()),
      m_collision(collision ? collision : m_owned.get()) {}

SoftBodySolver::~SoftBodySolver() = default;

SoftCollision& SoftBodySolver::softCollision() {
  return *m_collision;
}
const SoftCollision& SoftBodySolver::softCollision() const {
  return *m_collision;
}

void SoftBodySolver::copyBackToSoftBodies(bool) {}

void SoftBodySolver::optimize(btAlignedObjectArray<btSoftBody*>& softBodies, bool) {
  m_collision->impl().beginStep(softBodies, *this);
}

void SoftBodySolver::predictMotion(btScalar timeStep) {
  m_collision->impl().predict(timeStep);
}

void SoftBodySolver::solveConstraints(btScalar) {
  m_collision->impl().detectAndSolve();
  m_collision->impl().notify();
}

void SoftBodySolver::updateSoftBodies() {
  m_collision->impl().endStep();
}

void SoftBodySolver::processCollision(btSoftBody* softBody, const btCollisionObjectWrapper* rigid) {
  m_collision->impl().collide(*softBody, *rigid);
}

void SoftBodySolver::processCollision(btSoftBody* a, btSoftBody* b) {
  m_collision->impl().collide(*a, *b);
}

}  // namespace pliant
