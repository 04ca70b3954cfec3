#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include "GlObjects.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {

/// Adds up what the rows of a view hold. Objects of one context.
class RowAdding {
 public:
  static constexpr std::size_t kPlaces = 3;

  RowAdding();
  void abandon();

  /// Runs the program, which is in use, over all rows, and adds them up.
  void run(const GlProgram& program, const LdiView& view, std::size_t place = 0);
  /// Of what was run last for this place.
  VolumeSums sums(std::size_t place = 0) const;

  std::size_t bytes() const { return m_rows.bytes() + m_results.bytes(); }

 private:
  GlProgram m_sumRows;
  CardBuffer m_rows, m_results;
};

GLint uniformAt(const GlProgram& program, const char* name);

/// Until shaders and reading see what shaders wrote.
void waitForStorage();

}  // namespace pliant::detail
