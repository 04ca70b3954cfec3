#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/io/readMesh.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace pliant::test {

/// Returns paths in the folder PLIANT_MESHES. Returns none if the folder or a file is missing; ctest reports the test
/// as skipped then.
inline std::vector<std::string> meshFiles(const std::vector<std::string>& names) {
  const char* const folder = std::getenv("PLIANT_MESHES");
  std::vector<std::string> paths;
  for (const std::string& name : names) {
    paths.push_back((std::filesystem::path(folder ? folder : "") / name).string());
    if (!folder || !std::filesystem::exists(paths.back())) {
      WARN("skipped: PLIANT_MESHES names no folder with " << name);
      SUCCEED();
      return {};
    }
  }
  return paths;
}

/// A cloth that moves from one frame to the next in a step.
struct MovingCloth {
  MeshFrames frames;
  BodySet set;

  explicit MovingCloth(const std::vector<std::string>& files) : frames(readMeshFrames(files)) {
    BodyView view = frames.mesh.view();
    view.positions_t0 = positionsView(frames.positions(0));
    view.positions = positionsView(frames.positions(1));
    set.add(view);
    set.update();
  }
};

/// A mesh, scaled to the unit cube, that bends.
struct BendingBody {
  Mesh mesh;
  std::vector<Mesh::Position> rest;

  explicit BendingBody(const std::string& file) : mesh(readMesh(file)) {
    Mesh::Position low = mesh.vertices[0], high = low;
    for (const Mesh::Position& p : mesh.vertices)
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
      }
    const Real size = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
    for (Mesh::Position& p : mesh.vertices)
      for (std::size_t k = 0; k < 3; ++k) p[k] = (p[k] - (low[k] + high[k]) / 2) / size;
    rest = mesh.vertices;
  }
  void bend(Real phase, const Mesh::Position& offset, Real strength = Real(0.06)) {
    for (std::size_t v = 0; v < rest.size(); ++v)
      for (std::size_t k = 0; k < 3; ++k)
        mesh.vertices[v][k] = rest[v][k] + offset[k] + strength * std::sin(phase + 9 * rest[v][(k + 1) % 3]);
  }
};

}  // namespace pliant::test
