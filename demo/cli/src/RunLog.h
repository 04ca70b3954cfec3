#pragma once

#include <chrono>
#include <fstream>
#include <string>

namespace pliant::cli {

/// A file that tells what happened when, a line each, written at once: it can be followed, and holds what is known
/// where a program is ended from outside.
class RunLog {
 public:
  /// Throws Error where the file can't be written.
  explicit RunLog(const std::string& path);

  /// Seconds since the log was begun.
  double seconds() const;
  void write(const std::string& line);

 private:
  std::string m_path;
  std::ofstream m_file;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace pliant::cli
