#include "ldi/LdiGradients.h"

#include <pliant/detectors/Error.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "ldi/OverlapWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant {
namespace {

using namespace detail;

/// Rounds half to even, like the shaders.
std::int64_t rounded(double parts) {
  return static_cast<std::int64_t>(std::nearbyint(parts));
}

/// Adds the pixel's area at both ends of a span to the gradient.
void addEnds(const LdiOverlapSpan& span, const LdiSurface* const* surfaces, LdiAxisGradient& gradient) {
  for (const bool isLow : {true, false}) {
    const std::optional<LdiSpanEnd>& end = isLow ? span.lowEnd : span.highEnd;
    if (!end) continue;
    // The corner with the largest weight receives the rounding remainder, so that the parts of both ends sum to zero.
    const auto most =
        static_cast<std::size_t>(std::max_element(end->weights.begin(), end->weights.end()) - end->weights.begin());
    std::int64_t left = rounded(span.share * LdiAxisGradient::kParts);
    std::int64_t* const parts = gradient.parts[end->owner].data();
    const auto give = [&](std::size_t corner, std::int64_t some) {
      parts[end->corners[corner] - surfaces[end->owner]->firstVertex] += isLow ? -some : some;
      left -= some;
    };
    for (std::size_t k = 0; k < 3; ++k) {
      if (k != most) give(k, rounded(end->weights[k] * span.share * LdiAxisGradient::kParts));
    }
    give(most, left);
  }
}

/// Calls visit(span) for the overlap along one axis of two surfaces, or of one with itself (b null).
template <typename Visit>
void forSpans(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA, const LdiSurface* b,
              const LayeredDepthImage* imagesOfB, std::size_t axis, Visit&& visit) {
  if (b == nullptr) {
    forOverlap({a, &imagesOfA[axis]}, visit);
  } else {
    forOverlap({a, &imagesOfA[axis]}, {*b, &imagesOfB[axis]}, visit);
  }
}

}  // namespace

namespace detail {

void combineAxes(const LdiAxisGradients& axes, Index idA, Index idB, const std::array<LdiView, 3>& views,
                 LdiOverlap& overlap) {
  overlap.volume = (axes[0].volume + axes[1].volume + axes[2].volume) / 3;
  overlap.gradients.clear();
  Eigen::Vector3d part;
  for (std::size_t k = 0; k < 3; ++k) {
    part[static_cast<Eigen::Index>(k)] = views[k].pixel[0] * views[k].pixel[1] / LdiAxisGradient::kParts;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const auto &x = axes[0].parts[i], &y = axes[1].parts[i], &z = axes[2].parts[i];
    for (Index v = 0; v < x.size(); ++v) {
      if (x[v] == 0 && y[v] == 0 && z[v] == 0) continue;
      const Eigen::Vector3d sum(static_cast<double>(x[v]), static_cast<double>(y[v]), static_cast<double>(z[v]));
      overlap.gradients.push_back({i == 0 ? idA : idB, v, sum.cwiseProduct(part).cast<Real>()});
    }
  }
}

}  // namespace detail

void axisGradients(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA, const LdiSurface* b,
                   const LayeredDepthImage* imagesOfB, LdiAxisGradients& gradients) {
  const LdiSurface* const surfaces[2] = {&a, b};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const LdiView& view = imagesOfA[axis].view;
    LdiAxisGradient& gradient = gradients[axis];
    gradient.parts[0].assign(a.vertices, 0);
    gradient.parts[1].assign(b == nullptr ? 0 : b->vertices, 0);
    VolumeSums sums;
    forSpans(a, imagesOfA, b, imagesOfB, axis, [&](const LdiOverlapSpan& span) {
      addEnds(span, surfaces, gradient);
      sums.lengthsAt(view, static_cast<Index>(span.pixel % view.width), static_cast<Index>(span.pixel / view.width)) +=
          span.high - span.low;
    });
    gradient.volume = sums.volume(view) / kDepthSteps;
  }
}

void axesSpans(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA, const LdiSurface* b,
               const LayeredDepthImage* imagesOfB, LdiAxesSpans& spans) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    spans[axis].clear();
    forSpans(a, imagesOfA, b, imagesOfB, axis, [&](const LdiOverlapSpan& span) { spans[axis].push_back(span); });
  }
}

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
