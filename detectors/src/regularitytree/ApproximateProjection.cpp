#include "regularitytree/ApproximateProjection.h"

#include <algorithm>
#include <limits>

#include "regularitytree/ContourKernels.h"

namespace pliant::detail {
namespace {

/// Outside this range, coordinates or their products may leave the range of float.
constexpr float kMostMagnitude = 0x1p100f, kLeastMagnitude = 0x1p-40f;

void makePaddedRoom(std::vector<float>& list, std::size_t count) {
  if (list.size() < count + kSketchPadding) list.resize(count + kSketchPadding);
}

}  // namespace

void ApproximateProjection::reserve(std::size_t points) {
  for (std::vector<float>* list : {&m_u, &m_w}) makePaddedRoom(*list, points);
}

void ApproximateProjection::set(std::span<const PackedPosition> positions, std::span<const Index> vertices,
                                const ViewDirection& along) {
  const ProjectionAxes axes(along);
  m_count = vertices.size();
  reserve(m_count);
  const auto longest = static_cast<float>(axes.longest);
  const SketchView view{static_cast<unsigned>(axes.k), static_cast<float>(axes.alongI) / longest,
                        static_cast<float>(axes.alongJ) / longest, longest < 0 ? -1.0f : 1.0f};
  m_magnitude = drawSketch(view, &positions[0].x, vertices.data(), m_count, m_u.data(), m_w.data());
  for (float* list : {m_u.data(), m_w.data()}) std::fill_n(list + m_count, kSketchPadding, 0.0f);
  m_error = m_magnitude < kMostMagnitude ? 0x1p-21f * m_magnitude + 0x1p-140f : std::numeric_limits<float>::infinity();
}

// Derivation: a step (u, w) in the plane is a step in space along the axes i and j. Without its component along the
// unit direction n, its squared length is u² + w² − (n_i u ± n_j w)². The Cholesky factors of this form turn it into a
// sum of squares. No factor is above 1. So at most two errors are added, and the roundings of twice the magnitude.
double ApproximateProjection::straighten(const ViewDirection& along) {
  const ProjectionAxes axes(along);
  const double i = axes.alongI, j = axes.longest < 0 ? -axes.alongJ : axes.alongJ, k = axes.longest;
  const double length2 = i * i + j * j + k * k, a = std::sqrt((j * j + k * k) / length2), b = -i * j / (length2 * a);
  const double c = std::sqrt(std::max(0.0, (i * i + k * k) / length2 - b * b));
  const double scale = std::ldexp(1.0, -std::clamp(m_magnitude > 0 ? std::ilogb(m_magnitude) : 0, -100, 100));
  shear(m_u.data(), m_w.data(), m_count, static_cast<float>(scale * a), static_cast<float>(scale * b),
        static_cast<float>(scale * c));
  m_error *= 3 * static_cast<float>(scale);
  return scale;
}

void ApproximateProjection::directions(std::vector<std::uint32_t>& forward) const {
  // A difference errs by 2.5 times the error of a coordinate, its own rounding included. Up to three are added, and
  // each sum is rounded.
  edgeDirections(u(), w(), m_count, 12 * m_error, forward.data());
}

int ApproximateProjection::certifiedOrientation(Index first, Index last) const {
  const double area = loopArea(u() + first, w() + first, last - first);
  // Coordinates are at most twice the magnitude. Each factor of both products has an error.
  const double bound = 10.0 * (last - first) * m_error * m_magnitude;
  return area > bound ? 1 : area < -bound ? -1 : 0;
}

// Coordinates relative to the mean are at most four times the magnitude M. So the rounding of differences and products
// is at most 2^-20 M times the sum of the coordinates, in addition to the errors of the coordinates themselves
// (certifiedTurn).
bool ApproximateProjection::isStar(Index edges) const {
  if (m_magnitude < kLeastMagnitude || m_magnitude > 1 / kLeastMagnitude) return false;
  float sumU = 0, sumW = 0;
  for (Index n = 0; n < edges; ++n) {
    sumU += m_u[n];
    sumW += m_w[n];
  }
  const float share = 1 / static_cast<float>(edges);
  return goesRound(u(), w(), edges, sumU * share, sumW * share, 6 * m_error, 10 * m_error * m_error);
}

}  // namespace pliant::detail
