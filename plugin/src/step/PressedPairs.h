#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <span>
#include <vector>

#include "core/SetMembers.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Pairs of elements that have pressed each other, or collided, in one of the last steps. They are tested with a larger
/// reach than other pairs, so that bodies that lie on others come to rest:
/// - Layers that lie on each other also press by their edges. A test of all near edges would cost much more than a test
///   of the edges that the final check has found, and few of them press.
/// - A bouncing node may be predicted beyond the reach of contacts, while links bring it back in the same step. It
///   would then bounce again in every second step, for ever.
class PressedPairs {
 public:
  /// Renumbers the stored pairs: element indices change when bodies are added or removed. Call before the two functions
  /// below, which return the stored pairs that are not among `contacts`, for the narrow test.
  void follow(const BodySet& set, const SetMembers& members);
  /// `contacts`: all of the vertices [begin, end) with faces, in the order of the narrow test.
  void findFaces(const BodySet& set, Index begin, Index end, std::span<const SurfaceContact> contacts,
                 Candidates& out) const;
  /// `contacts`: all of two edges, in the order of the narrow test.
  void findEdges(const BodySet& set, std::span<const SurfaceContact> contacts, Candidates& out) const;

  /// Call after the solve; then call `learn` for each contact that has pressed or collided in this step. endLearning()
  /// removes pairs that have not done so for some steps.
  void beginLearning(const BodySet& set, const SetMembers& members);
  void learn(const SurfaceContact& contact);
  void endLearning();

 private:
  struct Pair {
    PairKey key;  // vertex and face, in this order, or two edges, as indices in the set
    int age;      // steps since they last pressed each other
  };
  struct Body {
    Index member;  // stable id
    BodySet::Range vertices, edges, faces;
  };
  struct Kind {
    std::vector<Pair> pairs;  // sorted
    std::vector<PairKey> learnt;
  };

  void follow(Kind& kind, BodySet::Range Body::*rangeA, BodySet::Range Body::*rangeB);
  Index follow(Index element, BodySet::Range Body::*range) const;
  void merge(Kind& kind, int steps);

  Kind m_faces, m_edges;
  std::vector<Pair> m_merged;
  std::vector<PairKey> m_end;               // scratch memory of merge()
  std::vector<Body> m_bodies, m_bodiesNow;  // one per body; m_bodies is for m_revision
  std::uint64_t m_revision = 0;
};

}  // namespace pliant::detail
