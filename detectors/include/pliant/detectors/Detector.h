#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>

#include <string_view>

namespace pliant {

class AutoDetector;
class LdiDetector;
class RegularityTree;

/// Interface of all detection methods.
/// A detector keeps its structures and scratch memory between calls.
/// A detector does not allocate after warm-up: while no count exceeds the largest one of earlier calls.
class PLIANT_DETECTORS_EXPORT Detector {
 public:
  virtual ~Detector();
  Detector() = default;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;

  /// Returns the method's name on the command line, for instance "spatial-hash".
  virtual std::string_view name() const = 0;

  /// Updates the detector's structure to the last BodySet::update().
  /// Call it after each BodySet::update(), before query() and candidates(); see candidatesNeedUpdate().
  virtual void update(const BodySet& bodies, Workers& workers) = 0;

  /// Answers a query at the positions of the last BodySet::update().
  /// Replaces `results`.
  /// Throws Error if the method does not support a requested list, or if vertexFace is requested with a margin that is
  /// negative or not finite.
  virtual void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) = 0;

  /// Gathers candidates for the narrow test.
  /// Replaces `candidates` and adds to `counters`.
  virtual void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                          Counters& counters, Workers& workers) = 0;
  /// Returns false if candidates(), and query() for facePairs and vertexFace, read only the BodySet.
  /// update() need not be called before them then.
  virtual bool candidatesNeedUpdate() const { return true; }

  /// Returns true if the candidates of these bodies had better be gathered anew for each motion, with
  /// CandidateQuery::thisMotion. The lists then hold the pairs that the narrow test accepts, but not all that come
  /// within reach on the way; they serve no other motion, but for CandidateQuery::room.
  virtual bool gathersEachStep(const BodySet&) const { return false; }

  // Abilities of some methods. Null: the method does not have the ability.
  /// Returns this detector if it answers for volumes and not for elements.
  virtual LdiDetector* volumes() { return nullptr; }
  /// Returns this detector if it chooses a method for each work item.
  virtual AutoDetector* chooser() { return nullptr; }
  /// Returns this detector if it has hierarchies of patches.
  virtual RegularityTree* patches() { return nullptr; }
};

}  // namespace pliant
