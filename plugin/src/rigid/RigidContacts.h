#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "core/Bounds.h"
#include "core/GroupedIndices.h"

struct btCollisionObjectWrapper;

namespace pliant::detail {

/// Adds contacts of soft bodies' nodes with rigid bodies to m_rcontacts.
/// - collide: the contacts of btSoftBody::defaultCollisionHandler, in the order of the nodes, without the node tree.
/// - collidePlane: contacts with planes, as with the top of a box.
///
/// Not thread-safe: all bodies share Bullet's signed distance field.
class RigidContacts {
 public:
  /// `inStep`: true within a step, after prediction, when nodes do not move until clear().
  /// Then the many calls for a triangle mesh share one grid of the body's nodes.
  void collide(btSoftBody& body, const btCollisionObjectWrapper& rigid, bool inStep);

  /// `plane`: static or kinematic object whose shape is a btStaticPlaneShape. The half-space below it is solid.
  /// Bullet's algorithm represents the plane by two triangles at the place of the first contact, so a body that
  /// travels falls through.
  static void collidePlane(btSoftBody& body, const btCollisionObject& plane);

  /// Invalidates the grids. Call after nodes have moved or bodies were removed.
  void clear();

  /// Removes the m_rcontacts of bodies without contact response until restoreSensorContacts().
  /// They are for the program to read only, but Bullet's solver would solve them.
  void hideSensorContacts(const btAlignedObjectArray<btSoftBody*>& bodies);
  void restoreSensorContacts();

 private:
  /// Nodes, sorted by the cells of a grid over the body's box.
  struct Grid {
    btVector3 origin, inverseCell;
    int cells[3] = {1, 1, 1};
    GroupedIndices nodes;  // by cell
    bool built = false;

    void build(const btSoftBody& body);
    int cellOf(btScalar x, int axis) const;
    std::size_t index(int x, int y, int z) const;  ///< index of a cell
    void gather(const Bounds& box, std::vector<Index>& out) const;
  };

  struct Hidden {
    btSoftBody* body = nullptr;
    std::vector<btSoftBody::RContact> contacts;
  };

  std::unordered_map<const btSoftBody*, Grid> m_grids;
  std::vector<Hidden> m_hidden;  // only the first m_hiddenCount are in use
  std::size_t m_hiddenCount = 0;
  std::vector<Index> m_found;
};

}  // namespace pliant::detail
