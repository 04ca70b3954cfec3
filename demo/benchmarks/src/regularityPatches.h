#pragma once

#include <pliant/benchmarks/regularity.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/SurfaceModel.h>

#include <cstddef>

// The tables of regularityTables(). All but the first two measure steps in which surfaces move.
namespace pliant::benchmarks {

inline double faceCount(const models::SurfaceModel& model) {
  return static_cast<double>(model.faces.size());
}

Table regularitySpheres(std::size_t most, const Progress& progress);
Table regularityLoops(std::size_t most, const Progress& progress);
Table regularityBodyAndCloth(std::size_t most, int repeats, const Progress& progress);
Table regularityTimes(std::size_t most, int repeats, const Progress& progress);
Table regularityManyBodies(std::size_t most, int repeats, const Progress& progress);
/// Varies the number of children of a patch and the number of sampled directions.
Table regularitySettings(std::size_t most, int repeats, const Progress& progress);
/// Removes faces, adds faces, or cuts faces out.
Table regularityTopology(std::size_t most, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
