#pragma once

#include <pliant/detectors/Scalar.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pliant::benchmarks {

/// The least that any method with boxes does: one vectorised pass that recomputes and stores the boxes of all
/// tetrahedra, or of all faces.
class Floor {
 public:
  /// `positions` are four scalars a vertex, aligned to their size; `tetrahedra` four indices each.
  void run(const Real* positions, const Index* tetrahedra, std::size_t count, Workers& workers);
  /// Likewise, with three indices each.
  void runFaces(const Real* positions, const Index* faces, std::size_t count, Workers& workers);

  /// Bytes that a pass must move at least: indices and positions read once, boxes written.
  static double bytes(std::size_t vertices, std::size_t tetrahedra) {
    return double(sizeof(Real)) * (4 * double(vertices) + 8 * double(tetrahedra)) + 16 * double(tetrahedra);
  }

 private:
  void run(int corners, const Real* positions, const Index* elements, std::size_t count, Workers& workers);

  std::vector<Real> m_boxes;  // minimum and maximum, four scalars each
};

}  // namespace pliant::benchmarks
