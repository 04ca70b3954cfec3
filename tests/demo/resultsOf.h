#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Detector.h>

#include <vector>

/// Returns a detector's answer to a query of these bodies.
inline pliant::Results resultsOf(pliant::Detector&& detector, const std::vector<pliant::BodyView>& bodies,
                                 const pliant::Query& query) {
  pliant::BodySet set;
  for (const pliant::BodyView& body : bodies) set.add(body);
  pliant::Workers workers;
  set.update(workers);
  detector.update(set, workers);
  pliant::Results results;
  detector.query(set, query, results, workers);
  return results;
}

inline pliant::Topology topologyOf(const pliant::BodyView& body) {
  pliant::BodySet set;
  return set.topology(set.add(body));
}
