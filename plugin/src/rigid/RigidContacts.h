#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <cstddef>
#include <unordered_map>
#include <vector>

struct btCollisionObjectWrapper;

namespace pliant::detail {

/// Contacts of soft bodies' nodes with rigid bodies, written to m_rcontacts: those that
/// btSoftBody::defaultCollisionHandler finds, without the node tree, in the order of the nodes; and those with planes,
/// as with a box whose top the plane is. Not for several threads at a time: Bullet's signed distance field is shared by
/// all.
class RigidContacts {
 public:
  /// `inStep`: within a step, after prediction, so that nodes stay where they are until `clear`. Then the many calls
  /// that a triangle mesh causes share one grid of the body's nodes.
  void collide(btSoftBody& body, const btCollisionObjectWrapper& rigid, bool inStep);

  /// With a static or kinematic object whose shape is a btStaticPlaneShape; all below is solid. Bullet's own algorithm
  /// has two triangles for it, which stay where the body was when it came, so that it falls through where it has
  /// travelled.
  static void collidePlane(btSoftBody& body, const btCollisionObject& plane);

  /// The nodes have moved, or bodies have gone.
  void clear();

  /// Contacts of bodies that have no contact response are for the report alone, which Bullet's solver does not know:
  /// takes them out of m_rcontacts, and puts them back.
  void withhold(const btAlignedObjectArray<btSoftBody*>& bodies);
  void giveBack();

 private:
  /// Nodes sorted into cells over the body's box.
  struct Grid {
    btVector3 origin, inverseCell;
    int cells[3] = {1, 1, 1};
    std::vector<int> start, nodes;
    bool built = false;

    void build(const btSoftBody& body);
    int cellOf(btScalar x, int axis) const;
    std::size_t index(int x, int y, int z) const;  ///< of a cell
    void gather(const btVector3& low, const btVector3& high, std::vector<int>& out) const;
  };

  struct Withheld {
    btSoftBody* body = nullptr;
    std::vector<btSoftBody::RContact> contacts;
  };

  std::unordered_map<const btSoftBody*, Grid> m_grids;
  std::vector<Withheld> m_withheld;  // the first m_withheldCount
  std::size_t m_withheldCount = 0;
  std::vector<int> m_found;
};

}  // namespace pliant::detail
