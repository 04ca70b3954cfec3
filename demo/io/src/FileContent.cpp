#include "FileContent.h"

#include <fcntl.h>
#include <pliant/detectors/Error.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>

namespace pliant::detail {
namespace {

struct Descriptor {
  int value;
  explicit Descriptor(int descriptor) : value(descriptor) {}
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

[[noreturn]] void fail(const std::string& path, const char* fault) {
  throw Error(path + ": " + fault);
}

// Limits every count in a file to below the largest Index.
constexpr std::size_t kLargestFile = std::numeric_limits<std::uint32_t>::max();

}  // namespace

FileContent readFile(const std::string& path) {
  // O_NONBLOCK: open() must not block on a pipe without a writer.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.value < 0) fail(path, errno == ENOENT ? "no such file" : std::strerror(errno));
  struct stat status;
  if (::fstat(file.value, &status) != 0) fail(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(path, "is a folder, not a file");
  if (!S_ISREG(status.st_mode)) fail(path, "is not a regular file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) fail(path, "is empty");
  if (size > kLargestFile) fail(path, "is larger than 4 GiB");

  FileContent content;
  content.name = path;
  content.data = std::make_unique_for_overwrite<char[]>(size);
  while (content.size < size) {
    const ssize_t count = ::read(file.value, content.data.get() + content.size, size - content.size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, std::strerror(errno));
    if (count == 0) break;
    content.size += static_cast<std::size_t>(count);
  }
  if (content.size == 0) fail(path, "is empty");
  return content;
}

}  // namespace pliant::detail
