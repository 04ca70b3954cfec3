#include <pliant/models/paperScenes.h>

#include <array>
#include <cmath>

namespace pliant::models {
namespace {

constexpr std::array<Overlap, 7> kOverlaps = {{
    {PaperModel::Knot, PaperModel::Rabbit, false, {0, 0, 0}, {0.33, -0.63, 0.05}},
    {PaperModel::Knot, PaperModel::Rabbit, true, {0, -20, 0}, {0.05, -0.10, 0.02}},
    {PaperModel::Rabbit, PaperModel::Reptile, false, {0, 0, 0}, {0.62, -0.18, 0.12}},
    {PaperModel::Rabbit, PaperModel::Reptile, true, {0, 15, 25}, {0.02, -0.12, 0}},
    {PaperModel::Reptile, PaperModel::Santa, false, {0, 0, 0}, {0.60, 0.18, -0.20}},
    {PaperModel::Reptile, PaperModel::Santa, true, {80, 0, -75}, {-0.10, 0.0, 0.05}},
    {PaperModel::Knot, PaperModel::Dragon, true, {0, 30, 30}, {0, 0.12, 0}},
}};

}  // namespace

std::span<const Overlap> paperOverlaps() {
  return kOverlaps;
}

ClosedModel secondOf(const Overlap& overlap) {
  ClosedModel model = paperModel(overlap.second);
  model.turn(overlap.turned);
  model.move(overlap.moved);
  return model;
}

ClosedModel phoneInHand() {
  ClosedModel phone = paperModel(PaperModel::Phone);
  phone.scale(0.46);
  phone.turn({0, 0, -6});
  phone.move({0.02, 0.10, 0.145});
  return phone;
}

ClosedModel fallingHat(double down) {
  ClosedModel hat = paperModel(PaperModel::Hat);
  hat.scale(0.72);
  hat.turn({8, 0, 6});
  hat.move({0.02, 0.62 - 0.30 * down, 0.10});
  return hat;
}

void deformSanta(double seconds, std::span<const std::array<Real, 3>> rest, std::span<std::array<Real, 3>> points) {
  // Santa sways from side to side, twists his upper part, and breathes.
  const double sway = 0.25 * std::sin(2.2 * seconds), twist = 0.9 * std::sin(1.7 * seconds),
               breath = 0.06 * std::sin(3.1 * seconds);
  for (std::size_t v = 0; v < rest.size(); ++v) {
    const double height = double{rest[v][1]} + 0.5, wide = 1 + breath * std::sin(3 * height);
    const double angle = twist * height, c = std::cos(angle), s = std::sin(angle);
    const double x = wide * double{rest[v][0]}, z = wide * double{rest[v][2]};
    points[v] = {static_cast<Real>(c * x + s * z + sway * height * height), rest[v][1],
                 static_cast<Real>(c * z - s * x)};
  }
}

void bendDragon(double phase, std::span<const std::array<Real, 3>> rest, std::span<std::array<Real, 3>> points) {
  for (std::size_t v = 0; v < rest.size(); ++v) {
    const double x = double{rest[v][0]};
    points[v] = {rest[v][0], static_cast<Real>(double{rest[v][1]} + 0.03 * std::sin(6 * x + phase)),
                 static_cast<Real>(double{rest[v][2]} + 0.04 * std::sin(5 * x - phase))};
  }
}

}  // namespace pliant::models
