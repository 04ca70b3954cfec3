#include <pliant/detectors/BucketTree.h>

#include "buckettree/SurfaceBuckets.h"
#include "narrow/SharedCorners.h"
#include "narrow/exactPairs.h"
#include "narrow/touching.h"
#include "surfaces/surfaceQueries.h"

namespace pliant {

struct BucketTree::Impl {
  detail::SurfaceBuckets surface;
  detail::SharedCorners sharedCorners;
};

BucketTree::Settings BucketTree::defaults() {
  Settings settings;
  settings.few = 32;
  settings.crowded = 64;
  return settings;
}

BucketTree::BucketTree() : BucketTree(defaults()) {}

BucketTree::BucketTree(const Settings& settings) : m_impl(std::make_unique<Impl>()) {
  setSettings(settings);
}
BucketTree::~BucketTree() = default;

const BucketTree::Settings& BucketTree::settings() const {
  return m_impl->surface.settings();
}

void BucketTree::setSettings(const Settings& settings) {
  Buckets::check(settings);
  m_impl->surface.setSettings(settings);
}

std::string_view BucketTree::name() const {
  return "bucket-tree";
}

void BucketTree::update(const BodySet&, Workers&) {}

void BucketTree::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, detail::Gives::Surfaces);
  results.clear();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot)
    if (!bodies.active(slot)) ++results.counters.bodiesSkipped;
  auto& surface = m_impl->surface;
  if (query.facePairs)
    surface.gather(bodies, detail::surface::facePairCandidates(query), {&bodies, 0}, results.counters, workers)
        .facePairs(bodies, results, workers);
  m_impl->sharedCorners.add(bodies, query, results, workers);
  if (query.vertexFace)
    surface
        .gather(bodies, detail::surface::vertexFaceCandidates(query), {&bodies, query.margin}, results.counters,
                workers)
        .vertexFace(bodies, query.margin, results, workers);
}

void BucketTree::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                            Counters& counters, Workers& workers) {
  m_impl->surface.gather(bodies, detail::withTouching(bodies, query), {}, counters, workers).candidates(candidates);
}

std::size_t BucketTree::memory() const {
  return m_impl->surface.memory() + m_impl->sharedCorners.memory();
}

}  // namespace pliant
