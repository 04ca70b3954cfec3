#pragma once

#include <chrono>
#include <fstream>
#include <string>

namespace pliant::cli {

/// A log file with one line per event and its time. Each line is flushed at once, so the file can be followed and is
/// complete if the program is killed.
class RunLog {
 public:
  /// Throws Error if the file can't be written.
  explicit RunLog(const std::string& path);

  /// Returns the time since the log was opened [s].
  double seconds() const;
  void write(const std::string& line);

 private:
  std::string m_path;
  std::ofstream m_file;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace pliant::cli
