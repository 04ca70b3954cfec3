#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `browse`: a window that shows the scenes. Its callback throws Error on bad input, NoOpenGl without a display or
/// OpenGL.
void addBrowse(CLI::App& app);

}  // namespace pliant::cli
