#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <vector>

namespace pliant::benchmarks {

/// Lower bound of the time of any method with boxes: one vectorised pass that computes and stores the boxes of all
/// tetrahedra, or of all faces if there are no tetrahedra.
class Floor {
 public:
  void run(const BodySet& set, Workers& workers);

  /// Returns the least memory traffic of a pass [bytes]: indices and positions are read once, boxes are written once.
  static double bytes(std::size_t vertices, std::size_t tetrahedra) {
    return double(sizeof(Real)) * (4 * double(vertices) + 8 * double(tetrahedra)) + 16 * double(tetrahedra);
  }

 private:
  std::vector<Real> m_boxes;  // per element: minimum and maximum, four scalars each
};

}  // namespace pliant::benchmarks
