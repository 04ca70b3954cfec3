#include "ExportFolder.h"

#include <pliant/io/printable.h>
#include <pliant/io/writeFile.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace pliant::cli {
namespace {

/// Returns the inode number, or 0 if there is no file. A file that replaces another one by renaming has another number.
ino_t identity(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

}  // namespace

ExportFolder::ExportFolder(const std::string& folder) : m_folder(folder) {
  makeFolder(folder);
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    const std::string path = entry.path().string();
    m_earlier[path] = identity(path);
  }
}

std::string ExportFolder::file(std::size_t moment, std::size_t body) const {
  const std::string name = std::to_string(moment) + "-" + std::to_string(body) + ".mesh";
  return (std::filesystem::path(m_folder) / name).string();
}

void ExportFolder::reportReplaced() const {
  const auto replaced = std::count_if(m_earlier.begin(), m_earlier.end(), [](const auto& earlier) {
    const ino_t now = identity(earlier.first);
    return now != 0 && now != earlier.second;
  });
  if (replaced == 0) return;
  std::fprintf(stderr, "pliant: --export replaced %td %s in %s\n", replaced, replaced == 1 ? "file" : "files",
               printable(m_folder).c_str());
}

}  // namespace pliant::cli
