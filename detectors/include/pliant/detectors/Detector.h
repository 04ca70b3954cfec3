#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>

#include <string_view>

namespace pliant {

/// What all methods have in common. A detector keeps scratch memory and structures of its own between calls; it knows
/// no world and no graphics. No allocation after warm-up, that is as long as no count exceeds what an earlier call met.
class PLIANT_DETECTORS_EXPORT Detector {
 public:
  virtual ~Detector();
  Detector() = default;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;

  /// As on the command line, for instance "spatial-hash".
  virtual std::string_view name() const = 0;

  /// Brings the detector's structure up to date with the set's last update. A detector without one does nothing.
  virtual void update(const BodySet& bodies, Workers& workers) = 0;

  /// Answers a query about the positions of the last update, replacing what `results` held. Throws Error when the
  /// margin is negative or not finite, or when a list is asked for that the method can't give; it names both.
  virtual void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) = 0;

  /// Gathers surface pairs for the narrow tests, replacing what `candidates` held; adds to `counters`.
  virtual void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                          Counters& counters, Workers& workers) = 0;
  /// Whether that, and query() for facePairs or vertexFace, answer from what `update` has made. False: they look at the
  /// set's last update alone, so that who asks for nothing else can leave `update` out.
  virtual bool candidatesNeedUpdate() const { return true; }
};

}  // namespace pliant
