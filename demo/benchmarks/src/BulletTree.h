#pragma once

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <pliant/detectors/BodySet.h>

#include <cstdint>
#include <utility>
#include <vector>

// Common code of the comparisons with Bullet's trees: indices as data of leaves, and bottom-up refitting.
namespace pliant::benchmarks {

inline btVector3 vectorOf(const PackedPosition& p) {
  return {p.x, p.y, p.z};
}

inline void* dataOf(Index index) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(index));  // NOLINT(performance-no-int-to-ptr)
}
inline Index indexOf(const btDbvtNode* leaf) {
  return static_cast<Index>(reinterpret_cast<std::uintptr_t>(leaf->data));
}

/// Recomputes the boxes of all inner nodes from the leaves.
inline void refit(btDbvtNode* node) {
  if (node->isleaf()) return;
  refit(node->childs[0]);
  refit(node->childs[1]);
  Merge(node->childs[0]->volume, node->childs[1]->volume, node->volume);
}

/// Collects the pairs of body indices (slots) whose boxes overlap, in a tree of bodies tested against itself.
struct BodyPairs final : btDbvt::ICollide {
  std::vector<std::pair<Index, Index>> pairs;
  void Process(const btDbvtNode* a, const btDbvtNode* b) override { pairs.emplace_back(indexOf(a), indexOf(b)); }
};

}  // namespace pliant::benchmarks
