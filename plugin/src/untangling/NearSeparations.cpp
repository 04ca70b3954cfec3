#include "NearSeparations.h"

#include <algorithm>

namespace pliant::detail {
namespace {

/// Least ratio |Σ missing distance · normal| / Σ missing distance at which the contacts agree.
constexpr Real kAgreement = Real(0.5);
/// Fraction of the missing distance that a step restores.
constexpr Real kPace = Real(0.2);
/// Least distance that a step restores, as a fraction of the contact distance, so that the recovery ends.
constexpr Real kLeastPace = Real(0.02);
/// Fraction of the missing distance that a step restores if no body can move as a whole: half of it in 6 s.
constexpr Real kSlowPace = Real(0.002);

}  // namespace

void NearSeparations::sum(const BodySet& set, const std::vector<SurfaceContact>& contacts,
                          const std::function<bool(Index, Index)>& maySeparate) {
  m_pairs.clear();
  const auto bodyOf = set.bodyOfVertex();
  constexpr PairKey kNoPair = ~PairKey{0};
  PairKey known = kNoPair;
  bool verdict = false;
  for (const SurfaceContact& contact : contacts) {
    const Real missing = contact.contactDistance - contact.distance_t0;
    const Index a = bodyOf[contact.vertices[0]], b = bodyOf[contact.vertices[3]];
    if (!(missing > 0)) continue;
    const PairKey key = pairKey(a, b);
    if (key != known) verdict = maySeparate(a, b);
    known = key;
    if (!verdict) continue;
    const Vector3 way = (a < b ? missing : -missing) * contact.normal;
    const Real least = std::min(missing, std::max(kPace * missing, kLeastPace * contact.contactDistance));
    m_pairs.push_back({key, way, missing, least});
  }
  joinByKey(m_pairs, [](Pair& into, const Pair& from) {
    into.way += from.way;
    into.weight += from.weight;
    into.missing = std::max(into.missing, from.missing);
  });
}

void NearSeparations::find(const BodySet& set, const SetMembers& members, std::vector<SurfaceContact>& contacts,
                           const std::function<bool(Index, Index)>& maySeparate, SeparationConstraints& separations) {
  sum(set, contacts, maySeparate);
  m_keys.clear();
  for (const Pair& pair : m_pairs) {
    const Index a = smallerOf(pair.key), b = largerOf(pair.key);
    m_keys.push_back(pair.key);
    if (a != b && (members.isFree(a) || members.isFree(b)) && pair.way.norm() >= kAgreement * pair.weight)
      push(set, members, pair, separations);
  }
  if (m_keys.empty()) return;
  const auto bodyOf = set.bodyOfVertex();
  for (SurfaceContact& contact : contacts) {
    const PairKey key = pairKey(bodyOf[contact.vertices[0]], bodyOf[contact.vertices[3]]);
    const Real missing = contact.contactDistance - contact.distance_t0;
    if (missing > 0 && contains(m_keys, key)) contact.contactDistance = contact.distance_t0 + kSlowPace * missing;
  }
}

void NearSeparations::push(const BodySet& set, const SetMembers& members, const Pair& pair,
                           SeparationConstraints& separations) {
  const auto append = [&](Index body) {
    const BodySet::Range range = set.vertices(body);
    // A body that is held stands still, so one vertex represents it.
    const Index end = members.isFree(body) ? range.end : range.begin + 1;
    for (Index v = range.begin; v < end; ++v) separations.vertices.push_back(v);
    return static_cast<Index>(separations.vertices.size());
  };
  RigidSeparation push;
  push.begin = static_cast<Index>(separations.vertices.size());
  push.middle = append(smallerOf(pair.key));
  push.end = append(largerOf(pair.key));
  push.normal = pair.way.normalized();
  push.distance = pair.missing;
  push.heldA = !members.isFree(smallerOf(pair.key));
  push.heldB = !members.isFree(largerOf(pair.key));
  separations.wholes.push_back(push);
}

}  // namespace pliant::detail
