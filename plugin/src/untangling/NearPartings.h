#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <functional>
#include <span>
#include <vector>

#include "pairKey.h"
#include "solve/ContactSource.h"

namespace pliant::detail {

/// Bodies that someone has put nearer to each other, or to themselves, than their contact distance, but not into each
/// other. Contacts that restored it would bend the bodies, and their links would make speed of that. So, where a body
/// is free and the contacts agree about the way, both go apart as they are. Else the distance is restored very slowly.
class NearPartings {
 public:
  /// Appends to `separations`. The contacts of these pairs get a contact distance that is little more than what there
  /// is. `mayPart(slotA, slotB)`: nobody knows what the last step left between both, or they were such a pair in it.
  /// `isFree(slot)`: nothing holds the body.
  void find(const BodySet& set, std::vector<SurfaceContact>& contacts, const std::function<bool(Index, Index)>& mayPart,
            const std::function<bool(Index)>& isFree, SeparationConstraints& separations);
  /// Keys of slots, sorted, of the pairs of this step.
  std::span<const PairKey> pairs() const { return m_keys; }

 private:
  struct Pair {
    PairKey key;
    Index place;   // in the order of the contacts
    Vector3 way;   // Σ missing distance · normal, of the smaller slot's body against the other
    Real weight;   // Σ missing distance
    Real missing;  // the largest
  };
  void sum(const BodySet& set, const std::vector<SurfaceContact>& contacts,
           const std::function<bool(Index, Index)>& mayPart);
  static void push(const BodySet& set, const Pair& pair, const std::function<bool(Index)>& isFree,
                   SeparationConstraints& separations);

  std::vector<Pair> m_pairs;  // sorted
  std::vector<PairKey> m_keys;
};

}  // namespace pliant::detail
