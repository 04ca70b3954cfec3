#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <span>
#include <vector>

#include "SoftBodyReader.h"
#include "pairKey.h"

namespace pliant::detail {

/// Edges that have pressed each other, or met, in one of the last steps. Layers that lie on each other press by their
/// edges as well, and come to rest only where these are contacts before they meet. Looking at all edges that are near
/// would cost much more than looking at those, and few of them press.
class PressedEdges {
 public:
  /// Those that are not among `contacts`, for the narrow test. `contacts` in its order.
  void find(const SoftBodyReader& reader, std::span<const SurfaceContact> contacts, Candidates& out);

  /// After the solve: call `learn` for what has pressed or met in this step. Edges that have not for a while are
  /// forgotten.
  void beginLearning(const SoftBodyReader& reader);
  void learn(const SurfaceContact& contact);
  void endLearning();

 private:
  struct Pair {
    PairKey key;  // flat edges
    int age;      // steps since they pressed each other
  };
  struct Body {
    Index member;  // SoftBodyReader::memberId
    BodySet::Range edges;
  };

  void follow(const SoftBodyReader& reader);
  Index follow(Index edge) const;

  std::vector<Pair> m_pairs;  // sorted
  std::vector<PairKey> m_learnt;
  std::vector<Pair> m_merged;
  std::vector<Body> m_bodies, m_bodiesNow;  // by slot, of the revision
  std::uint64_t m_revision = 0;
};

}  // namespace pliant::detail
