#include "outsideFaces.h"

#include <pliant/pictures/drawMethods.h>

#include <algorithm>

#include "rods.h"

namespace pliant::detail {
namespace {

constexpr unsigned kLines = 8;                   // of the grid on a face, in each direction
constexpr double kThickness = 0.006;             // of rods [longest side of both boxes]
constexpr double kArrow = 30, kHead = 9;         // lengths [thickness]
constexpr double kHeadWidth = 3.5, kGrid = 0.5;  // [thickness]

Corner wide(const std::array<Real, 3>& p) {
  return cornerOf(p);
}

/// Appends an arrow whose tip is at `tip`.
void appendArrow(DrawnSurface& rods, const Corner& tip, std::size_t axis, double direction, double size,
                 const Colour& colour) {
  Corner from = tip;
  from[axis] -= direction * kArrow * size;
  appendRod(rods, from, tip, 1.6 * size, colour);
  for (std::size_t i = 0; i < 4; ++i) {
    Corner barb = tip;
    barb[axis] -= direction * kHead * size;
    barb[(axis + 1 + i % 2) % 3] += (i < 2 ? 1 : -1) * kHeadWidth * size;
    appendRod(rods, barb, tip, 1.6 * size, colour);
  }
}

}  // namespace

double rodThickness(const PairOfBoxes& pair) {
  Box both = pair.a;
  grow(both, pair.b);
  double longest = 0;
  for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, double{both.max[k]} - double{both.min[k]});
  return kThickness * longest;
}

void appendVolumes(const PairOfBoxes& pair, const LdiPairViews& views, DrawnSurface& rods) {
  const double size = rodThickness(pair);
  appendBoxRods(rods, wide(pair.a.min), wide(pair.a.max), 0.5 * size, pair.colours[0]);
  appendBoxRods(rods, wide(pair.b.min), wide(pair.b.max), 0.5 * size, pair.colours[1]);
  Corner min{}, max{};
  for (std::size_t k = 0; k < 3; ++k) {
    min[k] = std::max(double{pair.a.min[k]}, double{pair.b.min[k]});
    max[k] = std::min(double{pair.a.max[k]}, double{pair.b.max[k]});
  }
  appendBoxRods(rods, min, max, size, kVolumeBoxColour);
  if (views.extended) appendBoxRods(rods, views.a.min, views.a.max, 0.8 * size, kExtendedColour);
}

void appendView(const LdiView& view, const Colour& colour, double size, DrawnSurface& rods) {
  const std::size_t axis = view.axis;
  const double direction = view.ascending ? 1 : -1;
  Corner middle{};
  for (std::size_t k = 0; k < 3; ++k) middle[k] = (view.min[k] + view.max[k]) / 2;
  middle[axis] = view.ascending ? view.min[axis] : view.max[axis];
  for (const std::size_t across : {(axis + 1) % 3, (axis + 2) % 3}) {
    const std::size_t along = 3 - axis - across;
    for (unsigned line = 0; line <= kLines; ++line) {
      Corner from = middle, to = middle;
      from[across] = to[across] = view.min[across] + line * (view.max[across] - view.min[across]) / kLines;
      from[along] = view.min[along];
      to[along] = view.max[along];
      appendRod(rods, from, to, kGrid * size, colour);
    }
  }
  appendArrow(rods, middle, axis, direction, size, colour);
}

void appendViews(const PairOfBoxes& pair, const LdiPairViews& views, DrawnSurface& rods) {
  const double size = rodThickness(pair);
  appendView(views.a, pair.colours[0], size, rods);
  appendView(views.b, pair.colours[1], size, rods);
}

}  // namespace pliant::detail
