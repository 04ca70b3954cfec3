#pragma once

#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/paperScenes.h>

#include <random>
#include <span>
#include <vector>

namespace pliant::benchmarks {

/// 20,000 particles fall on a Santa of 10,000 faces that deforms (Heidelberger 2003, figure 11).
/// A frame consists of deform, moveParticles, detect and respond, in this order.
class ParticleScene {
 public:
  ParticleScene();

  void deform(int frame);
  void moveParticles();
  void detect();
  void respond();

  std::size_t contacts() const { return m_contacts.size(); }
  const models::ClosedModel& model() const { return m_model; }
  std::span<const Vector3> particles() const { return m_points; }
  /// One per particle: number of frames since its last contact; a large number before the first contact.
  std::span<const int> sinceContact() const { return m_sinceContact; }

 private:
  Real between(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(m_random); }
  Vector3 start(Real height);

  models::ClosedModel m_model;
  std::vector<std::array<Real, 3>> m_rest;
  std::vector<Vector3> m_points, m_velocities;
  std::vector<int> m_sinceContact;
  std::mt19937 m_random{1};
  BodySet m_set;
  LdiDetector m_detector;
  Workers m_workers;
  Results m_results;
  std::vector<InsideContact> m_contacts;
};

}  // namespace pliant::benchmarks
