#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <functional>
#include <span>
#include <vector>

#include "core/SetMembers.h"
#include "core/StepConstraints.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Bodies that the user has put nearer to each other, or to themselves, than their contact distance, but without
/// intersection. Contacts that restored the distance would bend the bodies, and their links would turn that into
/// velocity. If a body is free and the contacts agree on a direction, both bodies therefore separate as wholes.
/// Otherwise the distance is restored very slowly.
class NearSeparations {
 public:
  /// Appends to `separations`. The contacts of these pairs get a contact distance slightly above the present distance.
  /// `maySeparate(bodyA, bodyB)`: returns true if the end state of the last step is unknown for the pair, or if the
  /// pair was in `pairs` in the last step.
  void find(const BodySet& set, const SetMembers& members, std::vector<SurfaceContact>& contacts,
            const std::function<bool(Index, Index)>& maySeparate, SeparationConstraints& separations);
  /// Returns the pairs of this step as sorted keys of body indices.
  std::span<const PairKey> pairs() const { return m_keys; }

 private:
  struct Pair {
    PairKey key;
    Vector3 way;   // Σ missing distance · normal, of the body with the smaller index relative to the other
    Real weight;   // Σ missing distance
    Real missing;  // largest distance to restore in this step [length]
    std::size_t order = 0;
  };
  void sum(const BodySet& set, const std::vector<SurfaceContact>& contacts,
           const std::function<bool(Index, Index)>& maySeparate);
  static void push(const BodySet& set, const SetMembers& members, const Pair& pair, SeparationConstraints& separations);

  std::vector<Pair> m_pairs;  // sorted
  std::vector<PairKey> m_keys;
};

}  // namespace pliant::detail
