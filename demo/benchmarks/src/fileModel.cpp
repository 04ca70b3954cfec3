#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/io/readMesh.h>

#include <vector>

namespace pliant::benchmarks {

FileModel fileModel(const std::string& path) {
  constexpr Index kMostRimEdges = 1000;
  Mesh mesh = readMesh(path);
  if (mesh.triangles.empty()) mesh.triangles = boundaryFaces(mesh.view().tetrahedra, mesh.view().positions);
  if (mesh.triangles.empty()) throw Error(path + ": has no surface");
  const HoleCaps caps = capHoles(mesh.view().positions, mesh.view().triangles, kMostRimEdges);
  mesh.triangles.insert(mesh.triangles.end(), caps.faces.begin(), caps.faces.end());
  try {
    BodySet set;
    LdiDetector::check(set.topology(set.add(mesh.view())));
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
  std::vector<models::Point> points;
  for (const Mesh::Position& p : mesh.vertices) points.push_back({double{p[0]}, double{p[1]}, double{p[2]}});
  return {models::fitted(points, std::move(mesh.triangles)), caps.holes};
}

}  // namespace pliant::benchmarks
