#include "regularitytree/DirectionSamples.h"

#include <bit>
#include <cmath>

namespace pliant::detail {
namespace {

constexpr double kScale = 512;

ViewDirection rounded(double x, double y, double z) {
  const double scale = kScale / std::sqrt(x * x + y * y + z * z);
  const auto whole = [scale](double c) { return static_cast<std::int32_t>(std::lround(c * scale)); };
  return {whole(x), whole(y), whole(z)};
}

std::vector<ViewDirection> sampledAxes(unsigned count) {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  if (count == 6)
    return {rounded(0, 1, golden),  rounded(0, 1, -golden), rounded(1, golden, 0),
            rounded(1, -golden, 0), rounded(golden, 0, 1),  rounded(golden, 0, -1)};
  // A spiral from the equator to a pole; each point stands for the same area of the hemisphere.
  std::vector<ViewDirection> axes;
  const double turn = 2 * 3.14159265358979323846 / (golden * golden);
  for (unsigned i = 0; i < count; ++i) {
    const double z = (i + 0.5) / count, r = std::sqrt(1 - z * z);
    axes.push_back(rounded(r * std::cos(turn * i), r * std::sin(turn * i), z));
  }
  return axes;
}

}  // namespace

DirectionSamples::DirectionSamples(unsigned directions) : m_directions(sampledAxes(directions / 2)) {
  m_axes.count = directions / 2;
  for (unsigned i = 0; i < m_axes.count; ++i) {
    const ViewDirection& v = m_directions[i];
    m_axes.x[i] = static_cast<float>(v.x);
    m_axes.y[i] = static_cast<float>(v.y);
    m_axes.z[i] = static_cast<float>(v.z);
    m_axes.length[i] = static_cast<float>(std::hypot(v.x, v.y, v.z) * (1 + 1e-6));
  }
}

ViewDirection DirectionSamples::direction(unsigned bit) const {
  const ViewDirection& v = m_directions[bit % 32];
  return bit < 32 ? v : ViewDirection{-v.x, -v.y, -v.z};
}

unsigned DirectionSamples::middle(std::uint64_t mask) const {
  std::int32_t sum[3] = {};
  for (std::uint64_t rest = mask; rest; rest &= rest - 1) {
    const ViewDirection v = direction(static_cast<unsigned>(std::countr_zero(rest)));
    sum[0] += v.x;
    sum[1] += v.y;
    sum[2] += v.z;
  }
  unsigned best = 0;
  std::int64_t most = INT64_MIN;
  for (std::uint64_t rest = mask; rest; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(rest));
    const ViewDirection v = direction(bit);
    const std::int64_t along = std::int64_t{v.x} * sum[0] + std::int64_t{v.y} * sum[1] + std::int64_t{v.z} * sum[2];
    if (along > most) {
      most = along;
      best = bit;
    }
  }
  return best;
}

}  // namespace pliant::detail
