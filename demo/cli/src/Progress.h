#pragma once

#include <chrono>
#include <cstddef>

namespace pliant::cli {

/// A line on standard error that tells how far long work has come; nothing unless standard error is a terminal, and
/// nothing in the first second. Erased at the end.
class Progress {
 public:
  /// `unit` names what is counted.
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
