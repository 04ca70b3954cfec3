#pragma once

#include <pliant/benchmarks/spatialHash.h>

#include <string>
#include <vector>

namespace pliant::benchmarks {

/// The figures of Heidelberger 2003 and 2004, drawn anew with models and detection of our own: each a PNG file in the
/// folder, which is there; `samples` along each side of a pixel. Returns the files' names. Throws Error where one can't
/// be written.
std::vector<std::string> paperPictures(const std::string& folder, int samples, const Progress& progress);

}  // namespace pliant::benchmarks
