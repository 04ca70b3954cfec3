#pragma once

#include <pliant/detectors/Detector.h>

namespace pliant {

/// Every pair, but for elements 64 in a row whose common box is too far away: the oracle that the other detectors are
/// held against.
class PLIANT_DETECTORS_EXPORT BruteForce final : public Detector {
 public:
  BruteForce();
  ~BruteForce() override;

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
