#pragma once

#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/ClosedModel.h>

#include <random>
#include <span>
#include <vector>

namespace pliant::models {

/// 20,000 particles fall on a Santa of 10,000 faces that deforms (Heidelberger 2003, figure 11). Particles inside are
/// found in an image of 64 pixels. Each is moved to the nearest point of the surface and bounces off.
/// A frame of 1/60 s consists of deform, moveParticles, detect and respond, in this order. The last two may be
/// repeated.
class ParticleFall {
 public:
  /// `exact`: true: particles near the surface are decided exactly. `gap`: distance from the surface after the response
  /// [length].
  explicit ParticleFall(bool exact = false, Real gap = 0);

  void deform(int frame);
  void moveParticles();
  void detect();
  void respond();

  /// Returns the number of particles that the last detect() found inside.
  std::size_t inside() const { return m_results.verticesInside.size(); }
  const ClosedModel& model() const { return m_model; }
  std::span<const Vector3> particles() const { return m_points; }
  /// One per particle: number of frames since its last contact; a large number before the first contact.
  std::span<const int> sinceContact() const { return m_sinceContact; }

 private:
  Real between(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(m_random); }
  Vector3 start(Real height);

  ClosedModel m_model;
  std::vector<std::array<Real, 3>> m_rest;
  std::vector<Vector3> m_points, m_velocities;
  std::vector<int> m_sinceContact;
  std::mt19937 m_random{1};
  Real m_gap;
  BodySet m_set;
  LdiDetector m_detector;
  Workers m_workers;
  Results m_results;
  std::vector<InsideContact> m_contacts;
};

}  // namespace pliant::models
