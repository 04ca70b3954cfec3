#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SpatialHash.h>

/// Forwards every call to another detector. Tests override the calls that they count or break.
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

/// SpatialHash that counts its candidate queries.
struct CountingHash final : ForwardingDetector<pliant::SpatialHash> {
  int asked = 0;

  void candidates(const pliant::BodySet& bodies, const pliant::CandidateQuery& query, pliant::Candidates& candidates,
                  pliant::Counters& counters, pliant::Workers& workers) override {
    ++asked;
    ForwardingDetector::candidates(bodies, query, candidates, counters, workers);
  }
};
