#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/models/SurfaceModel.h>

#include <compare>
#include <cstddef>
#include <memory>
#include <vector>

namespace pliant::benchmarks {

/// Self-collision of a soft body as in the deformable world of stock Bullet:
/// - btSoftBody's tree of faces with normals, refitted in each step
/// - cones of normals on this tree
/// - btDbvt::selfCollideT, which skips a node if the angle of its cone is at most π
class BulletSelfCollision {
 public:
  /// Builds Bullet's tree from the current points. The time is quadratic in the number of faces.
  explicit BulletSelfCollision(const models::SurfaceModel& cloth);

  /// Copies the points of a surface with the same faces.
  /// A Bullet program has them in its nodes already, so this call is not measured.
  void place(const models::SurfaceModel& cloth);

  // The stages of a step in Bullet, in this order.
  void updateNormals() { m_body->updateNormals(); }
  /// Refits only the tree with normals. Bullet also refits a tree without normals.
  void refit() { m_body->updateFace(m_body->m_fdbvnt, false, false); }
  void updateCones();

  struct Pair {
    Index a, b;  ///< face indices, a < b
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  /// Writes the face pairs that have a common point, decided exactly, and no common corner.
  /// Tests all pairs of leaves that selfCollideT visits, in its order.
  void facePairs(std::vector<Pair>& pairs);

  /// Calls Bullet's own handler, which does all of this except normals and refitting: cones, descent, and its own test
  /// of vertices near faces. Returns the number of contacts.
  std::size_t handleContacts();

  /// Returns the half opening angle of the root's cone, as computed last [rad].
  double rootAngle() const { return static_cast<double>(m_body->m_fdbvnt->angle); }

 private:
  btSoftBodyWorldInfo m_info;
  std::unique_ptr<btSoftBody> m_body;
};

}  // namespace pliant::benchmarks
