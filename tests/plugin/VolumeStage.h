#pragma once

#include "OverlapJudge.h"
#include "Worlds.h"

/// A world in which closed bodies collide by their intersection volumes.
struct VolumeStage : PliantStage {
  explicit VolumeStage(btScalar gravity = 0) {
    world.setGravity(btVector3(0, gravity, 0));
    info().m_gravity = btVector3(0, gravity, 0);
    collision().setMethod(pliant::SoftCollision::Method::LdiSoftware);
  }

  pliant::SoftCollision& collision() { return world.softCollision(); }

  btSoftBody* addBall(const btVector3& centre, btScalar radius, const btVector3& velocity = btVector3(0, 0, 0),
                      btScalar pressure = 5, int nodes = 200, btScalar mass = 1) {
    btSoftBody* body = btSoftBodyHelpers::CreateEllipsoid(info(), centre, btVector3(1, 1, 1) * radius, nodes);
    body->setTotalMass(mass, true);
    body->generateBendingConstraints(2);
    body->m_cfg.piterations = 8;
    body->m_cfg.kDP = 0;
    body->m_cfg.kPR = pressure;
    body->getCollisionShape()->setMargin(btScalar(0.02));
    body->setVelocity(velocity);
    return add(body);
  }

  void addGround() { addRigid(0, new btBoxShape(btVector3(8, 1, 8)), btVector3(0, -1, 0)); }

  /// Adds four posts around the y axis that keep balls of radius 0.5 above each other.
  void addPosts() {
    for (int i = 0; i < 4; ++i) {
      const btScalar x = i < 2 ? btScalar(i == 0 ? 1 : -1) : 0, z = i >= 2 ? btScalar(i == 2 ? 1 : -1) : 0;
      addRigid(0, new btBoxShape(btVector3(btScalar(0.3), 3, btScalar(0.3))),
               btVector3(x * btScalar(0.9), 3, z * btScalar(0.9)));
    }
  }

  overlap::Motion motion() { return overlap::motionOf(world.getSoftBodyArray(), info().m_gravity); }

  btVector3 spin() {
    btVector3 sum(0, 0, 0);
    for (int i = 0; i < world.getSoftBodyArray().size(); ++i) {
      const btSoftBody& body = *world.getSoftBodyArray()[i];
      for (int k = 0; k < body.m_nodes.size(); ++k) {
        const btSoftBody::Node& node = body.m_nodes[k];
        if (node.m_im > 0) sum += node.m_x.cross(node.m_v) / node.m_im;
      }
    }
    return sum;
  }

  /// Returns the number of volume contacts of the last step.
  int contactsByVolume() {
    int count = 0;
    for (const pliant::SoftContact& contact : collision().getContacts())
      count += contact.kind == pliant::SoftContact::Kind::Volume;
    return count;
  }

  /// Returns the detected intersection volume of all pairs of bodies [length³].
  double sharedVolume() { return volumes().first; }
  /// Returns the detected self-intersection volume of all bodies [length³].
  double ownVolume() { return volumes().second; }

 private:
  std::pair<double, double> volumes() {
    pliant::Query query;
    query.intersectionVolumes = query.selfIntersectionVolumes = true;
    pliant::Results results;
    collision().query(query, results);
    std::pair<double, double> sums{0, 0};
    for (const auto& pair : results.intersectionVolumes) sums.first += pair.volume;
    for (const auto& own : results.selfIntersectionVolumes) sums.second += own.volume;
    return sums;
  }
};
