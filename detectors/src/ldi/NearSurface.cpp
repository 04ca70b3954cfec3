#include "ldi/NearSurface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/boxes.h"
#include "ldi/LdiRaster.h"
#include "response/SurfaceInterior.h"

namespace pliant::detail {
namespace {

/// Vertices per block. Neighbours in memory are often neighbours in space, so one test often excludes a whole block.
constexpr Index kVerticesPerBlock = 16;

/// Returns the box around some vertices, enlarged by `reach` and rounded outwards.
Box around(const PackedPosition* begin, const PackedPosition* end, double reach) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Box box = emptyBox();
  for (const PackedPosition* p = begin; p < end; ++p) grow(box, pointBox(*p));
  for (std::size_t k = 0; k < 3; ++k) {
    box.min[k] = std::nextafter(static_cast<Real>(box.min[k] - reach), -infinity);
    box.max[k] = std::nextafter(static_cast<Real>(box.max[k] + reach), infinity);
  }
  return box;
}

}  // namespace

bool isInView(const LdiView& view, const PackedPosition& point) {
  bool within = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const double x = (&point.x)[k];
    within = within && view.min[k] <= x && x <= view.max[k];
  }
  return within;
}

void decideNearSurface(const BodySet& bodies, const BodySet::Range& vertices, const SurfaceTree& tree, double outward,
                       const LdiView& view, const std::vector<Index>& seen, std::vector<Index>& inside) {
  // Distance to the pixel's centre, plus the rounding error of the image's surface.
  const double reach = 0.51 * std::hypot(view.pixel[0], view.pixel[1]) + 2 * view.range() / kDepthSteps;
  const PackedPosition* const own = bodies.positions().data() + vertices.begin;
  inside.clear();
  auto next = seen.begin();
  for (Index begin = 0; begin < vertices.size(); begin += kVerticesPerBlock) {
    const Index end = std::min(begin + kVerticesPerBlock, vertices.size());
    const bool near = tree.mayMeet(around(own + begin, own + end, reach));
    for (Index v = begin; v < end; ++v) {
      const bool sees = next != seen.end() && *next == v;
      next += sees;
      const bool decide = near && isInView(view, own[v]) && tree.mayMeet(around(own + v, own + v + 1, reach));
      if (decide ? holdsPoint(bodies, tree, outward, own[v]) : sees) inside.push_back(v);
    }
  }
}

}  // namespace pliant::detail
