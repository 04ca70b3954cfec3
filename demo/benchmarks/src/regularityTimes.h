#pragma once

#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/benchmarks.h>

#include <cstddef>

#include "Times.h"

namespace pliant::benchmarks {

/// Measures the next `steps` steps, after a warm-up step. The stages are "read" and "detection".
inline Times stepTimes(Scene& scene, Detector& detector, int steps, const Query& query = kWithin) {
  Times times;
  const auto step = [&](int) {
    scene.next();
    times("read", [&] { scene.read(); });
    times("detection", [&] { scene.answer(detector, query); });
  };
  times.run(steps, step, 1);
  return times;
}

// Tables of regularityTables() in which surfaces of up to `most` faces move in each step.

Table regularityTimes(std::size_t most, int repeats, const Progress& progress);
/// The same number of faces as 1 body and as 10, 100 and 1,000 bodies that touch each other.
Table regularityManyBodies(std::size_t most, int repeats, const Progress& progress);
/// Varies the number of children of a patch and the number of sampled directions.
Table regularitySettings(std::size_t most, int repeats, const Progress& progress);
/// Compares methods for the patches that are not skipped (pairs of patches, spatial hashing) with spatial hashing
/// alone.
Table regularityRests(std::size_t most, int repeats, const Progress& progress);
/// Removes faces, adds faces, or cuts faces out.
Table regularityTopology(std::size_t most, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
