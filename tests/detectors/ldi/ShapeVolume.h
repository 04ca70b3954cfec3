#pragma once

#include "shapes/LdiShapes.h"

namespace ldi_shapes {

/// Returns the volume that the faces enclose.
inline double volumeOf(const Shape& shape) {
  double sum = 0;
  for (const pliant::Triangle& t : shape.faces) {
    const auto &a = shape.points[t[0]], &b = shape.points[t[1]], &c = shape.points[t[2]];
    sum += double{a[0]} * (double{b[1]} * c[2] - double{b[2]} * c[1]) +
           double{a[1]} * (double{b[2]} * c[0] - double{b[0]} * c[2]) +
           double{a[2]} * (double{b[0]} * c[1] - double{b[1]} * c[0]);
  }
  return sum / 6;
}

}  // namespace ldi_shapes
