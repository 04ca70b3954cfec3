#include <cmath>
#include <numbers>

#include "shapes.h"

// The animals face along x. Limbs that are written twice, with opposite z, are on both sides of the body.

namespace pliant::models {
namespace {

std::vector<Limb> pair(const Limb& limb) {
  return {limb, mirrored(limb)};
}

void addPair(ImplicitShape& shape, const Limb& limb, double blend) {
  shape.part(pair(limb), blend);
}

void addFlatPair(ImplicitShape& shape, const Limb& limb, Point normal, double factor, double blend) {
  shape.flatPart(limb, {normal, factor}, blend);
  normal[2] = -normal[2];
  shape.flatPart(mirrored(limb), {normal, factor}, blend);
}

/// Returns upright cones on a spine, at every `every`-th ball from `first` to `last`.
std::vector<Limb> crest(const Limb& spine, std::size_t first, std::size_t last, std::size_t every, double height) {
  std::vector<Limb> spikes;
  for (std::size_t i = first; i < last; i += every) {
    const Ball &a = spine[i - 1], &b = spine[i], &c = spine[i + 1];
    Point along = {c.x - a.x, c.y - a.y, c.z - a.z};
    const double length = std::hypot(along[0], along[1], along[2]);
    for (double& x : along) x /= length;
    Point up = {-along[1] * along[0], 1 - along[1] * along[1], -along[1] * along[2]};
    const double size = std::hypot(up[0], up[1], up[2]);
    const double root = 0.75 * b.radius, tip = b.radius + height * std::sqrt(b.radius);
    // The tip leans back along the spine, which runs from head to tail.
    const auto at = [&](double out, double back, double radius) {
      return Ball{b.x + out * up[0] / size + back * along[0], b.y + out * up[1] / size + back * along[1],
                  b.z + out * up[2] / size + back * along[2], radius};
    };
    spikes.push_back({at(root, 0, 0.3 * b.radius), at(tip, 0.35 * (tip - b.radius), 0.05 * b.radius + 0.004)});
  }
  return spikes;
}

/// Adds the toes of a foot: a fan of limbs from `foot` around the direction `heading` [degrees], measured in the xz
/// plane from the x axis.
void addToes(std::vector<Limb>& limbs, const Ball& foot, double heading, int toes, double length, double radius) {
  for (int i = 0; i < toes; ++i) {
    const double angle = (heading + 42.0 * (i - (toes - 1) / 2.0)) * std::numbers::pi / 180;
    const double c = std::cos(angle), s = std::sin(angle);
    limbs.push_back({{foot.x, foot.y, foot.z, radius * 1.3},
                     {foot.x + 0.6 * length * c, foot.y + 0.1 * length, foot.z + 0.6 * length * s, radius},
                     {foot.x + length * c, radius * 0.6, foot.z + length * s, radius * 0.5}});
  }
}

}  // namespace

ImplicitShape rabbit() {
  ImplicitShape shape;
  shape.part({curved({{-0.42, 0.42, 0, 0.40}, {-0.12, 0.50, 0, 0.37}, {0.20, 0.62, 0, 0.27}})}, 0);
  shape.part({{{0.28, 0.50, 0, 0.23}}}, 0.15);
  shape.part({curved({{0.36, 0.98, 0, 0.24}, {0.50, 0.95, 0, 0.20}, {0.66, 0.89, 0, 0.12}})}, 0.12);
  addPair(shape, {{0.60, 0.88, 0.07, 0.095}}, 0.05);   // cheeks
  addPair(shape, {{0.50, 1.04, 0.165, 0.045}}, 0.01);  // eyes
  shape.part({{{0.775, 0.915, 0, 0.035}}}, 0.02);      // nose
  addFlatPair(
      shape,
      curved(
          {{0.30, 1.14, 0.10, 0.08}, {0.20, 1.42, 0.17, 0.125}, {0.08, 1.70, 0.22, 0.10}, {0.02, 1.84, 0.24, 0.035}}),
      {0.85, 0.25, 0.45}, 2.6, 0.05);
  addPair(shape, curved({{-0.46, 0.42, 0.24, 0.27}, {-0.30, 0.32, 0.32, 0.22}, {-0.10, 0.26, 0.33, 0.16}}), 0.07);
  addPair(shape, curved({{-0.46, 0.10, 0.30, 0.10}, {-0.10, 0.09, 0.34, 0.10}, {0.10, 0.08, 0.35, 0.08}}), 0.05);
  addPair(
      shape,
      curved({{0.26, 0.48, 0.13, 0.13}, {0.38, 0.26, 0.14, 0.085}, {0.42, 0.10, 0.14, 0.08}, {0.55, 0.07, 0.15, 0.07}}),
      0.06);
  shape.part({{{-0.84, 0.36, 0, 0.16}}}, 0.05);
  return shape.relief(0.006, 42);
}

ImplicitShape reptile() {
  ImplicitShape shape;
  const Limb spine = curved({{1.10, 0.36, 0, 0.15},
                             {0.86, 0.34, 0.02, 0.125},
                             {0.55, 0.33, 0.02, 0.17},
                             {0.10, 0.31, -0.04, 0.22},
                             {-0.40, 0.30, 0.02, 0.165},
                             {-0.80, 0.22, 0.12, 0.115},
                             {-1.15, 0.14, 0.36, 0.085},
                             {-1.30, 0.11, 0.75, 0.065},
                             {-1.05, 0.10, 1.08, 0.048},
                             {-0.68, 0.10, 1.05, 0.034},
                             {-0.58, 0.11, 0.80, 0.022},
                             {-0.76, 0.12, 0.66, 0.012}},
                            8);
  shape.part({spine}, 0);
  shape.part({curved({{1.08, 0.39, 0, 0.13}, {1.28, 0.39, 0, 0.09}, {1.45, 0.37, 0, 0.055}})}, 0.05);  // upper jaw
  shape.part({curved({{1.08, 0.29, 0, 0.10}, {1.24, 0.23, 0, 0.06}, {1.38, 0.19, 0, 0.04}})}, 0.03);   // lower jaw
  addPair(shape, {{1.13, 0.475, 0.085, 0.05}}, 0.015);                                                 // eyes
  std::vector<Limb> legs, toes;
  for (const double side : {1.0, -1.0}) {
    const double step = 0.09 * side;  // a walking pose
    const Ball front{0.70 + step, 0.05, side * 0.56, 0.05}, hind{-0.36 - step, 0.05, side * 0.58, 0.05};
    legs.push_back(curved({{0.52, 0.32, side * 0.10, 0.10},
                           {0.50, 0.34, side * 0.40, 0.075},
                           {0.60 + step, 0.18, side * 0.52, 0.055},
                           front}));
    legs.push_back(curved({{-0.36, 0.30, side * 0.08, 0.12},
                           {-0.28, 0.36, side * 0.40, 0.085},
                           {-0.42 - step, 0.18, side * 0.55, 0.06},
                           hind}));
    addToes(toes, front, 25 * side, 5, 0.20, 0.024);
    addToes(toes, hind, 30 * side, 5, 0.22, 0.026);
  }
  shape.part(legs, 0.06).part(toes, 0.025);
  shape.part(crest(spine, 6, spine.size() - 22, 3, 0.20), 0.02);
  return shape.relief(0.005, 75);
}

ImplicitShape dragon() {
  ImplicitShape shape;
  const Limb spine = curved({{1.06, 1.08, 0.02, 0.125},
                             {0.90, 1.00, -0.02, 0.115},
                             {0.76, 0.78, -0.06, 0.135},
                             {0.60, 0.54, -0.04, 0.19},
                             {0.22, 0.42, 0.06, 0.225},
                             {-0.20, 0.50, 0.12, 0.215},
                             {-0.56, 0.46, 0.00, 0.18},
                             {-0.84, 0.30, -0.16, 0.135},
                             {-1.14, 0.20, -0.12, 0.105},
                             {-1.32, 0.32, 0.10, 0.085},
                             {-1.20, 0.58, 0.24, 0.072},
                             {-0.92, 0.78, 0.20, 0.060},
                             {-0.72, 0.98, 0.04, 0.048},
                             {-0.82, 1.22, -0.10, 0.038},
                             {-1.06, 1.26, -0.08, 0.030},
                             {-1.12, 1.10, 0.02, 0.024}},
                            8);
  shape.part({spine}, 0);
  shape.part({curved({{1.08, 1.12, 0.02, 0.13}, {1.30, 1.09, 0.03, 0.095}, {1.50, 1.07, 0.04, 0.065}})}, 0.06);
  shape.part({curved({{1.06, 1.02, 0.02, 0.10}, {1.24, 0.93, 0.03, 0.062}, {1.40, 0.89, 0.04, 0.04}})}, 0.03);
  shape.part({{{1.51, 1.12, 0.075, 0.03}}, {{1.51, 1.12, 0.005, 0.03}}}, 0.02);  // nostrils
  shape.part({curved({{1.05, 1.20, 0.10, 0.045},
                      {0.90, 1.34, 0.17, 0.035},
                      {0.74, 1.38, 0.20, 0.027},
                      {0.62, 1.50, 0.19, 0.020}}),
              curved({{1.05, 1.20, -0.06, 0.045},
                      {0.90, 1.34, -0.13, 0.035},
                      {0.74, 1.38, -0.16, 0.027},
                      {0.62, 1.50, -0.15, 0.020}})},
             0.03);                                                               // horns
  shape.part({{{1.20, 1.20, 0.10, 0.042}}, {{1.20, 1.20, -0.05, 0.042}}}, 0.02);  // brows
  shape.part({curved({{1.44, 1.05, 0.09, 0.032},
                      {1.56, 1.00, 0.22, 0.029},
                      {1.50, 0.88, 0.32, 0.026},
                      {1.58, 0.78, 0.36, 0.022}}),
              curved({{1.44, 1.05, -0.01, 0.032},
                      {1.56, 1.00, -0.14, 0.029},
                      {1.50, 0.88, -0.24, 0.026},
                      {1.58, 0.78, -0.28, 0.022}})},
             0.015);  // whiskers
  std::vector<Limb> legs, toes;
  for (const double side : {1.0, -1.0}) {
    const double step = 0.10 * side;
    const Ball front{0.74 + step, 0.06, 0.04 + side * 0.34, 0.055}, hind{-0.40 - step, 0.06, 0.04 + side * 0.38, 0.06};
    legs.push_back(curved({{0.56, 0.46, side * 0.12, 0.13},
                           {0.50, 0.32, side * 0.30, 0.09},
                           {0.66 + step, 0.18, 0.02 + side * 0.34, 0.062},
                           front}));
    legs.push_back(curved({{-0.46, 0.44, 0.04 + side * 0.12, 0.15},
                           {-0.34, 0.32, 0.04 + side * 0.32, 0.105},
                           {-0.50 - step, 0.18, 0.04 + side * 0.37, 0.07},
                           hind}));
    addToes(toes, front, 12 * side, 4, 0.17, 0.026);
    addToes(toes, hind, 12 * side, 4, 0.19, 0.028);
  }
  shape.part(legs, 0.07).part(toes, 0.025);
  shape.part(crest(spine, 5, spine.size() - 10, 3, 0.22), 0.02);
  return shape.relief(0.007, 80);
}

}  // namespace pliant::models
