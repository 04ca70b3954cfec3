#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SpatialHash.h>

/// A detector that answers as another does; tests override what they watch or break.
template <typename Works>
struct ForwardingDetector : pliant::Detector {
  Works works;

  std::string_view name() const override { return "forwarding"; }
  void update(const pliant::BodySet& bodies, pliant::Workers& workers) override { works.update(bodies, workers); }
  void query(const pliant::BodySet& bodies, const pliant::Query& query, pliant::Results& results,
             pliant::Workers& workers) override {
    works.query(bodies, query, results, workers);
  }
  void candidates(const pliant::BodySet& bodies, const pliant::CandidateQuery& query, pliant::Candidates& candidates,
                  pliant::Counters& counters, pliant::Workers& workers) override {
    works.candidates(bodies, query, candidates, counters, workers);
  }
};

/// The hash, and how often it was asked.
struct CountingHash final : ForwardingDetector<pliant::SpatialHash> {
  int asked = 0;

  void candidates(const pliant::BodySet& bodies, const pliant::CandidateQuery& query, pliant::Candidates& candidates,
                  pliant::Counters& counters, pliant::Workers& workers) override {
    ++asked;
    ForwardingDetector::candidates(bodies, query, candidates, counters, workers);
  }
};
