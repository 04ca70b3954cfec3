#pragma once

#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Results.h>

namespace pliant::detail::surface {

/// Returns the candidate query whose result contains every pair of faces that `query` requests.
inline CandidateQuery facePairCandidates(const Query& query) {
  CandidateQuery wanted;
  wanted.faceFace = true;
  wanted.between = query.between;
  wanted.self = query.self;
  return wanted;
}

/// Returns the candidate query whose result contains every vertex within the margin of a face.
inline CandidateQuery vertexFaceCandidates(const Query& query) {
  CandidateQuery wanted;
  wanted.vertexFace = true;
  wanted.distance = query.margin;
  wanted.between = query.between;
  wanted.self = query.self;
  return wanted;
}

}  // namespace pliant::detail::surface
