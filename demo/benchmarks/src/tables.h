#pragma once

#include <pliant/benchmarks/benchmarks.h>

// The tables of all benchmarks. docs/command-line.md describes them.
namespace pliant::benchmarks {

// Spatial hash (Teschner 2003).

/// Returns the number of steps of a setup: a hundredth of `steps` for F, a five-hundredth for G, at least 3.
int stepsFor(char setup, int steps);
/// Table 2: time of collision detection per step for each setup, compared with the floor and with Bullet's trees.
/// Bullet's trees are measured in every twentieth step and the last one, of F only in the last one, of G never.
Table table2(const BenchSettings& settings);
/// The primitives of setup E as 1, 10 and 100 objects: the time depends only on the number of primitives (section 6).
Table objects(const BenchSettings& settings);
/// The paper's hash functions for several table sizes, with single cells as in the paper and with blocks.
Table hashFunctions(const BenchSettings& settings);
/// Compares passes, layouts and inside tests.
Table variants(const BenchSettings& settings);
/// Edges against tetrahedra, which the paper leaves out (section 7): what the pairs of faces cost and find more.
Table edgesLeftOut(const BenchSettings& settings);
/// Figures 3 to 6: time against table size (vessels D, objects A; sizes 99, 199, 299 … and primes) and against cell
/// size (D with 9973 buckets, A with 4999). Fewer points if `steps` is below 200.
std::vector<TableEntry> hashFigures();
/// The spatial hash on crowds of surfaces with about 1,000, 10,000 and 100,000 faces: time per face [ns].
/// Measures the candidates of a step and their narrow test, intersecting face pairs, and pairs of boxes compared with
/// Bullet's face trees. Brute force is measured with 1,000 faces only.
/// The largest crowd runs for a tenth of the steps, at least 3.
Table surface(const BenchSettings& settings);

/// Wall time of one and two threads.
std::vector<TableEntry> threadTables();

/// Whole steps of scenes under stock Bullet, under Pliant, and under Pliant on all threads, which take turns step by
/// step: a row for each phase of a scene. Ends early, with the rows so far, if BenchSettings::stopped returns true.
Table wholeSteps(const BenchSettings& settings);

/// Bucket tree (Ganovelli 2000).
std::vector<TableEntry> bucketTables();
/// Two deforming soups of triangles: buckets, a box tree that is refitted, and one that is built anew.
Table bucketsAndBoxTrees(const BenchSettings& settings);
/// The same while triangles are removed and added in each step; the box tree is updated or built anew.
Table bucketsOfChanging(const BenchSettings& settings);
/// Intersecting face pairs of two deforming surfaces that touch, of 12,000, 50,000 and 500,000 faces each.
/// Compares the bucket tree, the spatial hash and Bullet's face trees with the floor.
/// The largest surfaces run for a tenth of the steps, at least 3.
Table touchingSurfaces(const BenchSettings& settings);

/// Layered depth images (Heidelberger 2003 and 2004), with the papers' values.
/// Our times are on the CPU; every image is redrawn. The pixels are those of the papers: N × N, stretched over the
/// volume. The models are our own (pliant/models).
std::vector<TableEntry> ldiTables();
/// 100,000 points in the dragon of 520,000 faces, which bends in every frame, compared with Embree's rays.
/// In a build without Embree the last row is a hint how to install it.
Table ldiRays(const BenchSettings& settings);
/// Figure 11 of 2003: 20,000 particles fall on a model of 10,000 faces that deforms.
Table ldiParticleScene(const BenchSettings& settings);
/// Table 1 of 2003 and the tables of 2004 on the CPU and with the renderers of the settings: medians of wall time,
/// separate for drawing and reading back.
/// Columns show how much images and answers differ from the CPU's. A difference of more than 0.5 % of the pixels is
/// also reported to the progress.
std::vector<TableEntry> ldiGlTables();
/// Table 1 of 2004 over the whole sequence: least and most of the CPU and of each renderer of the settings.
/// The number of frames is a tenth of `steps`, from 5 to 20.
Table ldiSequence(const BenchSettings& settings);
/// Unordered layers as tiles of framebuffers of several sizes (2003, 4): the overlaps of table 1 at 128 × 128. Times,
/// passes and read-backs of both images; medians of wall time.
Table ldiTiles(const BenchSettings& settings);
/// The figures of both papers. See Benchmark::pictures.
std::vector<std::string> paperPictures(const std::string& folder, int samples, const Progress& progress);

/// Regularity tree: the tables of Volino and Magnenat-Thalmann 1994.
std::vector<TableEntry> volinoTables();
/// Tables of our own, on surfaces that move in each step.
std::vector<TableEntry> regularityTables();
/// Self-collision of moving cloths of 10,000 and 50,000 faces, if at most `faces`; 1,000 if `faces` is below 10,000.
/// They are flat, wrinkled, wound and crumpled.
/// Compares Bullet's own method, cones of normals, with the regularity tree and the spatial hash.
Table clothPeers(const BenchSettings& settings);
/// Figures 3 and 7 to 10: levels of a hierarchy, and the patches that a detection visits. See Benchmark::pictures.
std::vector<std::string> regularityPictures(const std::string& folder, int samples, const Progress& progress);

}  // namespace pliant::benchmarks
