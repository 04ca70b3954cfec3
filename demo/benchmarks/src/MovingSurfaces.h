#pragma once

#include <pliant/benchmarks/Floor.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Detector.h>
#include <pliant/models/SurfaceModel.h>

#include <array>
#include <vector>

namespace pliant::benchmarks {

// What to ask for: intersecting faces.
inline constexpr Query kWithin{.facePairs = true, .between = false, .self = true};
inline constexpr Query kBetween{.facePairs = true, .between = true, .self = false};
inline constexpr Query kWithinAndBetween{.facePairs = true, .between = true, .self = true};

/// Medians over steps, ms of thread CPU time.
struct StepTimes {
  double read = 0, detection = 0, whole = 0;
};

/// Surfaces in a set that move a little in each step: a gentle wave stands in space and swings. It folds nothing, so
/// that what meets goes on to meet, and what does not stays apart, but for a few faces.
class MovingSurfaces {
 public:
  /// The models, as which it begins, must outlive it. `swept`: the set also knows where vertices were a step before.
  explicit MovingSurfaces(const std::vector<const models::SurfaceModel*>& models, bool swept = false);
  MovingSurfaces(const MovingSurfaces&) = delete;
  MovingSurfaces& operator=(const MovingSurfaces&) = delete;

  BodySet& set() { return m_set; }
  Workers& workers() { return m_workers; }

  /// To where vertices are in the next step; no part of a step's time.
  void move();
  /// Reads them; ms of thread CPU time.
  double read();

  /// What it finds where vertices were read last.
  Results ask(Detector& detector, const Query& query = kWithin);
  /// The same: ms of thread CPU time.
  double detect(Detector& detector, const Query& query = kWithin);
  /// Of the next `steps` steps, after one that is not counted.
  StepTimes time(Detector& detector, int steps, const Query& query = kWithin);

 private:
  using Points = std::vector<std::array<Real, 3>>;
  void place(double swing, std::vector<Points>& points) const;

  std::vector<const models::SurfaceModel*> m_models;
  std::vector<std::vector<float>> m_wave;  // by model and vertex
  std::vector<Points> m_x, m_x0;
  BodySet m_set;
  Workers m_workers;
  Results m_results;
  int m_frame = 0;
};

/// Throws Error where face pairs differ.
void mustAgree(const Results& a, const Results& b);

/// The floor's pass over all faces of a set.
void floorPass(Floor& floor, const BodySet& set, Workers& workers);

}  // namespace pliant::benchmarks
