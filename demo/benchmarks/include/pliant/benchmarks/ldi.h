#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <string>
#include <vector>

namespace pliant::benchmarks {

/// The tables of Heidelberger 2003 (1: intersection volumes, with the knot and the dragon; 2: vertices in volumes;
/// the scene with particles) and 2004 (1: a hand that closes; 2: particles in a dragon; 3: resolutions), theirs beside
/// ours: medians of thread CPU time over `repeats`, on the CPU, every image drawn anew. The papers' pixels: N by N
/// stretched over the volume. Models of our own (pliant/models).
std::vector<Table> ldiTables(int repeats, const Progress& progress);

/// Of these: 100,000 points in the dragon of 520,000 faces, which bends in every frame, beside Embree's rays; without
/// Embree in the build the last row says how to get it.
Table ldiRays(int repeats, const Progress& progress);

/// Table 2 of 2003 for closed surfaces in files. All are read first. Throws Error as fileModel does.
Table ldiFiles(const std::vector<std::string>& files, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
