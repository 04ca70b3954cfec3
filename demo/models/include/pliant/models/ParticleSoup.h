#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <random>
#include <vector>

namespace pliant::models {

/// The test bed of Ganovelli 2000, section 5: particles in a ball that in each step go as far in a random direction,
/// each aside from it by at most an angle. At 0 they keep their order, at 180 degrees they go anywhere.
class ParticleSoup {
 public:
  static constexpr int kBackAfter = 64;  ///< steps: then it is at its start again, so that the ball stays one

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
