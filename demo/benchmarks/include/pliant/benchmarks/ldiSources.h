#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// A renderer of layered depth images, for instance with OpenGL.
struct LdiSource {
  std::unique_ptr<LdiRenderer> renderer;
  std::function<double()> readBackMs;  ///< part of the last image's time that reads it back
};

/// Table 1 of Heidelberger 2003 and the three tables of 2004, on the CPU and with `sources`.
/// Times are medians of wall time, separate for drawing and reading back.
/// `driver`: the driver's name of the renderer.
/// Columns show how much images and answers differ from the CPU's. A difference of more than 0.5 % of the pixels is
/// also reported to `progress`.
std::vector<Table> ldiSourceTables(const std::vector<LdiSource>& sources, const std::string& driver, int repeats,
                                   const Progress& progress);

}  // namespace pliant::benchmarks
