#include "ldi/LdiGradients.h"

#include <pliant/detectors/Error.h>

#include <array>
#include <optional>

#include "ldi/PixelWalk.h"
#include "ldi/SnappedTriangle.h"

namespace pliant {
namespace detail {
namespace {

/// Where a face ends a span: its corners' weights there, and its height, which no clamping has touched.
struct SpanEnd {
  Triangle corners;
  std::array<double, 3> weights;
  double height;
};

/// Finds the faces at which intervals of one surface end.
class EndFinder {
 public:
  explicit EndFinder(const DrawnSurface& drawn)
      : m_surface(drawn.surface), m_image(*drawn.image), m_transform(drawn.image->view) {}

  /// Of the entries of a group, which have one height but for rounding and clamping, the one that the interval meets
  /// first from within.
  std::optional<SpanEnd> find(std::size_t pixel, const InsideIntervals::Group& group, bool low) const {
    const UpwardEntries entries(m_image, pixel);
    const auto column = static_cast<Index>(pixel % m_image.view.width),
               row = static_cast<Index>(pixel / m_image.view.width);
    std::optional<SpanEnd> best;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      if ((entries.change(i) > 0) != low) continue;
      const SpanEnd end = at(entries.face(i), column, row);
      if (!best || (low ? end.height > best->height : end.height < best->height)) best = end;
    }
    return best;
  }

 private:
  SpanEnd at(Index face, Index column, Index row) const {
    SpanEnd end;
    end.corners = m_surface.faces[face];
    const Real* x[3];
    for (std::size_t k = 0; k < 3; ++k) x[k] = &m_surface.positions[end.corners[k]].x;
    end.weights = SnappedTriangle(m_transform, x[0], x[1], x[2]).weightsAt(column, row);
    end.height = 0;
    for (std::size_t k = 0; k < 3; ++k) end.height += end.weights[k] * m_transform.height(x[k]);
    return end;
  }

  const LdiSurface& m_surface;
  const LayeredDepthImage& m_image;
  ViewTransform m_transform;
};

}  // namespace

void LdiGradients::begin(Index verticesA, Index verticesB) {
  m_sums[0].assign(verticesA, Eigen::Vector3d::Zero());
  m_sums[1].assign(verticesB, Eigen::Vector3d::Zero());
  m_volume = 0;
}

void LdiGradients::add(const DrawnSurface& a, const DrawnSurface& b) {
  const LdiView& view = a.image->view;
  const EndFinder finders[2] = {EndFinder(a), EndFinder(b)};
  const LdiSurface* const surfaces[2] = {&a.surface, &b.surface};
  const PixelShare share(view);
  const double column = view.pixel[0] * view.pixel[1];
  double volume = 0;
  for (std::size_t p = 0; p < view.pixels(); ++p) {
    InsideIntervals intervals[2] = {{*a.image, p}, {*b.image, p}};
    const double area = column * share.of(p);
    while (!intervals[0].done() && !intervals[1].done()) {
      const double low = std::max(intervals[0].low(), intervals[1].low()),
                   high = std::min(intervals[0].high(), intervals[1].high());
      for (const bool isLow : {true, false}) {
        if (!(low < high)) break;
        std::optional<SpanEnd> nearest;
        std::size_t owner = 0;
        for (std::size_t i = 0; i < 2; ++i) {
          if (isLow ? intervals[i].low() != low : intervals[i].high() != high) continue;
          const auto end = finders[i].find(p, isLow ? intervals[i].lowGroup() : intervals[i].highGroup(), isLow);
          if (!end) continue;
          if (nearest && (isLow ? end->height <= nearest->height : end->height >= nearest->height)) continue;
          nearest = end;
          owner = i;
        }
        if (!nearest) continue;
        for (std::size_t k = 0; k < 3; ++k) {
          m_sums[owner][nearest->corners[k] - surfaces[owner]->firstVertex][view.axis] +=
              (isLow ? -area : area) * nearest->weights[k];
        }
      }
      if (low < high) volume += (high - low) * area;
      intervals[intervals[0].high() < intervals[1].high() ? 0 : 1].next();
    }
  }
  m_volume += volume / kDepthSteps * view.range() / 3;
}

void LdiGradients::finish(Index idA, Index idB, LdiOverlap& overlap) const {
  overlap.volume = m_volume;
  overlap.gradients.clear();
  for (std::size_t i = 0; i < 2; ++i) {
    for (Index v = 0; v < m_sums[i].size(); ++v) {
      const Eigen::Vector3d& sum = m_sums[i][v];
      if ((sum.array() != 0).any()) overlap.gradients.push_back({i == 0 ? idA : idB, v, sum.cast<Real>()});
    }
  }
}

}  // namespace detail

double separation(const LdiOverlap& overlap, std::span<const Real> inverseMasses) {
  if (inverseMasses.size() != overlap.gradients.size()) {
    throw Error("separation: " + std::to_string(inverseMasses.size()) + " inverse masses for " +
                std::to_string(overlap.gradients.size()) + " gradients");
  }
  double sum = 0;
  for (std::size_t i = 0; i < inverseMasses.size(); ++i) {
    sum += double{inverseMasses[i]} * overlap.gradients[i].gradient.cast<double>().squaredNorm();
  }
  return sum > 0 ? overlap.volume / sum : 0;
}

}  // namespace pliant
