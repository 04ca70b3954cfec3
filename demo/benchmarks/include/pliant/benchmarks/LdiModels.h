#pragma once

#include <pliant/models/ClosedModel.h>

#include <string>

namespace pliant::benchmarks {

/// A surface from a file, fitted like the papers' models. Holes of up to 1,000 edges, as in scans, are capped.
struct FileModel {
  models::ClosedModel model;
  Index holesCapped = 0;
};
/// Throws Error with the file name if the file can't be read or the surface is not closed after capping.
FileModel fileModel(const std::string& path);

}  // namespace pliant::benchmarks
