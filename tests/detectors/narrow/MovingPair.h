#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <optional>
#include <vector>

/// Two surface elements over one step, for tests of the narrow test.
namespace moving {

using pliant::Real;
using Point = std::array<double, 3>;
using Points = std::array<Point, 4>;

/// A triangle and a vertex, or two triangles of which one edge each is tested, over one step.
struct Pair {
  Points start, end;
  bool edges = false;
  Real margin = 0;
  bool oneBody = false;
  std::optional<Points> rest = std::nullopt;
};

inline void append(std::vector<Real>& x, const Point& p) {
  for (const double k : p) x.push_back(static_cast<Real>(k));
}

/// Reports only pairs whose motion makes them meet.
inline constexpr pliant::SurfaceContactSettings kHitsOnly{.nearby = false};

}  // namespace moving
