#pragma once

#include <sys/types.h>

#include <filesystem>
#include <mutex>

namespace pliant::detail {

/// A temporary file. The destructor removes it unless it was renamed; removeUnfinishedOnSignals() removes it on a
/// signal.
/// Only one exists at a time in the process: other threads wait in the constructor.
class UnfinishedFile {
 public:
  /// Creates a new file in `folder`. On failure, descriptor() is −1 and errno holds the reason.
  UnfinishedFile(const std::filesystem::path& folder, mode_t mode);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  int descriptor() const { return m_descriptor; }
  /// Closes the file. Returns false if not all content could be written; errno holds the reason.
  bool close();
  /// Moves the file to `target`. Call close() first. Returns false on failure; errno holds the reason.
  bool rename(const std::filesystem::path& target);

 private:
  std::unique_lock<std::mutex> m_turn;
  int m_descriptor = -1;
  bool m_exists = false;
};

}  // namespace pliant::detail
