#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "App.h"
#include "Widgets.h"

namespace pliant::detail {

/// Commands for a window, a line each: what its controls do, frame by frame.
class Script {
 public:
  Script() = default;
  /// Throws Error that names the file, and the line where a command is unknown or lacks something.
  explicit Script(const std::string& file);

  /// Whether all is done.
  bool done() const { return m_next == m_commands.size() && m_frames == 0; }

  /// What a frame is asked for beside what was done to the app.
  struct Asked {
    std::string screenshot;                     ///< of this frame; empty: none
    int width = 0, height = 0;                  ///< the window's new size; 0: as it is
    std::optional<bool> keys;                   ///< the list of keys, to be seen or not
    std::optional<std::array<float, 2>> press;  ///< where the mouse is to press
    bool quit = false;
  };
  /// Does what comes before the next frame. Throws Error as the app does, with the file and the line. `widgets`: of the
  /// frame before.
  Asked nextFrame(App& app, const Widgets& widgets);

 private:
  struct Command {
    int line = 0;
    std::vector<std::string> words;
  };
  void check(const Command& command) const;
  /// False: no more in this frame.
  bool perform(const Command& command, App& app, const Widgets& widgets, Asked& asked);
  std::array<float, 2> placeOf(const Command& command, const Widgets& widgets) const;
  void setBodyDetector(const Command& command, App& app) const;
  float letters(const Command& command) const;
  /// One of a scene's values.
  void set(const Command& command, App& app) const;
  [[noreturn]] void fail(const Command& command, const std::string& why) const;
  double number(const Command& command, std::size_t word) const;
  /// A whole number in these bounds.
  int whole(const Command& command, std::size_t word, int least = 0, int most = 1000000) const;
  bool flag(const Command& command, std::size_t word) const;

  std::string m_file;
  std::vector<Command> m_commands;
  std::size_t m_next = 0;
  int m_frames = 0;        ///< still to be let pass
  bool m_settled = false;  ///< controls are where they stay
};

}  // namespace pliant::detail
