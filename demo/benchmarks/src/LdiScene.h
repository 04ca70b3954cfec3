#pragma once

#include <pliant/benchmarks/Table.h>

namespace pliant::benchmarks {

/// The scene of Heidelberger 2003, figure 11: 20,000 particles rain on a model of 10,000 faces that deforms. Each
/// frame's deformation, dynamics, detection and response, on the CPU.
Table particleScene(int frames);

}  // namespace pliant::benchmarks
