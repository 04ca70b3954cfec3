#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "App.h"
#include "Widgets.h"

namespace pliant::detail {

/// Commands for a window, one per line of a file. They do the same as the controls.
class Script {
 public:
  Script() = default;
  /// Throws Error with the file's name, and with the line if a command is unknown or incomplete.
  explicit Script(const std::string& file);

  /// Returns true if all commands are done.
  bool done() const { return m_next == m_commands.size() && m_frames == 0; }

  /// Requests of a frame to the window.
  struct Requests {
    std::string screenshot;                     ///< of this frame; empty: none
    int width = 0, height = 0;                  ///< new size of the window; 0: unchanged
    std::optional<bool> keys;                   ///< shows or hides the list of keys
    std::optional<std::array<float, 2>> press;  ///< point to click
    bool quit = false;
  };
  /// Executes the commands before the next frame. Throws Error like the app, with the file and the line. `widgets`:
  /// controls of the previous frame.
  Requests nextFrame(App& app, const Widgets& widgets);

 private:
  struct Command {
    int line = 0;
    std::vector<std::string> words;
  };
  void check(const Command& command) const;
  /// Returns false if no other command may run in this frame.
  bool perform(const Command& command, App& app, const Widgets& widgets, Requests& requests);
  std::array<float, 2> placeOf(const Command& command, const Widgets& widgets) const;
  void setBodyDetector(const Command& command, App& app) const;
  void stepThrough(const Command& command, App& app);
  float letters(const Command& command) const;
  /// Sets an option of the scene.
  void set(const Command& command, App& app) const;
  [[noreturn]] void fail(const Command& command, const std::string& why) const;
  double number(const Command& command, std::size_t word) const;
  /// Returns a whole number in [least, most], else throws Error.
  int whole(const Command& command, std::size_t word, int least = 0, int most = 1000000) const;
  bool flag(const Command& command, std::size_t word) const;

  std::string m_file;
  std::vector<Command> m_commands;
  std::size_t m_next = 0;
  int m_frames = 0;        ///< number of frames to wait
  bool m_settled = false;  ///< true if the controls have their final positions
};

}  // namespace pliant::detail
