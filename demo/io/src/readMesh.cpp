#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>
#include <pliant/io/readMesh.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "formats.h"
#include "words.h"

namespace pliant {
namespace {

struct Format {
  const char* extension;
  Mesh (*read)(const detail::FileContent&);
};

constexpr std::array<Format, 8> kFormats = {{{".obj", detail::readObj},
                                             {".ply", detail::readPly},
                                             {".off", detail::readOff},
                                             {".stl", detail::readStl},
                                             {".mesh", detail::readMedit},
                                             {".ele", detail::readTetGenElements},
                                             {".node", detail::readTetGenNodes},
                                             {".vtk", detail::readVtk}}};

std::string extensionOf(const std::string& path) {
  return detail::lowerCase(std::filesystem::path(path).extension().string());
}

}  // namespace

std::vector<std::string> filesOf(const std::string& path) {
  if (extensionOf(path) == ".ele") return {path, detail::nodeFileOf(path)};
  return {path};
}

Mesh readMesh(const std::string& path) {
  const std::string extension = extensionOf(path);
  const auto format = std::find_if(kFormats.begin(), kFormats.end(),
                                   [&](const Format& candidate) { return candidate.extension == extension; });
  if (format == kFormats.end()) {
    // If the file is missing or is a folder, report that instead of the extension.
    detail::readFile(path);
    throw Error(path + ": unknown file extension; known are " + joined(kFormats, " ", &Format::extension));
  }
  Mesh mesh = format->read(detail::readFile(path));
  if (mesh.vertices.empty()) throw Error(path + ": has no vertices");
  return mesh;
}

MeshFrames readMeshFrames(const std::vector<std::string>& paths) {
  MeshFrames frames;
  for (const std::string& path : paths) {
    Mesh mesh = readMesh(path);
    if (&path == &paths.front()) {
      frames.mesh = std::move(mesh);
      continue;
    }
    const auto require = [&](bool same, const char* what, std::size_t count, std::size_t first) {
      if (same) return;
      std::string fault = path + ": is not a frame of " + paths.front() + ": its " + what + " differ";
      if (count != first) fault += " (" + std::to_string(count) + ", not " + std::to_string(first) + ")";
      throw Error(fault);
    };
    const std::size_t vertices = frames.mesh.vertices.size();
    require(mesh.vertices.size() == vertices, "vertices", mesh.vertices.size(), vertices);
    require(mesh.triangles == frames.mesh.triangles, "triangles", mesh.triangles.size(), frames.mesh.triangles.size());
    require(mesh.tetrahedra == frames.mesh.tetrahedra, "tetrahedra", mesh.tetrahedra.size(),
            frames.mesh.tetrahedra.size());
    frames.furtherFrames.push_back(std::move(mesh.vertices));
  }
  return frames;
}

}  // namespace pliant
