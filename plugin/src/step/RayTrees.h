#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace pliant::detail {

/// Ray tests against soft bodies at their nodes' present positions; replaces btSoftBody::rayTest.
/// A bounding box tree over a body's faces and the faces of its tetrahedra is built at the first ray, and refitted if
/// a node has moved since. Bodies of few triangles have no tree.
/// Thread-safe.
class RayTrees {
 public:
  /// Returns false if nothing is hit; see SoftCollision::rayTest.
  bool rayTest(const btSoftBody& body, const btVector3& from, const btVector3& to, btSoftBody::sRayCast& hit);
  /// Deletes the body's tree; the body may be deleted already.
  void forget(const btSoftBody* body);

 private:
  struct Tree;
  std::shared_ptr<Tree> treeOf(const btSoftBody& body);

  std::mutex m_mutex;
  std::unordered_map<const btSoftBody*, std::shared_ptr<Tree>> m_trees;
};

}  // namespace pliant::detail
