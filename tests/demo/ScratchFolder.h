#pragma once

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

/// A temporary folder for a test's files. The destructor removes it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "pliant-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    m_path = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(const std::string& name) const { return (m_path / name).string(); }

  /// Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view content) const {
    // The old file is removed first: some file systems flush a file that is truncated and written again.
    std::filesystem::remove(path(name));
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  /// Returns the number of files in the folder, or in a folder of it.
  std::size_t files(const std::string& name = "") const {
    const std::filesystem::directory_iterator all(m_path / name);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  static std::string read(const std::string& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
  }

 private:
  std::filesystem::path m_path;
};

/// Returns the bytes of a number in little-endian or big-endian order.
template <typename Number>
std::string bytesOf(Number number, bool bigEndian = false) {
  std::string bytes(sizeof(Number), '\0');
  std::memcpy(bytes.data(), &number, sizeof(Number));
  const bool hostIsBig = [] {
    const std::uint16_t one = 1;
    char first = 0;
    std::memcpy(&first, &one, 1);
    return first == 0;
  }();
  return bigEndian == hostIsBig ? bytes : std::string(bytes.rbegin(), bytes.rend());
}
