#pragma once

#include <pliant/models/SurfaceModel.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace pliant::benchmarks {

/// A soft body of stock Bullet that collides with itself as its deformable world has it: btSoftBody's tree of faces
/// with normals, refitted in each step, cones of normals on it, and btDbvt::selfCollideT, which does not look into a
/// node whose cone's angle is at most π.
class BulletSelfCollision {
 public:
  /// Builds Bullet's tree from where the points are: its time grows with the square of the number of faces.
  explicit BulletSelfCollision(const models::SurfaceModel& cloth);
  ~BulletSelfCollision();

  /// Takes the points of a surface with the same faces. Bullet's nodes are to hold them anyway, so this is not to be
  /// timed.
  void place(const models::SurfaceModel& cloth);

  // What Bullet does in a step, in this order.
  void updateNormals();
  /// Of the tree with normals alone; Bullet refits one without them too.
  void refit();
  void updateCones();

  struct Pair {
    Index a, b;  ///< faces; a < b
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  /// Faces without a common corner that have a point in common, by exact decision, of all leaves that selfCollideT
  /// comes to. In its order.
  void facePairs(std::vector<Pair>& pairs);

  /// Bullet's own call for all of that but normals and refitting: cones, descent, and its own test of vertices near
  /// faces. Returns how many contacts it notes.
  std::size_t handleContacts();

  /// Of the root's cone, as last worked out; radians, half the opening.
  double rootAngle() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::benchmarks
