#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace pliant::detail {

/// A file read into memory.
struct FileContent {
  std::string name;  ///< path as the user wrote it
  std::unique_ptr<char[]> data;
  std::size_t size = 0;

  std::string_view bytes() const { return {data.get(), size}; }
};

/// Reads a whole file. Throws Error unless `path` is a readable regular file. Never blocks on a pipe or device.
FileContent readFile(const std::string& path);

}  // namespace pliant::detail
