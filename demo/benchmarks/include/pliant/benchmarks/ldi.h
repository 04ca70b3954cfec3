#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <string>
#include <vector>

namespace pliant::benchmarks {

/// The tables of Heidelberger 2003 and 2004, with the papers' values and ours.
/// - 2003: 1: intersection volumes, with the knot and the dragon; 2: vertices in volumes; the scene with particles.
/// - 2004: 1: a hand that closes; 2: particles in a dragon; 3: resolutions.
///
/// Our times are medians of thread CPU time over `repeats`, on the CPU; every image is redrawn.
/// The pixels are those of the papers: N × N, stretched over the volume. The models are our own (pliant/models).
std::vector<Table> ldiTables(int repeats, const Progress& progress);

/// A table of ldiTables(): 100,000 points in the dragon of 520,000 faces, which bends in every frame, compared with
/// Embree's rays. In a build without Embree the last row is a hint how to install it.
Table ldiRays(int repeats, const Progress& progress);

/// Table 2 of 2003 for closed surfaces in files. Reads all files first. Throws Error as fileModel does.
Table ldiFiles(const std::vector<std::string>& files, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
