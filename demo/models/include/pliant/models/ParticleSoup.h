#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <random>
#include <vector>

namespace pliant::models {

/// The test bed of Ganovelli 2000, section 5: particles in a ball of radius 1. In each step all particles move by the
/// same distance. Each direction deviates from a common random direction by at most `degrees`.
/// At 0 degrees the particles keep their arrangement; at 180 degrees they move independently.
class ParticleSoup {
 public:
  static constexpr int kBackAfter = 64;  ///< steps; then the motion restarts, so the particles stay in a ball

  ParticleSoup(std::size_t count, const std::array<double, 3>& centre, double degrees, unsigned seed);

  void step();
  const Real* positions() const { return m_x.data(); }
  std::size_t count() const { return m_x.size() / 3; }

 private:
  std::array<double, 3> direction();

  std::mt19937 m_random;
  double m_leastCosine;
  std::vector<Real> m_x, m_start;
  int m_steps = 0;
};

}  // namespace pliant::models
