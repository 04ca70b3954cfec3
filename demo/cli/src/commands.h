#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

// Each function adds a command. The callback of the command throws Error on bad input.

/// Adds `bench`: benchmarks, tables and figures of the papers.
void addBench(CLI::App& app);

/// Adds `browse`: a window that shows the scenes. The callback throws NoOpenGl without a display or OpenGL.
void addBrowse(CLI::App& app);

/// Adds `compare`: runs scenes under several detectors; the results are a table and pictures.
void addCompare(CLI::App& app);

/// Adds `detect`: reads bodies from mesh files and reports collisions.
void addDetect(CLI::App& app);

/// Adds `gallery`: draws the sheets of pictures of docs/gallery.md.
void addGallery(CLI::App& app);

/// Adds `list`: prints the names of the detectors and the scenes.
void addList(CLI::App& app);

/// Adds `run`: steps a scene and reports times and remaining errors.
void addRun(CLI::App& app);

}  // namespace pliant::cli
