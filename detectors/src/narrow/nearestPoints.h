#pragma once

#include <cstddef>

// Nearest points of many pairs at a time; compiled once for each instruction set. Uses plain arrays only: these files
// include no Eigen, whose inline functions must not be compiled twice with different flags.

namespace pliant::detail {

/// Points of pairs as one array per coordinate: coordinate k of point i of pair p is x[i][k][p]. Order of points: see
/// FourPoints.
struct PairPoints {
  static constexpr std::size_t kMost = 64;
  double x[4][3][kMost];
};

/// Members of Nearest, one per pair.
struct NearestPoints {
  double weights[4][PairPoints::kMost], difference[3][PairPoints::kMost], distance[PairPoints::kMost];
};

/// Computes nearest() of the first `count` pairs, to the last bit. Values behind them are read and may be anything.
void nearestOfVertexFace(const PairPoints& points, std::size_t count, NearestPoints& out);
void nearestOfEdgeEdge(const PairPoints& points, std::size_t count, NearestPoints& out);

}  // namespace pliant::detail
