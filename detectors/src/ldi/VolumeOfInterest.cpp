#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace pliant {
namespace {

/// Intersection of two boxes along one axis.
struct Side {
  double min, max;
  bool aBelow, bBelow;  // the interval is [a.min, b.max] ([b.min, a.max]): opposite outside faces

  double length() const { return max - min; }
};

Side sideOf(const Box& a, const Box& b, int axis) {
  const auto i = static_cast<std::size_t>(axis);
  return {std::max(a.min[i], b.min[i]), std::min(a.max[i], b.max[i]), a.min[i] >= b.min[i] && b.max[i] <= a.max[i],
          b.min[i] >= a.min[i] && a.max[i] <= b.max[i]};
}

void check(const LdiGrid& grid) {
  if (grid.axis > LdiGrid::Axis::Z) {
    throw Error("axis " + std::to_string(static_cast<int>(grid.axis)) + " of a view is not one of Nearest, X, Y and Z");
  }
  if (grid.resolution < 1 || grid.resolution > kMostLdiResolution) {
    throw Error("resolution " + std::to_string(grid.resolution) + " is not from 1 to " +
                std::to_string(kMostLdiResolution));
  }
}

void setGrid(LdiView& view, const LdiGrid& grid, double longest) {
  const double side = longest / grid.resolution;
  const auto pixels = [&](int axis, double& pixel) {
    const double length = view.max[static_cast<std::size_t>(axis)] - view.min[static_cast<std::size_t>(axis)];
    pixel = grid.stretched ? length / grid.resolution : side;
    if (grid.stretched) return grid.resolution;
    const double count = std::ceil(length / side);
    // Without extent the count is 0 or NaN. Rounding may make it too large by one for the longest side.
    return count >= 1 ? static_cast<Index>(std::min<double>(count, grid.resolution)) : 1;
  };
  view.width = pixels(view.columnAxis(), view.pixel[0]);
  view.height = pixels(view.rowAxis(), view.pixel[1]);
}

}  // namespace

std::optional<LdiPairViews> volumeOfInterest(const Box& a, const Box& b, const LdiGrid& grid) {
  check(grid);
  LdiPairViews views;
  std::array<Side, 3> sides;
  double longest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    sides[i] = sideOf(a, b, static_cast<int>(i));
    if (!(sides[i].min <= sides[i].max)) return std::nullopt;
    views.a.min[i] = sides[i].min;
    views.a.max[i] = sides[i].max;
    longest = std::max(longest, sides[i].length());
  }
  // Prefers an axis with opposite outside faces, then the axis with the shortest side.
  std::size_t axis = 0;
  if (grid.axis == LdiGrid::Axis::Nearest) {
    const auto eligible = [&](std::size_t i) { return sides[i].aBelow || sides[i].bBelow; };
    for (std::size_t i = 1; i < 3; ++i) {
      if (eligible(i) != eligible(axis) ? eligible(i) : sides[i].length() < sides[axis].length()) axis = i;
    }
  } else {
    axis = static_cast<std::size_t>(grid.axis) - 1;
  }
  views.a.axis = static_cast<std::uint8_t>(axis);
  views.outside = sides[axis].aBelow || sides[axis].bBelow;
  // If both directions are possible, the choice changes no bit of an answer: depths from above and below are exact
  // mirror images.
  const bool aIsInner = a.min[axis] > b.min[axis] || a.max[axis] < b.max[axis];
  bool aLooksUp = views.outside ? sides[axis].aBelow : aIsInner;
  if (!views.outside && grid.depths == LdiGrid::Depths::Extended) {
    const Box& outer = aIsInner ? b : a;
    const double down = sides[axis].min - outer.min[axis], up = outer.max[axis] - sides[axis].max;
    if (up <= down) {
      views.a.max[axis] = outer.max[axis];
    } else {
      views.a.min[axis] = outer.min[axis];
      aLooksUp = !aIsInner;
    }
    views.extended = true;
  }
  setGrid(views.a, grid, longest);
  views.b = views.a;
  views.a.ascending = aLooksUp;
  views.b.ascending = !aLooksUp;
  return views;
}

LdiView volumeOfInterest(const Box& box, const LdiGrid& grid) {
  check(grid);
  LdiView view;
  double longest = 0;
  std::size_t shortest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    view.min[i] = box.min[i];
    view.max[i] = box.max[i];
    longest = std::max(longest, view.max[i] - view.min[i]);
    if (view.max[i] - view.min[i] < view.max[shortest] - view.min[shortest]) shortest = i;
  }
  view.axis = static_cast<std::uint8_t>(grid.axis == LdiGrid::Axis::Nearest ? shortest
                                                                            : static_cast<std::size_t>(grid.axis) - 1);
  view.ascending = true;
  setGrid(view, grid, longest);
  return view;
}

}  // namespace pliant
