#pragma once

#include "OverlapJudge.h"

/// A world in which closed bodies collide by their intersection volumes.
struct VolumeStage : PliantStage {
  explicit VolumeStage(btScalar gravity = 0) {
    setGravity(vector(0, gravity, 0));
    collision().setMethod(Method::LdiSoftware);
  }

  btSoftBody* addBall(const btVector3& centre, double radius, double pressure = 5,
                      const btVector3& velocity = vector(0, 0, 0), int nodes = 200, double mass = 1) {
    btSoftBody* body = makeBall(info(), centre, radius, nodes, mass, pressure);
    body->generateBendingConstraints(2);
    body->m_cfg.piterations = 8;
    body->m_cfg.kDP = 0;
    body->getCollisionShape()->setMargin(btScalar(0.02));
    body->setVelocity(velocity);
    return add(body);
  }

  void addGround() { addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -1, 0)); }

  /// Adds four posts around the y axis that keep balls of radius 0.5 above each other.
  void addPosts() {
    for (const btVector3& at : {vector(0.9, 3, 0), vector(-0.9, 3, 0), vector(0, 3, 0.9), vector(0, 3, -0.9)})
      addRigid(0, new btBoxShape(vector(0.3, 3, 0.3)), at);
  }

  BodyMotion motion() { return motionOf(world.getSoftBodyArray(), info().m_gravity); }

  /// Returns the number of volume contacts of the last step.
  int contactsByVolume() {
    return countContacts(collision(),
                         [](const auto& contact) { return contact.kind == pliant::SoftContact::Kind::Volume; });
  }

  /// Returns the detected intersection volume of all pairs of bodies [length³].
  double sharedVolume() {
    pliant::Results results;
    collision().query({.intersectionVolumes = true}, results);
    double sum = 0;
    for (const auto& pair : results.intersectionVolumes) sum += pair.volume;
    return sum;
  }
};
