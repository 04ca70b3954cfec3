#pragma once

#include <pliant/benchmarks/Floor.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Detector.h>
#include <pliant/models/SurfaceModel.h>

#include <array>
#include <vector>

namespace pliant::benchmarks {

// Queries for intersecting faces.
inline constexpr Query kWithin{.facePairs = true, .between = false, .self = true};
inline constexpr Query kBetween{.facePairs = true, .between = true, .self = false};
inline constexpr Query kWithinAndBetween{.facePairs = true, .between = true, .self = true};

/// Medians of thread CPU time over steps [ms].
struct StepTimes {
  double read = 0, detection = 0, whole = 0;
};

/// Surfaces in a set that move slightly in each step, by a standing wave with oscillating amplitude.
/// The wave folds nothing: except for a few faces, intersecting pairs keep intersecting and separated pairs stay
/// separated.
class MovingSurfaces {
 public:
  /// The models are the first positions and must outlive this object.
  explicit MovingSurfaces(const std::vector<const models::SurfaceModel*>& models);
  MovingSurfaces(const MovingSurfaces&) = delete;
  MovingSurfaces& operator=(const MovingSurfaces&) = delete;

  BodySet& set() { return m_set; }
  Workers& workers() { return m_workers; }

  /// Moves the vertices to the next step. The time of this call is not part of a step.
  void move();
  /// Updates the set with the positions. Returns the thread CPU time [ms].
  double read();

  /// Returns the detector's results for the positions that were read last.
  Results ask(Detector& detector, const Query& query = kWithin);
  /// Runs the same query and returns the thread CPU time [ms].
  double detect(Detector& detector, const Query& query = kWithin);
  /// Returns the times of the next `steps` steps, after a warm-up step.
  StepTimes time(Detector& detector, int steps, const Query& query = kWithin);

 private:
  using Points = std::vector<std::array<Real, 3>>;

  std::vector<const models::SurfaceModel*> m_models;
  std::vector<std::vector<float>> m_wave;  // one per model and vertex
  std::vector<Points> m_x;
  BodySet m_set;
  Workers m_workers;
  Results m_results;
  int m_frame = 0;
};

/// Throws Error if the face pairs differ.
void mustAgree(const Results& a, const Results& b);

/// Runs the floor's pass over all faces of a set.
void floorPass(Floor& floor, const BodySet& set, Workers& workers);

}  // namespace pliant::benchmarks
