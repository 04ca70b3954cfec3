#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// Something that draws layered depth images, for instance by OpenGL.
struct LdiSource {
  std::unique_ptr<LdiRenderer> renderer;
  std::function<double()> readBackMs;  ///< of the last image: what of its time went by reading it back
};

/// Table 1 of Heidelberger 2003 and the three of 2004, by the CPU and by these sources: medians of time on the wall,
/// drawing and reading back told apart. `driver` is what draws, by its own name. Images and answers are compared with
/// the CPU's, and columns tell how much differs; `progress` too, where that is more than 0.5 % of the pixels.
std::vector<Table> ldiSourceTables(const std::vector<LdiSource>& sources, const std::string& driver, int repeats,
                                   const Progress& progress);

}  // namespace pliant::benchmarks
