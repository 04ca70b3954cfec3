#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LdiDetector.h>

namespace ldi_shapes {

using namespace pliant;

/// A set of bodies, and a detector's results of all volume queries.
struct Asked {
  BodySet set;
  Results results;
  LdiDetector detector;

  explicit Asked(Index resolution = 0, LdiGrid::Depths depths = LdiGrid::Depths::Tight)
      : detector(nullptr, {.grid = {.resolution = resolution, .depths = depths}}) {}

  void query(unsigned threads = 1) {
    Workers workers(threads);
    Query query;
    query.verticesInside = query.intersectionVolumes = query.selfIntersectionVolumes = true;
    set.update(workers);
    detector.update(set, workers);
    detector.query(set, query, results, workers);
  }
};

}  // namespace ldi_shapes
