#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <string>

namespace pliant::cli {

/// `--export FOLDER`: meshes of bodies at some moments, MOMENT-BODY.mesh. A link in the folder is replaced like any
/// other file, never written through.
class ExportFolder {
 public:
  /// Makes the folder, and notes what is in it. Throws Error where it can't be made.
  explicit ExportFolder(const std::string& folder);

  std::string file(std::size_t moment, std::size_t body) const;
  /// Tells on standard error how many of the files that were there first are others now, whichever process wrote them;
  /// nothing where none is.
  void tellReplaced() const;

 private:
  std::string m_folder;
  std::map<std::string, ino_t> m_earlier;  // by name
};

}  // namespace pliant::cli
