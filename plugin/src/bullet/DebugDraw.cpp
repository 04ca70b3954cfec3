#include <pliant/plugin/DebugDraw.h>

#include <algorithm>

#include "step/SoftCollisionImpl.h"

namespace pliant {

void debugDraw(SoftCollision& collision, btIDebugDraw& drawer) {
  const int mode = drawer.getDebugMode();
  if (mode & btIDebugDraw::DBG_DrawContactPoints) {
    const btVector3 apart(0, 1, 0), inside(1, 0, 0);
    for (const SoftContact& contact : collision.getContacts()) {
      if (!(contact.impulse > 0) && !collision.areNearContactsDrawn()) continue;
      const btVector3& colour = contact.depth > 0 ? inside : apart;
      const btScalar length = std::max(contact.depth, contact.contactDistance);
      drawer.drawLine(contact.pointOnB, contact.pointOnB + contact.normal * length, colour);
      drawer.drawLine(contact.pointOnA, contact.pointOnB, btVector3(1, 1, 0));
      drawer.drawSphere(contact.pointOnA, contact.contactDistance / 4, colour);
    }
  }
  if (mode & btIDebugDraw::DBG_DrawAabb) {
    const BodySet& set = collision.impl().reader.set();
    if (set.updates() == 0) return;
    for (Index body = 0; body < set.bodyCount(); ++body) {
      const Box& box = set.sweptBox(body);
      if (box.min[0] > box.max[0]) continue;  // body without detection
      drawer.drawAabb(btVector3(box.min[0], box.min[1], box.min[2]), btVector3(box.max[0], box.max[1], box.max[2]),
                      btVector3(0, 1, 1));
    }
  }
}

}  // namespace pliant
