#include "LdiScene.h"

#include <pliant/benchmarks/Clock.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/paperScenes.h>
#include <pliant/plugin/StepStatistics.h>

#include <cmath>
#include <random>

namespace pliant::benchmarks {
namespace {

constexpr std::size_t kParticles = 20'000;
constexpr Real kStep = Real(1) / 60, kGravity = Real(-2), kKept = Real(0.5);  // of the normal velocity after a bounce

class Scene {
 public:
  Scene()
      : m_model(models::paperModel(models::PaperModel::SmallSanta)),
        m_rest(m_model.points),
        m_detector(nullptr, {.grid = {.resolution = 64}}) {
    for (std::size_t i = 0; i < kParticles; ++i) {
      m_points.push_back(start(between(-1, 1)));
      m_velocities.push_back(Vector3::Zero());
    }
    m_set.add(m_model.view());
    BodyView cloud;
    cloud.positions = {m_points.front().data(), static_cast<Index>(kParticles), 3};
    m_set.add(cloud);
  }

  void deform(int frame) { models::deformSanta(double{kStep} * frame, m_rest, m_model.points); }

  void moveParticles() {
    for (std::size_t i = 0; i < kParticles; ++i) {
      m_velocities[i][1] += kStep * kGravity;
      m_points[i] += kStep * m_velocities[i];
      if (m_points[i][1] > Real(-0.8)) continue;
      m_points[i] = start(1);
      m_velocities[i].setZero();
    }
  }

  void detect() {
    Query query;
    query.verticesInside = true;
    m_set.update(m_workers);
    m_detector.update(m_set, m_workers);
    m_detector.query(m_set, query, m_results, m_workers);
  }

  void respond() {
    m_detector.contacts(m_set, m_results.verticesInside, m_contacts, m_workers);
    for (const InsideContact& contact : m_contacts) {
      const Index i = contact.inside.vertex;
      m_points[i] = contact.point;
      const Real inward = std::min(Real(0), m_velocities[i].dot(contact.normal));
      m_velocities[i] -= (1 + kKept) * inward * contact.normal;
    }
  }

  std::size_t contacts() const { return m_contacts.size(); }

 private:
  Real between(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(m_random); }
  Vector3 start(Real height) { return {between(Real(-0.5), Real(0.5)), height, between(Real(-0.3), Real(0.3))}; }

  models::ClosedModel m_model;
  std::vector<std::array<Real, 3>> m_rest;
  std::vector<Vector3> m_points, m_velocities;
  std::mt19937 m_random{1};
  BodySet m_set;
  LdiDetector m_detector;
  Workers m_workers;
  Results m_results;
  std::vector<InsideContact> m_contacts;
};

}  // namespace

Table particleScene(int frames) {
  Scene scene;
  std::vector<double> deformed, moved, detected, responded, all;
  double contacts = 0;
  const int warmUp = std::max(10, frames / 4);
  for (int frame = -warmUp; frame < frames; ++frame) {
    const double start = threadCpuMs();
    scene.deform(frame);
    const double shaped = threadCpuMs();
    scene.moveParticles();
    const double fallen = threadCpuMs();
    scene.detect();
    const double found = threadCpuMs();
    scene.respond();
    const double end = threadCpuMs();
    if (frame < 0) continue;
    deformed.push_back(shaped - start);
    moved.push_back(fallen - shaped);
    detected.push_back(found - fallen);
    responded.push_back(end - found);
    all.push_back(end - start);
    contacts += double(scene.contacts()) / frames;
  }
  Table table;
  table.name = "ldi-2003-particles";
  table.caption =
      "20,000 particles rain on a Santa of 10,000 faces that deforms, 64 x 64, ms a frame; the paper's frames per "
      "second "
      "hold the drawing on the screen as well";
  table.columns = {"deformation", "dynamics", "detection", "response", "all", "contacts", "frames/s", "paper frames/s"};
  table.rows.push_back({median(deformed), median(moved), median(detected), median(responded), median(all), contacts,
                        1000 / median(all), 29.0});
  return table;
}

}  // namespace pliant::benchmarks
