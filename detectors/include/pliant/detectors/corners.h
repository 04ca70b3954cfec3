#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace pliant {

/// Returns true if the vertex is a corner of the element (edge, face, tetrahedron).
template <std::size_t N>
bool isCorner(Index vertex, const std::array<Index, N>& element) {
  bool is = false;
  for (const Index corner : element) is |= corner == vertex;  // without branches: this is asked of very many pairs
  return is;
}

/// Calls visit(corner) once for each distinct corner of the element.
template <std::size_t N, typename Visit>
void forDistinctCorners(const std::array<Index, N>& element, const Visit& visit) {
  for (auto corner = element.begin(); corner != element.end(); ++corner)
    if (std::find(element.begin(), corner, *corner) == corner) visit(*corner);
}

/// Returns true if two elements have a corner in common.
template <std::size_t N>
bool shareCorner(const std::array<Index, N>& a, const std::array<Index, N>& b) {
  return std::any_of(a.begin(), a.end(), [&](Index corner) { return isCorner(corner, b); });
}

}  // namespace pliant
