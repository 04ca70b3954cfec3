#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <mutex>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Pairs of soft bodies that the dispatcher has let through in this step; noted from any thread.
class PairRecorder {
 public:
  using Pair = std::pair<btSoftBody*, btSoftBody*>;

  void record(btSoftBody* a, btSoftBody* b) {
    const std::lock_guard lock(m_mutex);
    m_pairs.emplace_back(a, b);
  }
  void clear() {
    const std::lock_guard lock(m_mutex);
    m_pairs.clear();
  }
  /// In no particular order, repeated ones possible. On the stepping thread, after dispatch.
  const std::vector<Pair>& pairs() const { return m_pairs; }

 private:
  std::mutex m_mutex;
  std::vector<Pair> m_pairs;
};

}  // namespace pliant::detail
