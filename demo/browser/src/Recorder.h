#pragma once

#include <pliant/pictures/Image.h>
#include <sys/types.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace pliant::detail {

/// Records pictures at 60 per second. If `to` ends in .mp4, .mkv or .webm, they become a film, which needs ffmpeg; else
/// PNG files 00001.png and so on in the folder `to`. A thread writes them, because writing may take longer than a step.
class Recorder {
 public:
  /// Throws Error if a film is requested without ffmpeg, or `to` can't be written.
  explicit Recorder(const std::string& to);
  /// Calls end() and ignores its errors.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  static bool canFilm();

  /// Adds a picture, which must have the size of the first one. Waits while full(). Throws Error if the size differs,
  /// or if an earlier picture could not be written.
  void add(const Image& picture);
  /// Returns true if add() would have to wait.
  bool full() const;
  /// Ends the input. Does not wait.
  void finish();
  /// Returns true if all pictures are written or writing has failed, after finish().
  bool finished() const;
  /// Calls finish() and waits. Throws Error if writing failed, or if a film has no pictures.
  void end();

  const std::string& to() const { return m_to; }
  int pictures() const { return m_pictures; }

 private:
  void live();
  void write(const Image& picture);
  void startFilm(const Image& first);
  void endFilm();

  const std::string m_to;
  bool m_film = false, m_made = false;
  int m_pictures = 0, m_width = 0, m_height = 0;

  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Image> m_waiting;
  bool m_closed = false, m_finished = false;
  std::string m_fault;

  // Used by the thread only.
  int m_written = 0, m_socket = -1;
  pid_t m_ffmpeg = 0;
  std::thread m_thread;
};

}  // namespace pliant::detail
