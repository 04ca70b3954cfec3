#include "ldi/LdiGradients.h"

#include <pliant/detectors/Error.h>

namespace pliant {
namespace detail {

void LdiGradients::begin(Index verticesA, Index verticesB) {
  m_sums[0].assign(verticesA, Eigen::Vector3d::Zero());
  m_sums[1].assign(verticesB, Eigen::Vector3d::Zero());
  m_volume = 0;
}

void LdiGradients::add(const OverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces) {
  for (const bool isLow : {true, false}) {
    const std::optional<SpanEnd>& end = isLow ? span.lowEnd : span.highEnd;
    if (!end) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      m_sums[end->owner][end->corners[k] - surfaces[end->owner]->firstVertex][view.axis] +=
          (isLow ? -span.area : span.area) * end->weights[k];
    }
  }
  m_volume += (span.high - span.low) * span.area / kDepthSteps * view.range() / 3;
}

void LdiGradients::add(const DrawnSurface& a, const DrawnSurface& b) {
  const LdiSurface* const surfaces[2] = {&a.surface, &b.surface};
  forOverlap(a, b, [&](const OverlapSpan& span) { add(span, a.image->view, surfaces); });
}

void LdiGradients::add(const DrawnSurface& a) {
  const LdiSurface* const surfaces[1] = {&a.surface};
  forOverlap(a, [&](const OverlapSpan& span) { add(span, a.image->view, surfaces); });
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
