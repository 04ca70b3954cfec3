#pragma once

#include <pliant/benchmarks/spatialHash.h>

#include <string>
#include <vector>

namespace pliant::benchmarks {

/// Draws figures 3 and 7 to 10 of Volino and Magnenat-Thalmann 1994, a PNG file each: levels of a hierarchy, and the
/// patches that a detection visits.
/// `folder` must exist. `samples`: number of samples per side of a pixel.
/// Returns the file names. Throws Error if a file can't be written.
std::vector<std::string> regularityPictures(const std::string& folder, int samples, const Progress& progress);

}  // namespace pliant::benchmarks
