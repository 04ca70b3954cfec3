#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/detectors/Types.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// The benchmarks of `pliant bench`. Times are medians of thread CPU time unless a table says otherwise.
/// Methods that are compared are measured alternately, step by step, in one process.
/// A benchmark throws Error if the methods that it compares do not find the same pairs.
namespace pliant::benchmarks {

/// Called with the name of the next measurement, on the measuring thread.
using Progress = std::function<void(const std::string&)>;

/// A renderer of layered depth images, for instance with OpenGL.
struct LdiSource {
  std::unique_ptr<LdiRenderer> renderer;
  std::function<double()> readBackMs;  ///< part of the last image's time that reads it back
};

struct BenchSettings {
  std::string setups = "ABCDE";     ///< letters A to G, see tetrahedraScene()
  int steps = 1000;                 ///< of table2(); the others run for a part of these
  std::size_t faces = 1'000'000;    ///< most faces of a surface: regularity-tree, threads
  std::vector<std::string> meshes;  ///< files of closed surfaces for ldiFiles()
  Progress progress = [](const std::string&) {};
  /// Returns the renderers that are available, and writes the name of their driver.
  std::function<std::vector<LdiSource>(std::string& driver)> openGl;
};

/// A named table. `make` measures it.
struct TableMaker {
  std::string name;
  std::function<Table()> make;
};

struct Benchmark {
  std::string name;
  std::vector<TableMaker> (*tables)(const BenchSettings& settings);
  /// Draws the paper's figures with our models and methods, a PNG file each, in an existing folder.
  /// `samples`: number of samples per side of a pixel. Returns the file names. nullptr: there are none.
  /// Throws Error if a file can't be written.
  std::vector<std::string> (*pictures)(const std::string& folder, int samples, const Progress& progress) = nullptr;
};

/// Returns all benchmarks, in the order in which `pliant bench` runs them.
std::span<const Benchmark> allBenchmarks();

// Spatial hash (Teschner 2003).

/// Returns the number of steps of a setup: a hundredth of `steps` for F, a five-hundredth for G, at least 3.
int stepsFor(char setup, int steps);
/// Table 2: time of collision detection per step for each setup (letters A to G), compared with the floor and with
/// Bullet's trees.
/// Bullet's trees are measured in every twentieth step and the last one, of F only in the last one, of G never.
Table table2(const std::string& setups, int steps, const Progress& progress);
/// The primitives of setup E as 1, 10 and 100 objects: the time depends only on the number of primitives (section 6).
Table objects(int steps);
/// The paper's hash functions for several table sizes.
Table hashFunctions(int steps);
/// Compares passes, layouts and inside tests.
Table variants(int steps);
/// Figures 3 to 6: time against table size (vessels D, objects A; sizes 99, 199, 299 … and primes) and against cell
/// size (D with 9973 buckets, A with 4999).
std::vector<TableMaker> figures(int steps, const Progress& progress);

/// Wall time of one and two threads, compared with two independent copies of the hash, the floor's pass and a loop, all
/// of the same duration.
/// Two threads of one core share its units: work that waits for its own results becomes twice as fast, work that uses
/// the units fully gains little.
Table threads(const std::string& setups, int steps);
/// The same for the regularity tree on cloths and the bucket tree on two surfaces that touch.
/// They have 10,000 and 50,000 faces, if at most `most`; 1,000 if `most` is below 10,000.
Table surfaceThreads(std::size_t most, int steps, const Progress& progress);

/// The spatial hash on crowds of surfaces with about 1,000, 10,000 and 100,000 faces: time per face [ns].
/// Measures the candidates of a step and their narrow test, intersecting face pairs, and pairs of boxes compared with
/// Bullet's face trees. Brute force is measured with 1,000 faces only.
/// The largest crowd runs for a tenth of the steps, at least 3.
Table surface(int steps, const Progress& progress);

// Bucket tree (Ganovelli 2000).

/// Figure 3: time of an update of a particle soup with 4 levels, for both algorithms [ms].
/// The order of the particles is more or less stable: each deviates from a common direction by at most an angle.
Table bucketAlgorithms(int steps);
/// Figure 4: time of an update of 15,000 particles against the number of levels [ms].
Table bucketLevels(int steps);
/// Table 1: time to find 1,000 pairs of overlapping buckets of two soups, with 3, 4 and 5 levels.
Table bucketPairs(int steps);
/// Section 4: pairs with overlapping boxes of two triangle soups that turn and deform.
/// Compares buckets, a box tree that is refitted, and a box tree that is rebuilt in each step.
Table bucketsAndBoxTrees(int steps);
/// Intersecting face pairs of two deforming surfaces that touch, of 12,000, 50,000 and 500,000 faces each.
/// Compares the bucket tree, the spatial hash and Bullet's face trees with the floor.
/// The largest surfaces run for a tenth of the steps, at least 3. Surfaces of more than `most` faces are left out.
Table touchingSurfaces(int steps, const Progress& progress, std::size_t most = 500'000);

// Regularity tree (Volino and Magnenat-Thalmann 1994).

/// Tables of the regularity tree, medians of `repeats` steps or more.
/// - Tables 1a, 1b, 2a and 2b of the paper, with its values: calls of the collision procedure and tests of single
///   faces, on a sphere and on a strip that intersects itself, with up to `most` faces.
/// - Section 3.3 of the paper: body and cloth.
/// - Times compared with the floor and with other detectors, for several settings, for faces that are removed and
///   added, and for cloths compared with Bullet's own self-collision. Surfaces move in each step.
std::vector<TableMaker> regularityTables(std::size_t most, int repeats, const Progress& progress);
/// Figures 3 and 7 to 10: levels of a hierarchy, and the patches that a detection visits. See Benchmark::pictures.
std::vector<std::string> regularityPictures(const std::string& folder, int samples, const Progress& progress);
/// Self-collision of moving cloths of `faces` faces each: flat, wrinkled, wound and crumpled.
/// Compares Bullet's own method, cones of normals, with the regularity tree and the spatial hash: times with all
/// updates [ms], and the number of face pairs that each method misses.
Table clothPeers(std::span<const std::size_t> faces, int repeats, const Progress& progress);

// Layered depth images (Heidelberger 2003 and 2004).

/// The tables of the papers, with their values and ours.
/// - 2003: 1: intersection volumes, with the knot and the dragon; 2: vertices in volumes; the scene with particles.
/// - 2004: 1: a hand that closes; 2: particles in a dragon; 3: resolutions.
///
/// Our times are on the CPU; every image is redrawn.
/// The pixels are those of the papers: N × N, stretched over the volume. The models are our own (pliant/models).
std::vector<TableMaker> ldiTables(int repeats, const Progress& progress);
/// A table of ldiTables(): 100,000 points in the dragon of 520,000 faces, which bends in every frame, compared with
/// Embree's rays. In a build without Embree the last row is a hint how to install it.
Table ldiRays(int repeats, const Progress& progress);
/// A table of ldiTables(), figure 11 of 2003: 20,000 particles fall on a model of 10,000 faces that deforms.
/// Times of deformation, dynamics, detection and response per frame.
Table ldiParticles(int frames);
/// Table 2 of 2003 for closed surfaces in files. Reads all files first. Throws Error as fileModel does.
Table ldiFiles(const std::vector<std::string>& files, int repeats, const Progress& progress);
/// Table 1 of 2003 and the three tables of 2004, on the CPU and with `sources`.
/// Times are medians of wall time, separate for drawing and reading back.
/// `driver`: the driver's name of the renderer.
/// Columns show how much images and answers differ from the CPU's. A difference of more than 0.5 % of the pixels is
/// also reported to `progress`.
std::vector<Table> ldiSourceTables(const std::vector<LdiSource>& sources, const std::string& driver, int repeats,
                                   const Progress& progress);
/// The figures of both papers. See Benchmark::pictures.
std::vector<std::string> paperPictures(const std::string& folder, int samples, const Progress& progress);

}  // namespace pliant::benchmarks
