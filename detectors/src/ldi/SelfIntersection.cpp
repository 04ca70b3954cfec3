#include "ldi/SelfIntersection.h"

#include <algorithm>

#include "ldi/PixelWalk.h"

namespace pliant::detail {

void SelfIntersection::verify(const BodySet& bodies, Index slot, LdiVolume& volume) {
  if (volume.spans.empty()) return;
  if (m_revision != bodies.revision() || m_slot != slot) m_tree.build(bodies, slot);
  m_revision = bodies.revision();
  m_slot = slot;
  m_tree.refit(bodies);

  const LdiView& view = volume.view;
  const auto column = static_cast<std::size_t>(view.columnAxis()), row = static_cast<std::size_t>(view.rowAxis()),
             depth = std::size_t{view.axis};
  const double least = std::max(view.pixel[0], view.pixel[1]) / 128 + view.range() / kDepthSteps;
  const auto leaves = [&](const LdiSpan& span, double part) {
    Eigen::Vector3d p;
    p[static_cast<Eigen::Index>(column)] = view.min[column] + (span.pixel % view.width + 0.5) * view.pixel[0];
    p[static_cast<Eigen::Index>(row)] = view.min[row] + (span.pixel / view.width + 0.5) * view.pixel[1];
    p[static_cast<Eigen::Index>(depth)] =
        view.min[depth] + (span.low + (double{span.high} - span.low) * part) * view.range();
    double distance = 0;
    m_tree.nearest(bodies, p, distance);
    return distance > least;
  };
  const auto made = [&](const LdiSpan& span) {
    const double length = (double{span.high} - span.low) * view.range();
    return length <= 2 * least || !(leaves(span, 0.5) || leaves(span, 0.25) || leaves(span, 0.75));
  };
  std::erase_if(volume.spans, made);
  SpanCollector(view, volume, SpanCollector::Keep).finish();
}

}  // namespace pliant::detail
