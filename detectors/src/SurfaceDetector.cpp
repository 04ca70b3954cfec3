#include <pliant/detectors/SurfaceDetector.h>

#include "narrow/SharedCorners.h"
#include "narrow/exactPairs.h"
#include "narrow/touching.h"
#include "spatialhash/StarSearch.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/SurfaceMethod.h"
#include "surfaces/WorkItems.h"

namespace pliant {

using detail::surface::FoundPairs;

struct SurfaceDetector::Impl {
  std::unique_ptr<detail::SurfaceMethod> method;
  detail::surface::WorkItemFinder finder;
  FoundPairs found;
  detail::StarSearch starSearch;  // serves the surfaces with stars; it hashes, whatever the method
  detail::SharedCorners sharedCorners;

  /// `exact`: the test that pairs must pass; {}: none.
  FoundPairs& gather(const BodySet& bodies, const CandidateQuery& wanted, detail::MayOmit mayOmit,
                     const FoundPairs::Exact& exact, Counters& counters, Workers& workers) {
    found.begin(workers.threads(), exact);
    const detail::surface::WorkItems items = finder.find(bodies, wanted);
    if (!items.empty()) method->collect({bodies, wanted, mayOmit, found, counters, workers}, items);
    starSearch.collect(bodies, wanted, finder.stars(), found, workers);
    found.end(bodies, counters);
    return found;
  }
};

SurfaceDetector::SurfaceDetector(std::unique_ptr<detail::SurfaceMethod> method) : m_impl(std::make_unique<Impl>()) {
  m_impl->method = std::move(method);
}
SurfaceDetector::~SurfaceDetector() = default;

detail::SurfaceMethod& SurfaceDetector::method() const {
  return *m_impl->method;
}

void SurfaceDetector::freeScratch() {
  auto fresh = std::make_unique<Impl>();
  fresh->method = std::move(m_impl->method);
  m_impl = std::move(fresh);
}

void SurfaceDetector::update(const BodySet& bodies, Workers& workers) {
  method().update(bodies, workers);
}

bool SurfaceDetector::candidatesNeedUpdate() const {
  return method().candidatesNeedUpdate();
}

void SurfaceDetector::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  const bool tetrahedra = method().answersTetrahedra();
  detail::checkQuery(name(), query, tetrahedra ? Answers::Elements : Answers::Surfaces);
  results.clear();
  for (Index body = 0; body < bodies.bodyCount(); ++body)
    if (!bodies.active(body)) ++results.counters.bodiesSkipped;
  method().beginQuery(bodies);
  if (query.vertexTetrahedron) method().queryTetrahedra(bodies, query, results, workers);
  CandidateQuery wanted;
  wanted.between = query.between;
  wanted.self = query.self;
  if (query.facePairs) {
    wanted.faceFace = true;
    m_impl->gather(bodies, wanted, detail::MayOmit::NotIntersecting, {.bodies = &bodies}, results.counters, workers)
        .writeFacePairs(bodies, results, workers);
    m_impl->sharedCorners.add(bodies, query, results, workers);  // no search finds faces with a common corner
  }
  if (query.vertexFace) {
    wanted.faceFace = false;
    wanted.vertexFace = true;
    wanted.distance = query.margin;
    m_impl
        ->gather(bodies, wanted, detail::MayOmit::Distant, {.bodies = &bodies, .margin = query.margin},
                 results.counters, workers)
        .writeVertexFace(bodies, query.margin, results, workers);
  }
}

void SurfaceDetector::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                                 Counters& counters, Workers& workers) {
  method().beginQuery(bodies);
  const CandidateQuery wanted = detail::widenedForTouching(bodies, query);
  m_impl->gather(bodies, wanted, detail::MayOmit::Distant, {}, counters, workers).writeCandidates(candidates);
}

std::size_t SurfaceDetector::memory() const {
  return method().memory() + m_impl->finder.memory() + m_impl->found.memory() + m_impl->starSearch.memory() +
         m_impl->sharedCorners.memory();
}

}  // namespace pliant
