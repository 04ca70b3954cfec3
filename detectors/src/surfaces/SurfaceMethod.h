#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>

#include "surfaces/FoundPairs.h"
#include "surfaces/WorkItems.h"

namespace pliant::detail {

/// Pairs of elements that a method may leave out of its answer.
enum class MayOmit : std::uint8_t {
  NotIntersecting,  ///< pairs that do not intersect
  Distant,          ///< pairs that are farther apart than the query's distance
};

/// One search for pairs of elements, and where they go.
struct SurfaceSearch {
  const BodySet& bodies;
  const CandidateQuery& query;
  MayOmit mayOmit;
  surface::FoundPairs& found;
  Counters& counters;
  Workers& workers;
};

/// A method on elements: it collects pairs. SurfaceDetector finds the work items, tests the pairs and writes the
/// results.
class SurfaceMethod {
 public:
  SurfaceMethod() = default;
  virtual ~SurfaceMethod() = default;
  SurfaceMethod(const SurfaceMethod&) = delete;
  SurfaceMethod& operator=(const SurfaceMethod&) = delete;

  /// Adds to `search.found` all pairs of elements of these work items that may pass the exact test or the narrow test.
  /// Reads the positions of the set's last update.
  virtual void collect(const SurfaceSearch& search, const surface::WorkItems& items) = 0;

  /// Called before the calls of collect() for one Detector::query() or candidates().
  virtual void beginQuery(const BodySet&) {}
  /// Called by Detector::update(); see there, and see Detector::candidatesNeedUpdate().
  virtual void update(const BodySet&, Workers&) {}
  virtual bool candidatesNeedUpdate() const { return false; }

  /// Returns true if queryTetrahedra() answers Query::vertexTetrahedron, else false.
  virtual bool answersTetrahedra() const { return false; }
  virtual void queryTetrahedra(const BodySet&, const Query&, Results&, Workers&) {}

  virtual std::size_t memory() const = 0;
};

}  // namespace pliant::detail
