#pragma once

namespace pliant::detail {

/// Lengths that a body adds to contact distances [length].
template <typename Number>
struct BodyMargins {
  Number margin = 0;
  Number obstacleMargin = 0;  ///< replaces `margin` if the other body is an obstacle
  bool obstacle = false;
};

/// Returns the contact distance of two bodies, or of a body with itself [length].
template <typename Number>
Number contactDistance(const BodyMargins<Number>& a, const BodyMargins<Number>& b) {
  return (b.obstacle ? a.obstacleMargin : a.margin) + (a.obstacle ? b.obstacleMargin : b.margin);
}

}  // namespace pliant::detail
