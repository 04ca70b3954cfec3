#pragma once

#include <pliant/detectors/Scalar.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pliant::benchmarks {

/// Lower bound of the time of any method with boxes: one vectorised pass that computes and stores the boxes of all
/// tetrahedra or of all faces.
class Floor {
 public:
  /// `positions`: four scalars per vertex. `tetrahedra`: four vertex indices each.
  void run(const Real* positions, const Index* tetrahedra, std::size_t count, Workers& workers);
  /// `positions`: four scalars per vertex. `faces`: three vertex indices each.
  void runFaces(const Real* positions, const Index* faces, std::size_t count, Workers& workers);

  /// Returns the least memory traffic of a pass [bytes]: indices and positions are read once, boxes are written once.
  static double bytes(std::size_t vertices, std::size_t tetrahedra) {
    return double(sizeof(Real)) * (4 * double(vertices) + 8 * double(tetrahedra)) + 16 * double(tetrahedra);
  }

 private:
  void run(int corners, const Real* positions, const Index* elements, std::size_t count, Workers& workers);

  std::vector<Real> m_boxes;  // per element: minimum and maximum, four scalars each
};

}  // namespace pliant::benchmarks
