#pragma once

// Instruction sets that are disabled. Include this before Highway in each source that is compiled for several of them.
//  - SSSE3: SSE4 covers vectors of 16 bytes.
//  - SVE: its vectors have no size at compile time, so they cannot be array elements or class members.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
