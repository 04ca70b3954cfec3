#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include "GlObjects.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {

/// Sums the spans of a view row by row. Holds OpenGL objects of one context.
class RowAdding {
 public:
  static constexpr std::size_t kPlaces = 3;

  RowAdding();

  /// Runs the program, which must be in use, over all rows, then sums the rows. `place`: index of the result, below
  /// kPlaces.
  void run(const GlProgram& program, const LdiView& view, std::size_t place = 0);
  /// Returns the sums of the last run() with this place.
  VolumeSums sums(std::size_t place = 0) const;

  std::size_t bytes() const { return m_rows.bytes() + m_results.bytes(); }

 private:
  GlProgram m_sumRows;
  CardBuffer m_rows, m_results;
};

/// Makes the writes of shaders visible to later shaders and reads.
void waitForStorage();

}  // namespace pliant::detail
