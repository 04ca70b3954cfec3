#include <pliant/models/ParticleSoup.h>

#include <cmath>

namespace pliant::models {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kWay = 0.01;  // distance of a step; the ball has radius 1

}  // namespace

ParticleSoup::ParticleSoup(std::size_t count, const std::array<double, 3>& centre, double degrees, unsigned seed)
    : m_random(seed), m_leastCosine(std::cos(degrees * kPi / 180)) {
  std::uniform_real_distribution<double> in(0, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto d = direction();
    const double radius = std::cbrt(in(m_random));
    for (std::size_t k = 0; k < 3; ++k) m_x.push_back(static_cast<Real>(centre[k] + radius * d[k]));
  }
  m_start = m_x;
}

std::array<double, 3> ParticleSoup::direction() {
  std::uniform_real_distribution<double> height(-1, 1), angle(0, 2 * kPi);
  const double z = height(m_random), a = angle(m_random), r = std::sqrt(1 - z * z);
  return {r * std::cos(a), r * std::sin(a), z};
}

void ParticleSoup::step() {
  if (++m_steps % kBackAfter == 0) m_x = m_start;
  const auto main = direction();
  std::uniform_real_distribution<double> cosine(m_leastCosine, 1);
  for (std::size_t i = 0; i < m_x.size(); i += 3) {
    // Combines the main direction with a random perpendicular one; the cosine of the angle between result and main
    // direction is random.
    const auto other = direction();
    double along = 0, length = 0;
    for (std::size_t k = 0; k < 3; ++k) along += main[k] * other[k];
    std::array<double, 3> aside;
    for (std::size_t k = 0; k < 3; ++k) {
      aside[k] = other[k] - along * main[k];
      length += aside[k] * aside[k];
    }
    const double c = cosine(m_random), s = length > 0 ? std::sqrt((1 - c * c) / length) : 0;
    for (std::size_t k = 0; k < 3; ++k) m_x[i + k] += static_cast<Real>(kWay * (c * main[k] + s * aside[k]));
  }
}

}  // namespace pliant::models
