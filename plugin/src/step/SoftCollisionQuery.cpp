// SoftCollision: queries.

#include <algorithm>
#include <tuple>

#include "SoftCollisionImpl.h"

namespace pliant {
namespace {

template <typename Hit, typename... Members>
void sortBy(std::vector<Hit>& hits, Members... members) {
  std::sort(hits.begin(), hits.end(),
            [=](const Hit& a, const Hit& b) { return std::tie(a.*members...) < std::tie(b.*members...); });
}

}  // namespace

bool SoftCollision::query(const Query& query, Results& results) {
  results.clear();
  Detector* detector = m_impl->detector();
  if (!detector || !m_impl->world) return false;
  detail::SoftBodyReader& reader = m_impl->reader;
  BodySet& set = reader.set();
  m_impl->synchronise();
  reader.beginSolve(m_impl->workers);
  set.update(m_impl->workers);
  if (LdiDetector* const volumes = m_impl->volumeDetector())
    volumes->updateClosed(set);
  else
    detector->update(set, m_impl->workers);
  detector->query(set, query, results, m_impl->workers);

  // Removes hits of rigid meshes, which are not part of the query, and replaces ids of the set by body ids.
  const auto bodyOf = [&](Index setId) { return reader.bodyAt(set.index(setId)); };
  const auto translate = [&](auto& hits, auto... bodies) {
    std::erase_if(hits, [&](const auto& hit) { return ((bodyOf(hit.*bodies) == nullptr) || ...); });
    for (auto& hit : hits) ((hit.*bodies = static_cast<Index>(reader.id(bodyOf(hit.*bodies)))), ...);
  };
  translate(results.vertexTetrahedron, &VertexTetrahedron::vertexBody, &VertexTetrahedron::tetrahedronBody);
  translate(results.vertexFace, &VertexFace::vertexBody, &VertexFace::faceBody);
  translate(results.facePairs, &FacePair::bodyA, &FacePair::bodyB);
  translate(results.verticesInside, &InsideVertex::vertexBody, &InsideVertex::volumeBody);
  translate(results.intersectionVolumes, &IntersectionVolume::bodyA, &IntersectionVolume::bodyB);
  translate(results.selfIntersectionVolumes, &SelfIntersectionVolume::body);

  // Body ids may have another order than ids of the set.
  for (FacePair& hit : results.facePairs)
    if (hit.bodyB < hit.bodyA) hit = {hit.bodyB, hit.faceB, hit.bodyA, hit.faceA};
  for (IntersectionVolume& shared : results.intersectionVolumes)
    if (shared.bodyB < shared.bodyA) std::swap(shared.bodyA, shared.bodyB);
  sortBy(results.vertexTetrahedron, &VertexTetrahedron::vertexBody, &VertexTetrahedron::vertex,
         &VertexTetrahedron::tetrahedronBody, &VertexTetrahedron::tetrahedron);
  sortBy(results.vertexFace, &VertexFace::vertexBody, &VertexFace::vertex, &VertexFace::faceBody, &VertexFace::face);
  sortBy(results.facePairs, &FacePair::bodyA, &FacePair::faceA, &FacePair::bodyB, &FacePair::faceB);
  std::sort(results.verticesInside.begin(), results.verticesInside.end());
  sortBy(results.intersectionVolumes, &IntersectionVolume::bodyA, &IntersectionVolume::bodyB);
  sortBy(results.selfIntersectionVolumes, &SelfIntersectionVolume::body);
  return true;
}

}  // namespace pliant
