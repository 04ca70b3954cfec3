#include "Recorder.h"

#include <fcntl.h>
#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace pliant::detail {
namespace {

constexpr const char* kProgram = "ffmpeg";
// Largest number of pictures in the queue.
constexpr std::size_t kMostWaiting = 8;

bool isFilm(const std::string& to) {
  const std::string ending = std::filesystem::path(to).extension().string();
  return ending == ".mp4" || ending == ".mkv" || ending == ".webm";
}

}  // namespace

bool Recorder::canFilm() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + kProgram).c_str(), X_OK) == 0) return true;
  return false;
}

Recorder::Recorder(const std::string& to) : m_to(to), m_film(isFilm(to)) {
  if (!m_film) {
    makeFolder(to);
  } else {
    if (!canFilm())
      throw Error("'" + to +
                  "': a film needs ffmpeg (Debian package: ffmpeg); for a picture of each step, name a folder");
    checkWritable(to);
    // Creates the file, so that no other recording uses the name before ffmpeg starts.
    m_made = !std::filesystem::exists(to);
    std::ofstream(to, std::ios::app);
  }
  m_thread = std::thread([this] { live(); });
}

Recorder::~Recorder() {
  try {
    end();
  } catch (const Error&) {
  }
}

void Recorder::live() {
  std::string fault;
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [&] { return m_closed || !m_waiting.empty(); });
    if (m_waiting.empty()) break;
    // The picture stays in the queue until it is written, so that the limit includes it.
    const Image& next = m_waiting.front();
    lock.unlock();
    try {
      write(next);
    } catch (const std::exception& error) {
      fault = error.what();
    }
    lock.lock();
    m_waiting.pop_front();
    if (!fault.empty()) break;
    m_changed.notify_all();
  }
  // An add() that waits continues and throws m_fault.
  m_fault = fault;
  m_waiting.clear();
  m_changed.notify_all();
  lock.unlock();
  try {
    endFilm();
  } catch (const std::exception& error) {
    fault = error.what();
  }
  lock.lock();
  m_fault = fault;
  m_finished = true;
  m_changed.notify_all();
}

void Recorder::startFilm(const Image& first) {
  // A socket instead of a pipe: sending to it raises no signal after ffmpeg has ended.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error("'" + m_to + "': " + std::strerror(errno));
  const std::string size = std::to_string(first.width()) + "x" + std::to_string(first.height()), file = "file:" + m_to;
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  m_ffmpeg = ::fork();
  if (m_ffmpeg == 0) {
    ::dup2(ends[0], STDIN_FILENO);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    // The sides of a film must be even.
    ::execlp(kProgram, kProgram, "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size.c_str(), "-r", "60", "-i",
             "pipe:0", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", file.c_str(),
             static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(nowhere);
  ::close(ends[0]);
  m_socket = ends[1];
  if (m_ffmpeg < 0) throw Error("'" + m_to + "': " + std::strerror(errno));
}

void Recorder::write(const Image& picture) {
  ++m_written;
  if (!m_film) {
    std::array<char, 16> name{};
    std::snprintf(name.data(), name.size(), "%05d.png", m_written);
    return picture.save((std::filesystem::path(m_to) / name.data()).string(), Links::Replace);
  }
  if (m_written == 1) startFilm(picture);
  for (int y = 0; y < picture.height(); ++y) {
    const auto* from = reinterpret_cast<const char*>(&picture.at(0, y));
    std::size_t left = sizeof(Rgb) * static_cast<std::size_t>(picture.width());
    while (left > 0) {
      const ssize_t sent = ::send(m_socket, from, left, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) throw Error("'" + m_to + "': ffmpeg ended too early");
      from += sent;
      left -= static_cast<std::size_t>(sent);
    }
  }
}

void Recorder::endFilm() {
  if (m_socket >= 0) ::close(m_socket);
  m_socket = -1;
  if (m_ffmpeg <= 0) return;
  int status = 0;
  while (::waitpid(m_ffmpeg, &status, 0) < 0 && errno == EINTR) {
  }
  m_ffmpeg = 0;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw Error("'" + m_to + "': ffmpeg can't write it");
}

void Recorder::add(const Image& picture) {
  if (m_pictures == 0) {
    m_width = picture.width();
    m_height = picture.height();
  }
  if (picture.width() != m_width || picture.height() != m_height)
    throw Error("'" + m_to + "': the recording ended, because the size of the window changed");
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return m_waiting.size() < kMostWaiting || !m_fault.empty(); });
  if (!m_fault.empty()) throw Error(m_fault);
  ++m_pictures;
  m_waiting.push_back(picture);
  m_changed.notify_all();
}

bool Recorder::full() const {
  const std::lock_guard lock(m_mutex);
  return m_waiting.size() >= kMostWaiting;
}

void Recorder::finish() {
  const std::lock_guard lock(m_mutex);
  m_closed = true;
  m_changed.notify_all();
}

bool Recorder::finished() const {
  const std::lock_guard lock(m_mutex);
  return m_finished;
}

void Recorder::end() {
  finish();
  if (!m_thread.joinable()) return;
  m_thread.join();
  if (!m_fault.empty()) throw Error(m_fault);
  if (m_pictures > 0) return;
  std::error_code error;
  if (m_made) std::filesystem::remove(m_to, error);
  if (m_film) throw Error("'" + m_to + "': no picture was recorded");
}

}  // namespace pliant::detail
