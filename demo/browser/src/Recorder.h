#pragma once

#include <pliant/pictures/Image.h>
#include <sys/types.h>

#include <string>

namespace pliant::detail {

/// Pictures one after the other, a sixtieth of a second each: as a film where a file that ends in .mp4, .mkv or .webm
/// is named, which needs ffmpeg, else as PNG files in a folder, 00001.png and so on.
class Recorder {
 public:
  /// Throws Error where a film is asked for without ffmpeg, or the place can't be written.
  explicit Recorder(const std::string& to);
  /// Ends what was not ended, whatever comes of it.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  static bool canFilm();

  /// All of one size, that of the first. Throws Error where it can't be written, or has another size.
  void add(const Image& picture);
  /// Throws Error where ffmpeg failed.
  void end();

  const std::string& to() const { return m_to; }
  int pictures() const { return m_pictures; }

 private:
  void startFilm();

  std::string m_to;
  bool m_film = false;
  int m_pictures = 0, m_width = 0, m_height = 0;
  int m_socket = -1;
  pid_t m_ffmpeg = 0;
};

}  // namespace pliant::detail
