#pragma once

#include <pliant/benchmarks/spatialHash.h>

#include <string>
#include <vector>

namespace pliant::benchmarks {

/// Figures 3 and 7 to 10 of Volino and Magnenat-Thalmann 1994, drawn anew: levels of a hierarchy, and the parts that
/// detections come to. Each a PNG file in the folder, which is there; `samples` along each side of a pixel. Returns the
/// files' names. Throws Error where one can't be written.
std::vector<std::string> regularityPictures(const std::string& folder, int samples, const Progress& progress);

}  // namespace pliant::benchmarks
