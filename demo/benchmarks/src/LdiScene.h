#pragma once

#include <pliant/benchmarks/Table.h>

namespace pliant::benchmarks {

/// The scene of Heidelberger 2003, figure 11: 20,000 particles fall on a model of 10,000 faces that deforms.
/// Returns the times of deformation, dynamics, detection and response per frame, on the CPU.
Table particleScene(int frames);

}  // namespace pliant::benchmarks
