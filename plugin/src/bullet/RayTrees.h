#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace pliant::detail {

/// Ray tests against soft bodies at their nodes' present positions, in place of btSoftBody::rayTest. A tree of boxes
/// over each body's faces and the faces of its tetrahedra is made at the first ray and refitted when a node has moved
/// since. Several threads may ask at a time.
class RayTrees {
 public:
  bool rayTest(const btSoftBody& body, const btVector3& from, const btVector3& to, btSoftBody::sRayCast& hit);
  void forget(const btSoftBody* body);

 private:
  struct Tree;
  std::shared_ptr<Tree> treeOf(const btSoftBody& body);

  std::mutex m_mutex;
  std::unordered_map<const btSoftBody*, std::shared_ptr<Tree>> m_trees;
};

}  // namespace pliant::detail
