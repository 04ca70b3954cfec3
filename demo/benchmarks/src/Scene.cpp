#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/io/readMesh.h>

#include <algorithm>
#include <set>
#include <utility>

namespace pliant::benchmarks {

Scene::Scene(std::vector<Body> bodies, Motion motion, const Options& options)
    : m_bodies(std::move(bodies)), m_motion(std::move(motion)) {
  for (const Body& body : m_bodies) {
    m_rest.push_back(body.points);
    if (options.swept) m_x0.push_back(body.points);
  }
  moveTo(0);
  for (std::size_t i = 0; i < m_bodies.size(); ++i) {
    const Body& body = m_bodies[i];
    BodyView view = body.view();
    if (options.swept) view.positions_t0 = {m_x0[i].front().data(), static_cast<Index>(m_x0[i].size())};
    const Index id = set.add(view);
    if (!options.self) set.setSelf(id, false);
  }
  read();
}

void Scene::moveTo(int frame) {
  m_frame = frame;
  if (!m_motion) return;
  for (std::size_t i = 0; i < m_bodies.size(); ++i) {
    if (!m_x0.empty()) m_motion(frame - 1, i, m_rest[i], m_x0[i]);
    m_motion(frame, i, m_rest[i], m_bodies[i].points);
  }
}

void Scene::answer(Detector& detector, const Query& query) {
  detector.update(set, workers);
  detector.query(set, query, results, workers);
}

Results Scene::ask(Detector& detector, const Query& query) {
  answer(detector, query);
  return results;
}

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

std::size_t cutFaces(const Results& results) {
  std::set<std::pair<Index, Index>> faces;
  for (const FacePair& pair : results.facePairs) {
    faces.emplace(pair.bodyA, pair.faceA);
    faces.emplace(pair.bodyB, pair.faceB);
  }
  return faces.size();
}

void mustAgree(const Results& a, const Results& b) {
  const auto same = [](const FacePair& x, const FacePair& y) {
    return x.bodyA == y.bodyA && x.faceA == y.faceA && x.bodyB == y.bodyB && x.faceB == y.faceB;
  };
  if (!std::equal(a.facePairs.begin(), a.facePairs.end(), b.facePairs.begin(), b.facePairs.end(), same))
    throw Error("detectors that must agree find different pairs of faces");
}

}  // namespace pliant::benchmarks
