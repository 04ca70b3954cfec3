#pragma once

// Instruction sets that no source is compiled for. Each source that is compiled for several includes this before
// Highway.
//  - SSSE3: for vectors of 16 bytes SSE4 does as well.
//  - SVE: its vectors have no size at compile time, so they cannot be elements of arrays or members of classes.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
