#pragma once

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <pliant/detectors/BodySet.h>

#include <cstdint>
#include <utility>
#include <vector>

// What the comparisons with Bullet's trees share: indices as a leaf's data, and trees refitted bottom-up.
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

/// Inner nodes follow their leaves.
inline void refit(btDbvtNode* node) {
  if (node->isleaf()) return;
  refit(node->childs[0]);
  refit(node->childs[1]);
  Merge(node->childs[0]->volume, node->childs[1]->volume, node->volume);
}

/// A tree of bodies against itself: slots whose boxes meet.
struct BodyPairs final : btDbvt::ICollide {
  std::vector<std::pair<Index, Index>> pairs;
  void Process(const btDbvtNode* a, const btDbvtNode* b) override { pairs.emplace_back(indexOf(a), indexOf(b)); }
};

}  // namespace pliant::benchmarks
