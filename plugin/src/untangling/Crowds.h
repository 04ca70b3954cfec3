#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "SeparationPushes.h"
#include "pairKey.h"

namespace pliant::detail {

/// Many bodies at one place: each overlaps all others, so pairs grow with the square of their number. A body that
/// overlaps many is crowded. Of the pairs of two crowded bodies only some are looked at, about as many for each body,
/// the same from step to step. These part along the gradient of what the two would have in common if their nodes were
/// spread as a normal distribution is. Bodies at the very same place part by their ids, in all directions. The other
/// pairs don't meet in this step.
class Crowds {
 public:
  /// Before the pairs of a step are counted. All pairs meet again.
  void begin(BodySet& set);

  /// A pair of soft bodies that may overlap.
  void count(Index slotA, Index slotB);
  /// Whether there may be crowds at all.
  bool any() const { return m_most > kFewPartners; }
  /// After thin: whether it took any.
  bool anyAside() const { return !m_aside.empty(); }

  /// Takes the pairs that are not looked at at first out of both sorted lists, and out of what the set lets meet.
  void thin(BodySet& set, std::vector<PairKey>& suspects, std::vector<PairKey>& sheets);

  /// `overlaps(key)`: of a pair that is looked at. What turns out to be no pair of crowded bodies is put back into the
  /// lists; pairs of a crowd that overlap are taken out. `key`s are of slots. The set shows the start of the step.
  void judge(BodySet& set, std::vector<PairKey>& suspects, std::vector<PairKey>& sheets, std::span<const PairKey> pairs,
             const std::function<bool(PairKey)>& overlaps);

  /// How pairs of a crowd that overlap part; by ids, sorted.
  std::span<const SeparationPushes::Way> ways() const { return m_ways; }
  /// All pairs that do not meet in this step, by slots.
  std::span<const PairKey> apart() const { return m_apart; }

 private:
  /// The places of a body's nodes.
  struct Place {
    bool known = false;
    Eigen::Vector3d centre;
    Eigen::Matrix3d spread;  // covariance
  };
  // So many overlaps of one body are common where bodies are thrown together, and are parted pair by pair.
  static constexpr Index kFewPartners = 12;

  bool isThinned(PairKey key) const;
  bool isChosen(const BodySet& set, PairKey key) const;
  void takeAside(const BodySet& set, std::vector<PairKey>& pairs, std::vector<PairKey>& aside) const;
  void disable(BodySet& set, PairKey key);
  void addWay(const BodySet& set, PairKey key);
  const Place& placeOf(const BodySet& set, Index slot);

  std::vector<Index> m_partners;  // by slot: of pairs that may overlap
  Index m_most = 0;
  std::vector<std::array<Index, 2>> m_votes;  // by slot: pairs that overlap, pairs that are looked at, of the thinned
  std::vector<PairKey> m_suspectsAside, m_sheetsAside, m_aside;
  std::vector<PairKey> m_apart;
  std::vector<std::array<Index, 2>> m_disabled;  // ids
  std::vector<SeparationPushes::Way> m_ways;
  std::vector<Place> m_places;  // by slot
};

}  // namespace pliant::detail
