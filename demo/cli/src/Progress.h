#pragma once

#include <chrono>
#include <cstddef>

namespace pliant::cli {

/// A progress bar on standard error, erased at the end.
/// Prints nothing in the first second, and nothing if standard error is not a terminal.
class Progress {
 public:
  /// `unit`: name of the counted items.
  Progress(const char* unit, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance();

 private:
  const char* m_unit;
  std::size_t m_done = 0, m_total;
  bool m_enabled, m_shown = false;
  std::chrono::steady_clock::time_point m_next;
};

}  // namespace pliant::cli
