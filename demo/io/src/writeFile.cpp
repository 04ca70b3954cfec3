#include <fcntl.h>
#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace pliant {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& fault) {
  throw Error(path + ": can't be written: " + fault);
}

/// Where the bytes go: the file behind a symbolic link, so that the link stays one.
fs::path targetOf(const std::string& path) {
  std::error_code code;
  if (fs::is_symlink(path, code)) {
    fs::path real = fs::canonical(path, code);
    if (!code) return real;
    fail(path, "is a link to nothing");
  }
  return path;
}

fs::path folderOf(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

}  // namespace

void checkWritable(const std::string& path) {
  if (path.empty()) fail("''", "the name is empty");
  const fs::path target = targetOf(path);
  struct stat status;
  if (::stat(target.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail(path, "is a folder");
    if (!S_ISREG(status.st_mode)) fail(path, "is not a regular file");
    if (::access(target.c_str(), W_OK) != 0) fail(path, std::strerror(errno));
  } else if (errno != ENOENT) {
    fail(path, std::strerror(errno));
  } else if (target.filename().empty()) {
    fail(path, "is a folder");
  }
  const fs::path folder = folderOf(target);
  if (::stat(folder.c_str(), &status) != 0) {
    fail(path, errno == ENOENT ? std::string("its folder does not exist") : std::strerror(errno));
  }
  if (!S_ISDIR(status.st_mode)) fail(path, "its folder is not a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(path, std::strerror(errno));
}

void makeFolder(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code || !fs::is_directory(path, code)) throw Error("'" + path + "': can't be made a folder");
}

void writeFile(const std::string& path, std::string_view content) {
  checkWritable(path);
  const fs::path target = targetOf(path);
  // A short name of its own: the target's may be as long as the system allows.
  fs::path temporary;
  int descriptor = -1;
  for (int attempt = 0; descriptor < 0; ++attempt) {
    temporary = folderOf(target) / (".pliant-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp");
    descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && (errno != EEXIST || attempt == 100)) fail(path, std::strerror(errno));
  }
  std::string fault;
  while (!content.empty() && fault.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fault = std::strerror(errno);
    }
  }
  if (::close(descriptor) != 0 && fault.empty()) fault = std::strerror(errno);
  if (fault.empty() && ::rename(temporary.c_str(), target.c_str()) != 0) fault = std::strerror(errno);
  if (!fault.empty()) {
    ::unlink(temporary.c_str());
    fail(path, fault);
  }
}

}  // namespace pliant
