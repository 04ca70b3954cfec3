#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <mutex>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Pairs of soft bodies that the dispatcher has reported in this step. record() may be called from any thread.
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
  /// Returns the pairs in no particular order, possibly repeated. Call on the stepping thread, after dispatch.
  const std::vector<Pair>& pairs() const { return m_pairs; }

 private:
  std::mutex m_mutex;
  std::vector<Pair> m_pairs;
};

}  // namespace pliant::detail
