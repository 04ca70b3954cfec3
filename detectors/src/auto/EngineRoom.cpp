#include "auto/EngineRoom.h"

#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>

namespace pliant::detail {

EngineRoom::EngineRoom() {
  const RegularityTree::Settings tree;
  m_patches.setTopology(tree.children, tree.directions, false, tree.leafPatchFaces);
  m_buckets.setSettings(BucketTree::defaults());
  const SpatialHash::Settings hash;
  m_tetra.setSettings(hash);
  m_hash.setSettings(hash);
}

void EngineRoom::queryTetrahedra(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  if (query.vertexTetrahedron) m_tetra.query(bodies, query, results, workers);
}

surface::SurfaceJobs EngineRoom::find(const BodySet& bodies, const Question& question) {
  m_scene.find(bodies, question.query);
  return {m_scene.pairs(), m_scene.selves()};
}

void EngineRoom::collect(const BodySet& bodies, const Question& question, AutoDetector::Engine engine,
                         const surface::SurfaceJobs& jobs, Counters& counters, Workers& workers) {
  switch (engine) {
    case AutoDetector::Engine::SpatialHash:
      return m_hash.collect(bodies, question.query, &jobs, m_found, workers);
    case AutoDetector::Engine::BucketTree:
      return m_buckets.collect(bodies, question.query, &jobs, m_found, counters, workers);
    case AutoDetector::Engine::RegularityTree: {
      const RegularityTree::Settings tree;
      DualTraversal::Settings descent;
      descent.test = {true, tree.leastShape, question.apart, question.apart && question.query.swept};
      descent.leafPatch = tree.leafPatchFaces;
      return m_patches.collect(bodies, question.query, descent, jobs, m_found, counters, workers);
    }
  }
}

surface::FoundPairs& EngineRoom::end(const BodySet& bodies, Counters& counters) {
  m_found.end(bodies, counters);
  return m_found;
}

std::size_t EngineRoom::memory() const {
  return m_scene.memory() + m_found.memory() + m_tetra.memory() + m_hash.memory() + m_buckets.memory() +
         m_patches.memory() + m_stars.memory();
}

}  // namespace pliant::detail
