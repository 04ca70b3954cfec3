#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <string>

namespace pliant::cli {

/// The folder of `--export FOLDER`. It gets one mesh per body and moment, MOMENT-BODY.mesh.
/// A symbolic link in the folder is replaced like any other file, never followed.
class ExportFolder {
 public:
  /// Creates the folder and records its files. Throws Error if it can't be created.
  explicit ExportFolder(const std::string& folder);

  std::string file(std::size_t moment, std::size_t body) const;
  /// Prints to standard error how many of the earlier files have been replaced, by any process. Prints nothing if none.
  void reportReplaced() const;

 private:
  std::string m_folder;
  std::map<std::string, ino_t> m_earlier;  // inode of each earlier file, by path
};

}  // namespace pliant::cli
