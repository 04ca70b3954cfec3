#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pliant {
struct Drawing;    // see pliant/pictures/Renderer.h
struct ImageWork;  // see pliant/scenes/Simulation.h
}  // namespace pliant

/// The benchmarks of `pliant bench`. Times are medians of thread CPU time unless a table says otherwise.
/// Methods that are compared are measured alternately, step by step, in one process.
namespace pliant::benchmarks {

/// A renderer of layered depth images, for instance with OpenGL.
struct LdiSource {
  std::unique_ptr<LdiRenderer> renderer;
  std::function<double()> readBackMs;  ///< part of the last image's time that reads it back
  std::function<ImageWork()> work{};   ///< passes and read-backs of the last image

  /// Returns the renderer's name without "ldi-gl-", for instance "ordered".
  std::string shortName() const;
};

/// A renderer whose layers are tiles of one framebuffer, which is read back as a whole.
struct TiledLdi {
  Index frame = 0;  ///< width and height of the framebuffer [pixels]
  LdiSource source;
};

/// Called with the name of the next measurement, on the measuring thread.
using Progress = std::function<void(const std::string&)>;

struct BenchSettings {
  std::string setups = "ABCDE";       ///< letters A to G, see tetrahedraScene()
  int steps = 1000;                   ///< of table2; other tables run for a part of these
  int leastSteps = 3;                 ///< least number of steps of these
  std::size_t faces = 1'000'000;      ///< most faces of a surface: regularity-tree, threads-surfaces
  std::size_t touching = 500'000;     ///< most faces of a surface: bucket-touching
  std::vector<std::string> meshes{};  ///< files of closed surfaces: ldi-files
  std::vector<LdiSource> sources{};   ///< renderers: ldi-gl
  std::vector<TiledLdi> tiles{};      ///< the same renderer with several framebuffers: ldi-gl-tiles
  std::string driver{};               ///< the driver's name of the renderers
  /// Draws `frames` pictures of 320 x 240 pixels that `next` makes, by the window's renderer, and returns the wall time
  /// of all, `next` included [s]; `driver` becomes the name of its driver. Empty: there is none. Throws Error if there
  /// is no display.
  std::function<double(int frames, const std::function<Drawing()>& next, std::string& driver)> drawFrames{};
  std::vector<std::string> scenes{};  ///< names of scenes: steps; empty: all but the largest
  bool quick = false;                 ///< steps: a quarter of the steps
  Progress progress = [](const std::string&) {};
  /// Asked by `steps` after each world that is built and each step: true ends it, with the rows so far.
  std::function<bool()> stopped = [] { return false; };

  int few() const { return std::max(leastSteps, steps / 100); }
  int fifth() const { return std::max(leastSteps, steps / 5); }
};

/// A named table.
struct TableEntry {
  const char* name;
  /// Measures the table. Throws Error if the methods that it compares do not find the same pairs.
  Table (*make)(const BenchSettings& settings);
  /// Returns false if the settings leave nothing to measure. nullptr: never.
  bool (*applies)(const BenchSettings& settings) = nullptr;
};

struct Benchmark {
  const char* name;
  std::vector<TableEntry> tables;
  /// Draws the paper's figures with our models and methods, a PNG file each, in an existing folder. nullptr: none.
  /// `samples`: number of samples per side of a pixel. Returns the file names.
  /// Throws Error if a file can't be written.
  std::vector<std::string> (*pictures)(const std::string& folder, int samples, const Progress& progress) = nullptr;

  /// Returns the tables that apply to the settings.
  std::vector<TableEntry> tablesFor(const BenchSettings& settings) const;
};

/// Throws Error if `steps` does not measure one of these scenes.
void checkMeasuredScenes(const std::vector<std::string>& names);

/// Returns all benchmarks, in the order in which `pliant bench` runs them.
std::span<const Benchmark> allBenchmarks();
/// Throws Error for an unknown name, with all names.
const Benchmark& findBenchmark(const std::string& name);
/// Measures a table by its name. Throws Error for an unknown name.
Table makeTable(const std::string& name, const BenchSettings& settings);

}  // namespace pliant::benchmarks
