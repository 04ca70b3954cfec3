#include <pliant/models/clothSheet.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "points.h"
#include "sheet.h"

namespace pliant::models {
namespace {

/// A wave on the cloth: number of periods along each side, phase [rad], amplitude [length].
struct Wave {
  double alongU, alongV, phase;
  Point swing;
};

// kStretch keeps the cloth flat; the other waves also lift it.
constexpr std::array<Wave, 2> kStretch = {{{1, 1, 0.3, {0.02, 0, 0.01}}, {2, -1, 1.7, {0.01, 0, -0.02}}}};
constexpr std::array<Wave, 4> kWrinkles = {
    {{5, 2, 0.2, {0, 0.016, 0}}, {-3, 6, 1.1, {0, 0.014, 0}}, {8, -3, 2.5, {0, 0.007, 0}}, {9, 9, 4.0, {0, 0.004, 0}}}};
// The horizontal amplitudes are similar to the vertical ones, so a crest leans over its neighbour.
constexpr std::array<Wave, 5> kCrumples = {{{3, 1, 0.2, {0.034, 0.056, 0.015}},
                                            {-2, 4, 1.1, {-0.019, 0.041, 0.034}},
                                            {6, 3, 2.5, {0.018, 0.018, -0.014}},
                                            {5, -6, 4.0, {-0.015, 0.015, 0.016}},
                                            {9, 7, 5.1, {0.007, 0.008, 0.008}}}};

template <std::size_t N>
void add(const std::array<Wave, N>& waves, double u, double v, double time, Point& p) {
  for (const Wave& wave : waves) {
    const double swing = std::sin(kTurn * (wave.alongU * u + wave.alongV * v) + wave.phase + time);
    for (std::size_t k = 0; k < 3; ++k) p[k] += swing * wave.swing[k];
  }
}

/// Returns a point of an almost flat ring of more than one turn. The ends of the ring overlap, and one side of each end
/// is below the other end.
Point wound(double u, double v, double time) {
  const double turned = 1.3 * kTurn * (u - 0.5), radius = 0.15 + 0.35 * v;
  const double height = 0.1 * (u - 0.5) * (v - 0.5) + 0.01 * std::cos(turned + time);
  return {radius * std::cos(turned), height, radius * std::sin(turned)};
}

}  // namespace

SurfaceModel clothSheet(std::size_t faces, ClothShape shape, double time) {
  const auto n = std::max<Index>(1, static_cast<Index>(std::lround(std::sqrt(double(faces) / 2))));
  return sheet(n, n, false, [&](double u, double v) {
    if (shape == ClothShape::Wound) return wound(u, v, time);
    Point p{u - 0.5, 0, v - 0.5};
    if (shape == ClothShape::Flat) add(kStretch, u, v, time, p);
    if (shape == ClothShape::Wrinkled) add(kWrinkles, u, v, time, p);
    if (shape == ClothShape::Crumpled) add(kCrumples, u, v, time, p);
    return p;
  });
}

}  // namespace pliant::models
