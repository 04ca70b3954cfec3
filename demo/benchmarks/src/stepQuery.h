#pragma once

#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/SurfaceContacts.h>

namespace pliant::benchmarks {

/// Returns the settings of a step of the plugin: contacts up to 1.25 contact distances, edge-edge pairs included.
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
