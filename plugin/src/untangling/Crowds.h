#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "SeparationPushes.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Groups of many bodies at one place. Each body of a group overlaps all others, so the number of pairs grows with the
/// square of the number of bodies. A body that overlaps many others is crowded.
/// - Only some of the pairs of two crowded bodies are tested: about the same number for each body, and the same pairs
///   from step to step.
/// - These pairs separate along the gradient of their common volume, as if the nodes of each body were normally
///   distributed.
/// - Bodies at exactly the same place separate in all directions, according to their ids.
/// - The other pairs are disabled in this step.
class Crowds {
 public:
  /// Enables all pairs again. Call before the pairs of a step are counted.
  void begin(BodySet& set);

  /// Counts a pair of soft bodies that may overlap.
  void count(Index bodyA, Index bodyB);
  /// Returns true if there may be crowded bodies.
  bool any() const { return m_most > kFewPartners; }
  /// Returns true if `thin` has removed any pair. Call after `thin`.
  bool anyAside() const { return !m_aside.empty(); }

  /// Removes the pairs that are not tested at first from both sorted lists, and disables them in the set.
  void thin(BodySet& set, std::vector<PairKey>& suspects, std::vector<PairKey>& sheets);

  /// Decides which bodies are crowded. `overlaps(key)`: returns true if the tested pair overlaps. Keys are of body
  /// indices. The set must hold the positions at t0.
  /// - A removed pair goes back into the lists, and is enabled again, if not both bodies are crowded.
  /// - A pair of two crowded bodies leaves the lists; if it overlaps, it gets a separation direction.
  /// - All of `pairs` with two crowded bodies are disabled.
  void judge(BodySet& set, std::vector<PairKey>& suspects, std::vector<PairKey>& sheets, std::span<const PairKey> pairs,
             const std::function<bool(PairKey)>& overlaps);

  /// Returns the separation directions of overlapping pairs of crowded bodies, sorted by keys of body ids.
  std::span<const SeparationPushes::Way> ways() const { return m_ways; }
  /// Returns all pairs that are disabled in this step, as keys of body indices.
  std::span<const PairKey> disabledPairs() const { return m_disabledPairs; }

 private:
  /// Distribution of a body's nodes.
  struct Place {
    bool known = false;
    Eigen::Vector3d centre;
    Eigen::Matrix3d spread;  // covariance
  };
  // Largest number of overlaps per body that are all separated pair by pair. Such numbers are common where bodies are
  // thrown together.
  static constexpr Index kFewPartners = 12;

  bool isThinned(PairKey key) const;
  bool isChosen(const BodySet& set, PairKey key) const;
  void takeAside(const BodySet& set, std::vector<PairKey>& pairs, std::vector<PairKey>& aside) const;
  void disable(BodySet& set, PairKey key);
  void addWay(const BodySet& set, PairKey key);
  const Place& placeOf(const BodySet& set, Index body);

  std::vector<Index> m_partners;  // indexed by body: number of pairs that may overlap
  Index m_most = 0;
  std::vector<std::array<Index, 2>> m_votes;  // indexed by body: overlapping thinned pairs, tested ones
  std::vector<PairKey> m_suspectsAside, m_sheetsAside, m_aside;
  std::vector<PairKey> m_disabledPairs;
  std::vector<std::array<Index, 2>> m_disabled;  // body ids
  std::vector<SeparationPushes::Way> m_ways;
  std::vector<Place> m_places;  // indexed by body
};

}  // namespace pliant::detail
