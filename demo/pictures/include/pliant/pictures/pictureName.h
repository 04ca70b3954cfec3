#pragma once

#include <pliant/detectors/Error.h>

#include <filesystem>
#include <string>

namespace pliant {

/// Throws Error unless the name of a picture ends in .png.
inline void checkPictureName(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".png") throw Error(path + ": the name of a picture must end in .png");
}

}  // namespace pliant
