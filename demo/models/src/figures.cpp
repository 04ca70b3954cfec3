#include <cmath>
#include <numbers>

#include "shapes.h"

// The figures face along z. Limbs on both sides of a body are written once, for +x.

namespace pliant::models {
namespace {

/// Returns a ring around the y axis, shifted by `z`.
Limb hoop(double y, double z, double radius, double thickness) {
  Limb limb;
  for (int i = 0; i <= 24; ++i) {
    const double angle = 2 * std::numbers::pi * i / 24;
    limb.push_back({radius * std::cos(angle), y, z + radius * std::sin(angle), thickness});
  }
  return limb;
}

}  // namespace

ImplicitShape santa() {
  ImplicitShape shape;
  shape.part({curved({{0, 0.36, 0, 0.40}, {0, 0.66, 0.03, 0.42}, {0, 0.98, 0, 0.30}, {0, 1.14, 0, 0.22}})}, 0);
  shape.part({hoop(0.60, 0.02, 0.415, 0.055)}, 0.01);                 // belt
  shape.flatPart({{0, 0.60, 0.475, 0.085}}, {{0, 0, 1}, 2.5}, 0.01);  // buckle
  shape.part({hoop(0.13, 0, 0.33, 0.085)}, 0.02);                     // hem of the coat
  shape.part({{{0, 1.36, 0.02, 0.215}}}, 0.04);                       // head
  shape.part({{{0, 1.36, 0.255, 0.055}}}, 0.015);                     // nose
  shape.part(bothSides({{0.085, 1.415, 0.205, 0.035}}), 0.01);        // eyes
  shape.part(bothSides({{0.13, 1.33, 0.16, 0.07}}), 0.03);            // cheeks
  shape.flatPart(curved({{0, 1.24, 0.14, 0.17}, {0, 1.06, 0.26, 0.20}, {0, 0.86, 0.38, 0.10}, {0, 0.74, 0.45, 0.03}}),
                 {{0, 0.4, 0.9}, 1.5}, 0.04);  // beard
  shape.part(bothSides(curved({{0.02, 1.29, 0.25, 0.045}, {0.11, 1.24, 0.25, 0.042}, {0.20, 1.25, 0.20, 0.018}})),
             0.015);                                    // moustache
  shape.part({hoop(1.50, 0.01, 0.185, 0.065)}, 0.015);  // fur of the hat
  shape.part({curved({{0, 1.54, 0, 0.19},
                      {0, 1.68, -0.02, 0.155},
                      {0.06, 1.82, -0.03, 0.115},
                      {0.18, 1.90, -0.02, 0.08},
                      {0.29, 1.84, 0.01, 0.055},
                      {0.34, 1.72, 0.03, 0.04}})},
             0.02);
  shape.part({{{0.355, 1.63, 0.035, 0.085}}}, 0.01);  // bobble
  shape.part({curved({{0.27, 1.02, 0, 0.13}, {0.50, 0.80, 0.08, 0.115}, {0.50, 0.60, 0.30, 0.10}}),
              curved({{-0.27, 1.02, 0, 0.13}, {-0.50, 0.96, 0.04, 0.115}, {-0.42, 1.14, 0.16, 0.10}})},
             0.05);                                                                   // arms
  shape.part({{{0.50, 0.56, 0.345, 0.115}}, {{-0.405, 1.19, 0.185, 0.115}}}, 0.012);  // cuffs
  shape.part(
      {{{0.49, 0.50, 0.43, 0.09}, {0.44, 0.52, 0.47, 0.045}}, {{-0.38, 1.29, 0.18, 0.085}, {-0.36, 1.28, 0.10, 0.05}}},
      0.015);  // mittens
  shape.part({curved({{-0.34, 1.30, 0.12, 0.05},
                      {-0.28, 1.22, -0.16, 0.075},
                      {-0.20, 1.08, -0.36, 0.15},
                      {-0.10, 0.80, -0.50, 0.33},
                      {-0.06, 0.60, -0.50, 0.33}})},
             0.02);  // sack
  shape.part(bothSides(curved({{0.17, 0.16, 0, 0.19}, {0.19, -0.12, 0, 0.135}, {0.19, -0.30, 0, 0.125}})), 0.05);
  shape.part(bothSides({{0.19, -0.27, 0, 0.155}}), 0.01);  // tops of the boots
  shape.part(bothSides(curved({{0.19, -0.42, 0, 0.13}, {0.20, -0.45, 0.10, 0.115}, {0.215, -0.46, 0.22, 0.10}})), 0.04);
  return shape.relief(0.002, 50);
}

ImplicitShape mouse() {
  ImplicitShape shape;
  shape.part({curved({{0, 0.34, -0.02, 0.30}, {0, 0.50, 0, 0.27}, {0, 0.72, 0.02, 0.17}})}, 0);
  shape.part({{{0, 1.00, 0.06, 0.27}}}, 0.08);
  shape.part({curved({{0, 0.95, 0.22, 0.17}, {0, 0.92, 0.40, 0.105}, {0, 0.93, 0.52, 0.06}})}, 0.08);
  shape.part({{{0, 0.965, 0.575, 0.05}}}, 0.01);
  shape.part(bothSides({{0.10, 1.08, 0.285, 0.05}}), 0.01);
  shape.flatPart({{0.29, 1.27, 0, 0.20}}, {{0.35, 0, 1}, 3.2}, 0.05);
  shape.flatPart({{-0.29, 1.27, 0, 0.20}}, {{-0.35, 0, 1}, 3.2}, 0.05);
  shape.part(bothSides(curved({{0.17, 0.66, 0.04, 0.09}, {0.33, 0.50, 0.10, 0.065}, {0.30, 0.42, 0.28, 0.06}})), 0.04);
  shape.part(bothSides({{0.29, 0.42, 0.33, 0.075}}), 0.03);
  shape.part(bothSides(curved({{0.18, 0.20, 0.04, 0.16}, {0.22, 0.08, 0.08, 0.10}, {0.24, 0.07, 0.32, 0.085}})), 0.05);
  shape.part({curved({{0, 0.20, -0.26, 0.06},
                      {0.06, 0.10, -0.50, 0.045},
                      {0.30, 0.08, -0.64, 0.038},
                      {0.52, 0.20, -0.54, 0.035},
                      {0.56, 0.42, -0.42, 0.033},
                      {0.68, 0.52, -0.40, 0.030}})},
             0.04);
  return shape;
}

ImplicitShape openHand() {
  ImplicitShape shape;
  shape.flatPart(curved({{0.02, 0.10, 0, 0.17}, {0.01, 0.30, 0, 0.22}, {0, 0.47, 0, 0.22}}), {{0, 0, 1}, 1.9}, 0);
  shape.part({curved({{0.01, -0.30, 0, 0.105}, {0.01, -0.10, 0, 0.105}, {0.01, 0.08, 0, 0.12}})}, 0.08);
  const auto finger = [](double x, double top, double lean, double radius) {
    return curved({{x, 0.40, 0, radius * 1.1},
                   {x + 0.35 * lean, 0.62, 0, radius},
                   {x + 0.65 * lean, 0.5 * (top + 0.62), 0, radius * 0.95},
                   {x + lean, top, 0, radius * 0.92}});
  };
  shape.part({finger(-0.170, 0.98, -0.09, 0.050)}, 0.02);
  shape.part({finger(-0.057, 1.07, -0.03, 0.050)}, 0.02);
  shape.part({finger(0.057, 1.02, 0.04, 0.048)}, 0.02);
  shape.part({finger(0.165, 0.88, 0.10, 0.048)}, 0.02);
  shape.part({curved({{-0.10, 0.12, 0.02, 0.10},
                      {-0.24, 0.26, 0.03, 0.080},
                      {-0.33, 0.40, 0.03, 0.060},
                      {-0.39, 0.54, 0.03, 0.046}})},
             0.04);
  return shape;
}

}  // namespace pliant::models
