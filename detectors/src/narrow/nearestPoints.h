#pragma once

#include <pliant/detectors/Export.h>

#include <cstddef>

// Nearest points of many pairs at a time, compiled once for each instruction set. Plain arrays only: these files see no
// Eigen, whose inline functions must not be compiled twice with different flags.

namespace pliant::detail {

/// Pairs side by side: coordinate k of point i of pair p is x[i][k][p]. Points as in FourPoints.
struct PairPoints {
  static constexpr std::size_t kMost = 64;
  double x[4][3][kMost];
};

/// As Nearest, of each pair.
struct NearestPoints {
  double weights[4][PairPoints::kMost], difference[3][PairPoints::kMost], distance[PairPoints::kMost];
};

/// nearest() of the first `count` pairs, to the last bit. What stands behind them is read, and may be anything.
PLIANT_DETECTORS_EXPORT void nearestOfVertexFace(const PairPoints& points, std::size_t count, NearestPoints& out);
PLIANT_DETECTORS_EXPORT void nearestOfEdgeEdge(const PairPoints& points, std::size_t count, NearestPoints& out);

}  // namespace pliant::detail
