#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace pliant::detail {

/// A file read into memory.
struct FileContent {
  std::string name;  ///< as the user wrote it
  std::unique_ptr<char[]> data;
  std::size_t size = 0;

  std::string_view bytes() const { return {data.get(), size}; }
};

/// Throws Error unless `path` is a regular file that can be read whole; never waits on a pipe or device.
FileContent readFile(const std::string& path);

}  // namespace pliant::detail
