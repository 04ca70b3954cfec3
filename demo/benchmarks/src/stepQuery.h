#pragma once

#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/SurfaceContacts.h>

namespace pliant::benchmarks {

/// As a step of the plugin asks: what comes within contact distance and a quarter beyond.
inline SurfaceContactSettings contactSettings() {
  SurfaceContactSettings settings;
  settings.edgeEdgeNearby = true;
  return settings;
}

inline CandidateQuery stepQuery() {
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  query.marginScale = 1 + contactSettings().reach;
  return query;
}

}  // namespace pliant::benchmarks
