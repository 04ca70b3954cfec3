#include "soups.h"

#include <pliant/models/ParticleSoup.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace pliant::models {
namespace {

constexpr double kSize = 0.05;  // triangle size; a ball has radius 1
constexpr int kSteps = ParticleSoup::kBackAfter - 1;
constexpr double kApart = 1.35, kTogether = 0.75;  // distance of a soup from the middle, at the start and at the end

/// A soup and its steps so far.
class Walk {
 public:
  Walk(std::size_t triangles, double degrees, unsigned seed)
      : m_count(triangles),
        m_angle(degrees),
        m_seed(seed),
        m_soup(start()),
        m_corners(3 * triangles, {}, 0, 7 + seed) {}

  /// Places the corners of all triangles at a time in [0, 1]. `x`: offset along the x axis.
  void place(double time, double x, SurfaceModel& model) {
    const int step = static_cast<int>(std::lround(time * kSteps));
    if (step < m_steps) {
      m_soup = start();
      m_steps = 0;
    }
    for (; m_steps < step; ++m_steps) m_soup.step();
    for (std::size_t i = 0; i < 9 * m_count; ++i)
      model.points[i / 3][i % 3] = m_soup.positions()[i / 9 * 3 + i % 3] + Real(kSize) * m_corners.positions()[i];
    if (x != 0)
      for (auto& p : model.points) p[0] += static_cast<Real>(x);
  }

 private:
  ParticleSoup start() const { return {m_count, {}, m_angle, m_seed}; }

  std::size_t m_count;
  double m_angle;
  unsigned m_seed;
  ParticleSoup m_soup, m_corners;
  int m_steps = 0;
};

SurfaceModel loose(std::size_t triangles) {
  SurfaceModel model;
  model.points.resize(3 * triangles);
  for (Index i = 0; i < triangles; ++i) model.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  return model;
}

}  // namespace

ModelScene soupOf(std::size_t triangles, double degrees) {
  const auto walk = std::make_shared<Walk>(triangles, degrees, 1);
  return {{{"soup", loose(triangles), true}},
          [walk](double time, std::vector<ModelBody>& all) { walk->place(time, 0, all[0].surface); }};
}

ModelScene twoSoups(std::size_t triangles, double degrees) {
  const auto left = std::make_shared<Walk>(triangles, degrees, 1),
             right = std::make_shared<Walk>(triangles, degrees, 2);
  return {{{"left soup", loose(triangles), true}, {"right soup", loose(triangles), true}},
          [left, right](double time, std::vector<ModelBody>& all) {
            const double away = std::lerp(kApart, kTogether, time);
            left->place(time, -away, all[0].surface);
            right->place(time, away, all[1].surface);
          }};
}

}  // namespace pliant::models
