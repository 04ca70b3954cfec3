#pragma once

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <vector>

/// Results of detectors and of the narrow test, as values.
namespace pliant::test {

/// Updates a detector and runs a query.
inline Results answersOf(Detector& detector, const BodySet& set, const Query& query, Workers& workers) {
  Results results;
  detector.update(set, workers);
  detector.query(set, query, results, workers);
  return results;
}
inline Results answersOf(Detector& detector, const BodySet& set, const Query& query, unsigned threads = 1) {
  Workers workers(threads);
  return answersOf(detector, set, query, workers);
}
inline Results bruteForce(const BodySet& set, const Query& query) {
  BruteForce brute;
  return answersOf(brute, set, query);
}

/// Updates a detector and gathers candidates.
inline Candidates candidatesOf(Detector& detector, const BodySet& set, const CandidateQuery& query, Workers& workers) {
  Candidates candidates;
  Counters counters;
  detector.update(set, workers);
  detector.candidates(set, query, candidates, counters, workers);
  return candidates;
}
inline Candidates candidatesOf(Detector& detector, const BodySet& set, const CandidateQuery& query) {
  Workers one(1);
  return candidatesOf(detector, set, query, one);
}
inline Candidates bruteForceCandidates(const BodySet& set, const CandidateQuery& query) {
  BruteForce brute;
  return candidatesOf(brute, set, query);
}

/// Returns what the narrow test makes of candidates.
inline std::vector<SurfaceContact> contactsOf(const BodySet& set, const Candidates& candidates,
                                              const SurfaceContactSettings& settings = {}, unsigned threads = 1) {
  std::vector<SurfaceContact> contacts;
  Counters counters;
  Workers workers(threads);
  SurfaceNarrowTest().run(set, candidates, settings, contacts, counters, workers);
  return contacts;
}

}  // namespace pliant::test
