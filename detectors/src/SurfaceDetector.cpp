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
  detail::StarSearch starSearch;  // hashes, whatever the method
  detail::SharedCorners sharedCorners;

  struct Wanted {
    bool separated;                // see SurfaceSearch
    FoundPairs::Exact exact = {};  // default: pairs are not tested
  };

  FoundPairs& gather(const BodySet& bodies, const CandidateQuery& query, const Wanted& wanted, Counters& counters,
                     Workers& workers) {
    found.begin(workers.threads(), wanted.exact);
    const detail::surface::WorkItems items = finder.find(bodies, query);
    if (!items.empty()) method->collect({bodies, query, wanted.separated, found, counters, workers}, items);
    starSearch.collect(bodies, query, finder.stars(), found, workers);
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
  CandidateQuery search;
  search.between = query.between;
  search.self = query.self;
  if (query.facePairs) {
    search.faceFace = true;
    m_impl->gather(bodies, search, {.separated = false, .exact = {.bodies = &bodies}}, results.counters, workers)
        .facePairs(bodies, results, workers);
    m_impl->sharedCorners.add(bodies, query, results, workers);
  }
  if (query.vertexFace) {
    search.faceFace = false;
    search.vertexFace = true;
    search.distance = query.margin;
    m_impl
        ->gather(bodies, search, {.separated = true, .exact = {.bodies = &bodies, .margin = query.margin}},
                 results.counters, workers)
        .vertexFace(bodies, query.margin, results, workers);
  }
}

void SurfaceDetector::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                                 Counters& counters, Workers& workers) {
  method().beginQuery(bodies);
  m_impl->gather(bodies, detail::widenedForTouching(bodies, query), {.separated = true}, counters, workers)
      .candidates(candidates);
}

std::size_t SurfaceDetector::memory() const {
  return method().memory() + m_impl->finder.memory() + m_impl->found.memory() + m_impl->starSearch.memory() +
         m_impl->sharedCorners.memory();
}

}  // namespace pliant
