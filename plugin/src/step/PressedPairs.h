#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <span>
#include <vector>

#include "SoftBodyReader.h"
#include "pairKey.h"

namespace pliant::detail {

/// Elements that have pressed each other, or met, in one of the last steps. They are looked at farther than others, so
/// that what lies on something comes to rest:
/// - Layers that lie on each other press by their edges as well. Looking at all edges that are near would cost much
/// more
///   than looking at those that the final check has found, and few of them press.
/// - A node that bounces may be predicted beyond the reach of contacts, and links bring it back in the same step. Then
///   it bounces again, for ever, in every second step.
class PressedPairs {
 public:
  /// Pairs that are not among `contacts`, for the narrow test. `contacts` in its order.
  void find(const SoftBodyReader& reader, std::span<const SurfaceContact> contacts, Candidates& out);

  /// After the solve: call `learn` for what has pressed or met in this step. What has not for a while is forgotten.
  void beginLearning(const SoftBodyReader& reader);
  void learn(const SurfaceContact& contact);
  void endLearning();

 private:
  struct Pair {
    PairKey key;  // flat elements: vertex and face, in this order, or edges
    int age;      // steps since they pressed each other
  };
  struct Body {
    Index member;  // SoftBodyReader::memberId
    BodySet::Range vertices, edges, faces;
  };
  struct Kind {
    std::vector<Pair> pairs;  // sorted
    std::vector<PairKey> learnt;
  };

  void follow(const SoftBodyReader& reader);
  void follow(Kind& kind, BodySet::Range Body::*rangeA, BodySet::Range Body::*rangeB);
  Index follow(Index element, BodySet::Range Body::*range) const;
  void merge(Kind& kind, int steps);

  Kind m_faces, m_edges;
  std::vector<Pair> m_merged;
  std::vector<Body> m_bodies, m_bodiesNow;  // by slot, of the revision
  std::uint64_t m_revision = 0;
};

}  // namespace pliant::detail
