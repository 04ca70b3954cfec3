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

/// Pictures one after the other, a sixtieth of a second each: as a film where a file that ends in .mp4, .mkv or .webm
/// is named, which needs ffmpeg, else as PNG files in a folder, 00001.png and so on. They are written by a thread,
/// since that may take longer than a step.
class Recorder {
 public:
  /// Throws Error where a film is asked for without ffmpeg, or the place can't be written.
  explicit Recorder(const std::string& to);
  /// As end(), whatever comes of it.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  static bool canFilm();

  /// All of one size, that of the first; waits where full(). Throws Error where an earlier one could not be written, or
  /// it has another size.
  void add(const Image& picture);
  /// Whether so many are still to be written that the next one would have to wait.
  bool full() const;
  /// No more follow. Does not wait.
  void finish();
  /// Whether all is written, or can't be, after finish().
  bool finished() const;
  /// Finishes, and waits for it. Throws Error where something could not be written, or nothing was to be.
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

  // Of the thread alone.
  int m_written = 0, m_socket = -1;
  pid_t m_ffmpeg = 0;
  std::thread m_thread;
};

}  // namespace pliant::detail
