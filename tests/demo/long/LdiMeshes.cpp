// Compares layered depth images with exact tests of every vertex against every face, on real closed meshes that move
// and bend. They are read from the folder PLIANT_MESHES.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <cstdlib>

#include "../ScratchFolder.h"
#include "MovingMeshes.h"

using namespace pliant;
using test::BendingBody;
using test::meshFiles;

namespace {

/// Winding number of a surface at a point, and whether a face is within a distance. Tests every face.
struct Exact {
  int winding = 0;
  bool near = false;

  Exact(const Mesh& mesh, const Mesh::Position& p, Real distance) {
    for (const Triangle& t : mesh.triangles) {
      const Real *const a = mesh.vertices[t[0]].data(), *const b = mesh.vertices[t[1]].data(),
                        *const c = mesh.vertices[t[2]].data();
      const auto apart = [&](std::size_t k, Real by) {
        return p[k] + by < std::min({a[k], b[k], c[k]}) || p[k] - by > std::max({a[k], b[k], c[k]});
      };
      if (apart(1, distance) || apart(2, distance)) continue;
      winding += exact::rayCrossing(p.data(), a, b, c);
      near = near || (!apart(0, distance) && exact::pointWithin(p.data(), a, b, c, distance));
    }
  }
};

struct LdiStage {
  BodySet set;
  LdiDetector detector;
  Results results;
  Workers workers{2};

  explicit LdiStage(Index resolution) : detector(nullptr, {.grid = {.resolution = resolution}}) {}

  void query() {
    Query query;
    query.verticesInside = query.intersectionVolumes = query.selfIntersectionVolumes = true;
    set.update(workers);
    detector.update(set, workers);
    detector.query(set, query, results, workers);
  }
};

/// Checks each vertex of `a` that lies in the overlap of the boxes and is farther than 0.72 pixel from `b`. Returns the
/// number of vertices inside `b`.
std::size_t checkVertices(LdiStage& stage, const Mesh& a, Index idA, const Mesh& b, Index idB) {
  LdiVolume volume;
  stage.detector.intersection(stage.set, idA, idB, volume, stage.workers);
  const double pixel = std::max(volume.view.pixel[0], volume.view.pixel[1]);
  const auto bound = static_cast<Real>(0.7201 * pixel + volume.view.range() / (1 << 24));
  std::size_t wrong = 0, inside = 0;
  for (Index v = 0; v < a.vertices.size(); ++v) {
    const Mesh::Position& p = a.vertices[v];
    bool within = true;
    for (std::size_t k = 0; k < 3; ++k) {
      within = within && volume.view.min[k] <= double{p[k]} && double{p[k]} <= volume.view.max[k];
    }
    const bool found = std::binary_search(stage.results.verticesInside.begin(), stage.results.verticesInside.end(),
                                          InsideVertex{idA, v, idB});
    if (!within) {
      wrong += found;
      continue;
    }
    const Exact exact(b, p, bound);
    if (exact.near) continue;
    wrong += found != (exact.winding >= 1);
    inside += found;
  }
  CHECK(wrong == 0);
  return inside;
}

}  // namespace

TEST_CASE("vertices of meshes that bend and move through each other: right beyond 0.72 pixel") {
  const std::vector<std::string> files = meshFiles({"bunny.off", "cow.off", "fertility.off"});
  if (files.empty()) return;
  std::vector<BendingBody> bodies(files.begin(), files.end());
  for (const Index resolution : {0u, 32u, 128u}) {
    LdiStage stage(resolution);
    for (const BendingBody& body : bodies) stage.set.add(body.mesh.view());
    std::size_t inside = 0;
    for (int frame = 0; frame < 3; ++frame) {
      CAPTURE(resolution, frame);
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].bend(Real(frame + int(i)),
                       {Real(0.1 * frame * double(i)), Real(0.05 * frame), Real(-0.05 * double(i))});
      }
      stage.query();
      for (Index a = 0; a < 3; ++a) {
        for (Index b = 0; b < 3; ++b) {
          if (a != b) inside += checkVertices(stage, bodies[a].mesh, a, bodies[b].mesh, b);
        }
      }
    }
    CHECK(inside > 1000);
  }
}

TEST_CASE("an armadillo and a cow in each other") {
  const std::vector<std::string> files = meshFiles({"armadillo.obj", "cow.off"});
  if (files.empty()) return;
  BendingBody armadillo(files[0]), cow(files[1]);
  armadillo.bend(1, {0, 0, 0});
  cow.bend(2, {Real(0.05), Real(0.1), 0});
  LdiStage stage(128);
  stage.set.add(armadillo.mesh.view());
  stage.set.add(cow.mesh.view());
  stage.query();
  CHECK(checkVertices(stage, cow.mesh, 1, armadillo.mesh, 0) > 100);
  CHECK(checkVertices(stage, armadillo.mesh, 0, cow.mesh, 1) > 1000);
}

TEST_CASE("a scanned dragon with holes is refused, and its open edges are counted") {
  const std::vector<std::string> files = meshFiles({"dragon_vrip.ply.gz"});
  if (files.empty()) return;
  const ScratchFolder folder;
  const std::string unpacked = folder.path("dragon_vrip.ply");
  REQUIRE(std::system(("gzip -dc '" + files[0] + "' > '" + unpacked + "'").c_str()) == 0);
  const Mesh mesh = readMesh(unpacked);
  LdiStage stage(64);
  stage.set.add(mesh.view());
  try {
    stage.query();
    FAIL("taken for a volume");
  } catch (const Error& error) {
    const std::string what = error.what();
    CAPTURE(what);
    CHECK(what.find("body 0") != std::string::npos);
    CHECK(what.find(" 4270 open edges, 0 edges with inconsistent orientation") != std::string::npos);
  }
}

TEST_CASE("meshes that nowhere pass through themselves have no self-intersection volume, a cow that does has one") {
  const std::vector<std::string> files = meshFiles({"bunny.off", "fertility.off", "armadillo.obj", "cow.off"});
  if (files.empty()) return;
  for (const std::string& file : files) {
    const BendingBody body(file);
    BodySet set;
    set.add(body.mesh.view());
    set.update();
    BruteForce brute;
    Workers workers(2);
    Results exact;
    const bool crosses = file.ends_with("cow.off");
    if (body.mesh.triangles.size() < 10000) {
      brute.query(set, {.facePairs = true}, exact, workers);
      CHECK(exact.facePairs.empty() != crosses);
    }
    for (const Index resolution : {0u, 20u, 50u, 128u, 500u}) {
      CAPTURE(file, resolution);
      LdiStage stage(resolution);
      stage.set.add(body.mesh.view());
      stage.query();
      if (!crosses) CHECK(stage.results.selfIntersectionVolumes.empty());
      if (crosses && resolution == 500) CHECK(!stage.results.selfIntersectionVolumes.empty());
    }
  }
}
