#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `browse`: a window that shows the scenes.
/// The callback throws Error on bad input, and NoOpenGl without a display or OpenGL.
void addBrowse(CLI::App& app);

}  // namespace pliant::cli
