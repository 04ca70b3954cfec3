#pragma once

#include <sys/types.h>

#include <filesystem>
#include <mutex>

namespace pliant::detail {

/// A temporary file that a signal removes (removeUnfinishedOnSignals), and the destructor, unless it was renamed. One
/// at a time: others wait.
class UnfinishedFile {
 public:
  /// Makes a new file in `folder`. errno tells the reason where descriptor() is −1.
  UnfinishedFile(const std::filesystem::path& folder, mode_t mode);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  int descriptor() const { return m_descriptor; }
  /// Closes it. False: errno tells why it could not be written to its end.
  bool close();
  /// Gives it the name for good; to be closed before. False: errno tells why not.
  bool rename(const std::filesystem::path& target);

 private:
  std::unique_lock<std::mutex> m_turn;
  int m_descriptor = -1;
  bool m_exists = false;
};

}  // namespace pliant::detail
