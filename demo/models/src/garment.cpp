#include <pliant/models/garment.h>
#include <pliant/models/polygonise.h>

#include <cmath>
#include <numbers>

#include "shapes.h"
#include "sheet.h"

namespace pliant::models {
namespace {

// Shares of the form's height, from its middle.
constexpr double kHem = -0.34, kChest = 0.17;    // the dress's hem; the middle of the chest
constexpr double kNeckUp = 79, kFlare = 0.16;    // angle of the neck's opening at the chest [degrees]; skirt
constexpr double kGap = 0.02, kAlongSide = 0.7;  // distance from the form; share of the rows below the chest

/// Returns how far a ray from `from` in direction `d` reaches until it has left the surface; 0 if it misses.
double lastHit(const ClosedModel& model, const Point& from, const Point& d) {
  double last = 0;
  for (const Triangle& t : model.faces) {
    Point e[2], s;
    for (std::size_t k = 0; k < 3; ++k) {
      const double a = double{model.points[t[0]][k]};
      e[0][k] = double{model.points[t[1]][k]} - a;
      e[1][k] = double{model.points[t[2]][k]} - a;
      s[k] = from[k] - a;
    }
    const auto cross = [](const Point& a, const Point& b) {
      return Point{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    const auto dot = [](const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
    // Möller and Trumbore 1997.
    const Point p = cross(d, e[1]);
    const double det = dot(e[0], p);
    if (std::abs(det) < 1e-14) continue;
    const double u = dot(s, p) / det;
    if (u < 0 || u > 1) continue;
    const Point q = cross(s, e[0]);
    const double v = dot(d, q) / det, reach = dot(e[1], q) / det;
    if (v >= 0 && u + v <= 1) last = std::max(last, reach);
  }
  return last;
}

}  // namespace

const ClosedModel& tailorsForm() {
  static const ClosedModel form = [] {
    ImplicitShape shape;
    shape.flatPart(
        curved({{0, 0.30, 0, 0.17}, {0, 0.78, 0, 0.185}, {0, 1.02, 0, 0.135}, {0, 1.24, 0, 0.170}, {0, 1.36, 0, 0.12}}),
        {{0, 0, 1}, 1.3}, 0.03);
    shape.part({curved({{0, 1.38, 0, 0.07}, {0, 1.48, 0, 0.058}, {0, 1.60, 0, 0.055}})}, 0.05);
    shape.part(bothSides({{0, 1.32, 0, 0.10}, {0.17, 1.31, 0, 0.085}}), 0.06);
    return polygonise(shape, 3000);
  }();
  return form;
}

Garment dressOnForm(Index rows, Index columns) {
  const ClosedModel& form = tailorsForm();
  const double column = 2 * std::numbers::pi / columns, steepest = kNeckUp * std::numbers::pi / 180;
  const double row = steepest / (rows * (1 - kAlongSide));
  // The farthest of several rays around a vertex, so that faces between vertices do not cut the form.
  const auto reach = [&](double y, double up, double around) {
    double most = 0;
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) {
        const double a = around + i * column, e = up == 0 ? 0 : up + j * row;
        const Point d{std::cos(a) * std::cos(e), std::sin(e), std::sin(a) * std::cos(e)};
        most = std::max(most, lastHit(form, {0, up == 0 ? y + 0.02 * j : y, 0}, d));
      }
    return most + kGap;
  };
  Garment dress;
  dress.rows = rows;
  dress.columns = columns;
  static_cast<SurfaceModel&>(dress) = sheet(rows, columns, true, [&](double u, double v) {
    const double around = 2 * std::numbers::pi * v, side = std::min(1.0, u / kAlongSide);
    const double y = std::lerp(kHem, kChest, side), up = steepest * std::max(0.0, u - kAlongSide) / (1 - kAlongSide);
    const double wide = kFlare * (1 - smoothStep(0, 0.8, side)) * (0.7 + 0.3 * std::cos(9 * around));
    const double out = reach(y, up, around) + wide;
    return Point{out * std::cos(around) * std::cos(up), y + out * std::sin(up), out * std::sin(around) * std::cos(up)};
  });
  return dress;
}

}  // namespace pliant::models
