#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <cstdint>
#include <optional>

#include "ldi/PixelWalk.h"
#include "ldi/SnappedTriangle.h"

namespace pliant::detail {

/// A surface and its image.
struct DrawnSurface {
  LdiSurface surface;
  const LayeredDepthImage* image;
};

/// Returns the end of a span on a face, at the centre of a pixel.
inline LdiSpanEnd endAt(const LdiSurface& surface, const ViewTransform& transform, Index face, Index column, Index row,
                        std::uint8_t owner) {
  LdiSpanEnd end;
  end.face = face;
  end.owner = owner;
  end.corners = surface.faces[face];
  const Real* x[3];
  for (std::size_t k = 0; k < 3; ++k) x[k] = &surface.positions[end.corners[k]].x;
  end.weights = SnappedTriangle(transform, x[0], x[1], x[2]).weightsAt(column, row);
  end.height = 0;
  for (std::size_t k = 0; k < 3; ++k) end.height += end.weights[k] * transform.height(x[k]);
  return end;
}

/// Finds the faces at which the intervals of a surface end.
class EndFinder {
 public:
  EndFinder(const DrawnSurface& drawn, std::uint8_t owner)
      : m_surface(drawn.surface), m_image(*drawn.image), m_transform(drawn.image->view), m_owner(owner) {}

  /// Returns the end at the entry of `group` that the interval meets first from within. Only entries with the given
  /// change of winding number count. The entries of a group have one height, except for rounding and clamping. Among
  /// equals the face with the smallest index is taken, so the result does not depend on the view direction.
  template <typename Group>
  std::optional<LdiSpanEnd> find(std::size_t pixel, const Group& group, int change, bool low) const {
    const UpwardEntries entries(m_image, pixel);
    const auto column = static_cast<Index>(pixel % m_image.view.width),
               row = static_cast<Index>(pixel / m_image.view.width);
    std::optional<LdiSpanEnd> best;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      if (entries.change(i) != change) continue;
      const LdiSpanEnd end = endAt(m_surface, m_transform, entries.face(i), column, row, m_owner);
      if (best && end.height == best->height) {
        if (end.face < best->face) best = end;
      } else if (!best || (low ? end.height > best->height : end.height < best->height)) {
        best = end;
      }
    }
    return best;
  }

 private:
  const LdiSurface& m_surface;
  const LayeredDepthImage& m_image;
  ViewTransform m_transform;
  std::uint8_t m_owner;
};

/// Calls visit(span) for each span that both surfaces enclose, pixel by pixel, upwards.
template <typename Visit>
void forOverlap(const DrawnSurface& a, const DrawnSurface& b, Visit&& visit) {
  const LdiView& view = a.image->view;
  const EndFinder finders[2] = {{a, 0}, {b, 1}};
  const PixelShare share(view);
  for (std::size_t p = a.image->firstPixel; p < a.image->endPixel(); ++p) {
    InsideIntervals intervals[2] = {{*a.image, p}, {*b.image, p}};
    while (!intervals[0].done() && !intervals[1].done()) {
      LdiOverlapSpan span{p,
                          share.of(p),
                          std::max(intervals[0].low(), intervals[1].low()),
                          std::min(intervals[0].high(), intervals[1].high()),
                          {},
                          {}};
      if (span.low < span.high) {
        for (std::size_t i = 0; i < 2; ++i) {
          const auto nearer = [](std::optional<LdiSpanEnd>& end, const std::optional<LdiSpanEnd>& other, bool low) {
            if (other && (!end || (low ? other->height > end->height : other->height < end->height))) end = other;
          };
          if (intervals[i].low() == span.low) {
            nearer(span.lowEnd, finders[i].find(p, intervals[i].lowGroup(), 1, true), true);
          }
          if (intervals[i].high() == span.high) {
            nearer(span.highEnd, finders[i].find(p, intervals[i].highGroup(), -1, false), false);
          }
        }
        visit(span);
      }
      intervals[intervals[0].high() < intervals[1].high() ? 0 : 1].next();
    }
  }
}

/// Calls visit(span) for each span that one surface encloses more than once, or inside out. Skips spans that may result
/// from rounding, between faces closer to each other than 1/128 pixel.
template <typename Visit>
void forOverlap(const DrawnSurface& a, Visit&& visit) {
  const LdiView& view = a.image->view;
  const EndFinder finder(a, 0);
  const PixelShare share(view);
  const double least = leastTwice(view);
  for (std::size_t p = a.image->firstPixel; p < a.image->endPixel(); ++p) {
    for (TwiceIntervals interval(*a.image, p); !interval.done(); interval.next()) {
      if (interval.high() - interval.low() <= least) continue;
      visit(LdiOverlapSpan{p, share.of(p), interval.low(), interval.high(),
                           finder.find(p, interval.lowGroup(), interval.lowChange(), true),
                           finder.find(p, interval.highGroup(), interval.highChange(), false)});
    }
  }
}

}  // namespace pliant::detail
