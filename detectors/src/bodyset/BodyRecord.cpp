#include "bodyset/BodyRecord.h"

#include <algorithm>
#include <limits>

#include "core/memoryOf.h"

namespace pliant::detail {

void EdgeLengths::add(const PackedPosition& a, const PackedPosition& b) {
  if (!finite(a) || !finite(b)) return;
  const auto half = [](Real p, Real q) {
    return double(p) / 2 - double(q) / 2;
  };                                                                      // not infinite: hypot would return NaN
  sum += 2 * std::hypot(half(a.x, b.x), half(a.y, b.y), half(a.z, b.z));  // mean() limits the result
  ++count;
}

Real EdgeLengths::mean(double factor) const {
  const double length = count ? factor * (sum / static_cast<double>(count)) : 0;
  return static_cast<Real>(std::min(length, double(std::numeric_limits<Real>::max() / 16)));
}

BodyRecord::BodyRecord(const BodyView& body)
    : view(body), elements(body), rest(body.positions.count), restIsWhole(true) {
  readRest(body.positions);
}

void BodyRecord::readRest(PositionsView positions) {
  restIsWhole = true;
  for (Index i = 0; i < positions.count; ++i) {
    rest[i] = pack(positions[i]);
    restIsWhole &= finite(rest[i]);
  }
  lengths = {};
  const std::span<const Edge> edges = elements.edges;
  const auto measured = elements.faces.empty() ? edges : edges.first(elements.report.edges);
  for (const auto& t : elements.tetrahedra)
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b) lengths.add(rest[t[a]], rest[t[b]]);
  if (elements.tetrahedra.empty())
    for (const auto& e : measured) lengths.add(rest[e[0]], rest[e[1]]);
}

std::size_t BodyRecord::memory() const {
  return sizeof(BodyRecord) + memoryOf(rest, elements.faces, elements.tetrahedra, elements.edges, elements.edgesOfFaces,
                                       elements.onSurface, cutGroups, cutOpenings, notAgainst);
}

}  // namespace pliant::detail
