#pragma once

#include <pliant/benchmarks/regularity.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/SurfaceModel.h>

#include <cstddef>

// The tables that regularityTables() is made of; all but the first two in steps in which surfaces move.
namespace pliant::benchmarks {

inline double faceCount(const models::SurfaceModel& model) {
  return static_cast<double>(model.faces.size());
}

Table regularitySpheres(std::size_t most, const Progress& progress);
Table regularityLoops(std::size_t most, const Progress& progress);
Table regularityBodyAndCloth(std::size_t most, int repeats, const Progress& progress);
Table regularityTimes(std::size_t most, int repeats, const Progress& progress);
Table regularityManyBodies(std::size_t most, int repeats, const Progress& progress);
/// Children of a part and sampled directions.
Table regularitySettings(std::size_t most, int repeats, const Progress& progress);
/// What regularity leaves: in pairs of parts, hashed, or all hashed from the start.
Table regularityRests(std::size_t most, int repeats, const Progress& progress);
/// Faces that go, come or are cut apart.
Table regularityTopology(std::size_t most, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
