#pragma once

#include <pliant/models/ClosedModel.h>

#include <string>

namespace pliant::benchmarks {

/// A surface from a file, fitted as the papers' models are. Holes of up to 1,000 edges are capped, as scans have them.
struct FileModel {
  models::ClosedModel model;
  Index holesCapped = 0;
};
/// Throws Error, with the file's name, where it can't be read or is no closed surface even so.
FileModel fileModel(const std::string& path);

}  // namespace pliant::benchmarks
