#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "UnfinishedFile.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& fault) {
  throw Error(path + ": can't be written: " + fault);
}

/// Returns the path of the file that is replaced.
fs::path targetOf(const std::string& path, Links links) {
  std::error_code code;
  if (links == Links::Follow && fs::is_symlink(path, code)) {
    fs::path real = fs::canonical(path, code);
    if (!code) return real;
    fail(path, "it is a symbolic link without a target");
  }
  return path;
}

fs::path folderOf(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Gives a new file the mode of the file that it replaces and, if permitted, its owner and group. If the group can't be
/// kept, its members get only the permissions of others.
void takeOver(int descriptor, const struct stat& earlier) {
  struct stat made;
  if (::fstat(descriptor, &made) != 0) return;
  const bool sameOwner = made.st_uid == earlier.st_uid || ::fchown(descriptor, earlier.st_uid, gid_t(-1)) == 0;
  const bool sameGroup = made.st_gid == earlier.st_gid || ::fchown(descriptor, uid_t(-1), earlier.st_gid) == 0;
  mode_t mode = earlier.st_mode & (sameOwner && sameGroup ? 07777 : 0777);
  if (!sameGroup) mode &= ~mode_t{S_IRWXG} | (mode & S_IRWXO) << 3;
  ::fchmod(descriptor, mode);
}

std::string writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR) return std::strerror(errno);
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace

void refuseLink(const std::string& path) {
  std::error_code code;
  if (fs::is_symlink(path, code)) fail(path, "it is a symbolic link");
}

void checkWritable(const std::string& path, Links links) {
  if (path.empty()) fail("''", "the file name is empty");
  const fs::path target = targetOf(path, links);
  struct stat status;
  if (::lstat(target.c_str(), &status) == 0) {
    const bool isLink = S_ISLNK(status.st_mode);
    if (S_ISDIR(status.st_mode)) fail(path, "it is a folder");
    if (!S_ISREG(status.st_mode) && !isLink) fail(path, "it is not a regular file");
    if (!isLink && ::access(target.c_str(), W_OK) != 0) fail(path, std::strerror(errno));
  } else if (errno != ENOENT) {
    fail(path, std::strerror(errno));
  } else if (target.filename().empty()) {
    fail(path, "it is a folder");
  }
  const fs::path folder = folderOf(target);
  if (::stat(folder.c_str(), &status) != 0) {
    fail(path, errno == ENOENT ? std::string("its folder does not exist") : std::strerror(errno));
  }
  if (!S_ISDIR(status.st_mode)) fail(path, "its parent is not a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(path, std::strerror(errno));
}

void makeFolder(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code || !fs::is_directory(path, code)) throw Error("'" + path + "': the folder can't be created");
}

void writeFile(const std::string& path, std::string_view content, Links links) {
  checkWritable(path, links);
  const fs::path target = targetOf(path, links);
  struct stat earlier;
  const bool replaces = ::lstat(target.c_str(), &earlier) == 0 && S_ISREG(earlier.st_mode);
  // Mode 0600: users without access to the replaced file must not read the temporary file.
  detail::UnfinishedFile file(folderOf(target), replaces ? 0600 : 0666);
  if (file.descriptor() < 0) fail(path, std::strerror(errno));
  const std::string fault = writeAll(file.descriptor(), content);
  if (!fault.empty()) fail(path, fault);
  if (replaces) takeOver(file.descriptor(), earlier);
  if (!file.close() || !file.rename(target)) fail(path, std::strerror(errno));
}

}  // namespace pliant
