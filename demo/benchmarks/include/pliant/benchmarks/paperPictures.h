#pragma once

#include <pliant/benchmarks/spatialHash.h>

#include <string>
#include <vector>

namespace pliant::benchmarks {

/// Draws the figures of Heidelberger 2003 and 2004 with our models and methods, a PNG file each.
/// `folder` must exist. `samples`: number of samples per side of a pixel.
/// Returns the file names. Throws Error if a file can't be written.
std::vector<std::string> paperPictures(const std::string& folder, int samples, const Progress& progress);

}  // namespace pliant::benchmarks
