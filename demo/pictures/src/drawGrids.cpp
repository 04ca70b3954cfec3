// Pictures of grid cells.

#include <pliant/detectors/SpatialHash.h>
#include <pliant/pictures/drawMethods.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;

constexpr double kThinCell = 0.045;     // thickness of rods [cells]
constexpr std::size_t kLeastScale = 8;  // least number of vertices of a yellow cell

/// A grid edge, given by its lower end.
struct GridEdge {
  std::size_t axis = 0;
  Corner low{};
  std::size_t vertices = 0;  ///< of the fullest cell at it
};

std::vector<GridEdge> edgesOf(std::span<const OccupiedCell> cells) {
  std::vector<GridEdge> edges;
  for (const OccupiedCell& cell : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (unsigned corner = 0; corner < 4; ++corner) {
        GridEdge edge{axis, cell.index, cell.vertices};
        edge.low[(axis + 1) % 3] += corner & 1;
        edge.low[(axis + 2) % 3] += corner >> 1;
        edges.push_back(edge);
      }
  // Among equal edges, the one of the fullest cell comes first and is kept.
  std::sort(edges.begin(), edges.end(), [](const GridEdge& a, const GridEdge& b) {
    return std::tie(a.axis, a.low, b.vertices) < std::tie(b.axis, b.low, a.vertices);
  });
  const auto same = [](const GridEdge& a, const GridEdge& b) { return a.axis == b.axis && a.low == b.low; };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  return edges;
}

}  // namespace

Colour cellColour(std::size_t vertices, std::size_t most) {
  constexpr Colour kFew{0.06f, 0.22f, 0.68f}, kSome{0.75f, 0.28f, 0.06f}, kMany{0.95f, 0.75f, 0.10f};
  const auto range = static_cast<float>(std::max(most, kLeastScale) - 1);
  const float load = static_cast<float>(vertices - 1) / range;
  return load < 0.5f ? mix(kFew, kSome, 2 * load) : mix(kSome, kMany, 2 * load - 1);
}

OccupiedCells occupiedCells(std::span<const MethodBody> bodies) {
  detail::MethodSet method(bodies);
  // Without edges, the cell size is arbitrary.
  if (method.size() == 0 || !(method.set.meanEdgeLength() > 0)) return {};
  OccupiedCells occupied;
  occupied.size = double{SpatialHash().load(method.set, method.workers).cellSize};
  if (!(occupied.size > 0 && std::isfinite(occupied.size))) return {};
  std::vector<Corner> places;
  for (const PackedPosition& p : method.set.positions()) {
    Corner place = {double{p.x}, double{p.y}, double{p.z}};
    for (double& x : place) x = std::floor(x / occupied.size);
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  for (const Corner& place : places) {
    if (occupied.cells.empty() || occupied.cells.back().index != place) occupied.cells.push_back({place, 0});
    ++occupied.cells.back().vertices;
  }
  return occupied;
}

SpatialHash::Load hashLoad(std::span<const MethodBody> bodies) {
  detail::MethodSet method(bodies);
  return SpatialHash().load(method.set, method.workers);
}

MethodPicture drawCells(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  auto [size, cells] = occupiedCells(bodies);
  if (cells.empty()) return picture;
  std::stable_sort(cells.begin(), cells.end(),
                   [](const OccupiedCell& a, const OccupiedCell& b) { return a.vertices > b.vertices; });
  cells.resize(std::min(cells.size(), kMostDrawnCells));
  const std::size_t most = cells.front().vertices;
  DrawnSurface rods = detail::manyColoured();
  for (const GridEdge& edge : edgesOf(cells)) {
    Corner low = edge.low, high = edge.low;
    high[edge.axis] += 1;
    for (Corner* end : {&low, &high})
      for (double& x : *end) x *= size;
    detail::appendRod(rods, low, high, kThinCell * size, cellColour(edge.vertices, most));
  }
  picture.surfaces.push_back(std::move(rods));
  return picture;
}

}  // namespace pliant
