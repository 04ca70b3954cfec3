#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>

#include <cmath>

#include "SpatialHashImpl.h"
#include "narrow/exactPairs.h"
#include "narrow/touching.h"

namespace pliant {

SpatialHash::SpatialHash() : SpatialHash(Settings{}) {}

SpatialHash::SpatialHash(const Settings& settings) : m_impl(std::make_unique<Impl>()) {
  setSettings(settings);
}
SpatialHash::~SpatialHash() = default;

const SpatialHash::Settings& SpatialHash::settings() const {
  return m_impl->settings;
}

void SpatialHash::setSettings(const Settings& settings) {
  if (!(settings.cellSize >= 0) || !std::isfinite(settings.cellSize)) {
    throw Error("spatial hash: the cell size must be finite and not negative");
  }
  m_impl->settings = settings;
  m_impl->tetra.setSettings(settings);
  m_impl->surface.setSettings(settings);
}

std::string_view SpatialHash::name() const {
  return "spatial-hash";
}

void SpatialHash::update(const BodySet& bodies, Workers& workers) {
  m_impl->tetra.update(bodies, workers);
}

void SpatialHash::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, detail::Gives::Elements);
  results.clear();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    if (!bodies.active(slot)) ++results.counters.bodiesSkipped;
  }
  if (query.vertexTetrahedron) m_impl->tetra.query(bodies, query, results, workers);
  if (query.facePairs) m_impl->surface.facePairs(bodies, query, results, workers);
  m_impl->sharedCorners.add(bodies, query, results, workers);
  if (query.vertexFace) m_impl->surface.vertexFace(bodies, query, results, workers);
}

void SpatialHash::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                             Counters& counters, Workers& workers) {
  m_impl->surface.candidates(bodies, detail::withTouching(bodies, query), candidates, counters, workers);
}

SpatialHash::Load SpatialHash::load(const BodySet& bodies, Workers& workers) const {
  return m_impl->tetra.load(bodies, workers);
}

std::size_t SpatialHash::memory() const {
  return m_impl->tetra.memory() + m_impl->surface.memory() + m_impl->sharedCorners.memory();
}

}  // namespace pliant
