#pragma once

#include <pliant/detectors/Detector.h>

namespace pliant {

/// Tests all pairs of elements; the reference for the other detectors.
/// A group of 64 consecutive elements is skipped if the box around it is too far away.
/// Answers vertexTetrahedron, facePairs and vertexFace.
class PLIANT_DETECTORS_EXPORT BruteForce final : public Detector {
 public:
  BruteForce();
  ~BruteForce() override;

  /// Returns "brute-force".
  std::string_view name() const override;
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
