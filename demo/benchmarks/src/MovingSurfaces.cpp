#include "MovingSurfaces.h"

#include <pliant/benchmarks/Clock.h>
#include <pliant/detectors/Error.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <cmath>

namespace pliant::benchmarks {
namespace {

// The slope of the wave is below 0.1, so that it moves no two points to the same place.
constexpr std::array<double, 3> kWaves{2.6, 2.1, -2.9}, kSwing{0.011, 0.014, 0.009};
constexpr double kStep = 0.05;  // phase of the oscillation per step [rad]

}  // namespace

MovingSurfaces::MovingSurfaces(const std::vector<const models::SurfaceModel*>& models) : m_models(models) {
  for (const models::SurfaceModel* model : models) {
    auto& wave = m_wave.emplace_back();
    for (const auto& p : model->points)
      wave.push_back(
          static_cast<float>(std::sin(kWaves[0] * double{p[0]} + kWaves[1] * double{p[1]} + kWaves[2] * double{p[2]})));
    m_x.push_back(model->points);
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    BodyView view = models[i]->view();
    view.positions.data = m_x[i].front().data();
    m_set.add(view);
  }
  m_set.update();
}

void MovingSurfaces::move() {
  const double swing = std::sin(kStep * ++m_frame);
  for (std::size_t i = 0; i < m_x.size(); ++i)
    for (std::size_t v = 0; v < m_x[i].size(); ++v)
      for (std::size_t k = 0; k < 3; ++k)
        m_x[i][v][k] = static_cast<Real>(double{m_models[i]->points[v][k]} + swing * kSwing[k] * double{m_wave[i][v]});
}

double MovingSurfaces::read() {
  const double start = threadCpuMs();
  m_set.update(m_workers);
  return threadCpuMs() - start;
}

Results MovingSurfaces::ask(Detector& detector, const Query& query) {
  detect(detector, query);
  return m_results;
}

double MovingSurfaces::detect(Detector& detector, const Query& query) {
  const double start = threadCpuMs();
  detector.update(m_set, m_workers);
  detector.query(m_set, query, m_results, m_workers);
  return threadCpuMs() - start;
}

StepTimes MovingSurfaces::time(Detector& detector, int steps, const Query& query) {
  std::vector<double> reads, detections, wholes;
  for (int step = -1; step < steps; ++step) {
    move();
    const double readMs = read(), detection = detect(detector, query);
    if (step < 0) continue;
    reads.push_back(readMs);
    detections.push_back(detection);
    wholes.push_back(readMs + detection);
  }
  return {Spread::of(reads).median, Spread::of(detections).median, Spread::of(wholes).median};
}

void mustAgree(const Results& a, const Results& b) {
  const bool same =
      std::equal(a.facePairs.begin(), a.facePairs.end(), b.facePairs.begin(), b.facePairs.end(),
                 [](const FacePair& x, const FacePair& y) {
                   return x.bodyA == y.bodyA && x.faceA == y.faceA && x.bodyB == y.bodyB && x.faceB == y.faceB;
                 });
  if (!same) throw Error("detectors that must agree find different pairs of faces");
}

void floorPass(Floor& floor, const BodySet& set, Workers& workers) {
  floor.runFaces(&set.positions().front().x, set.faces().front().data(), set.faces().size(), workers);
}

}  // namespace pliant::benchmarks
