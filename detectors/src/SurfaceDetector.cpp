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
  detail::StarSearch stars;
  detail::SharedCorners sharedCorners;

  FoundPairs& gather(const BodySet& bodies, const CandidateQuery& query, bool separated, const FoundPairs::Exact& exact,
                     Counters& counters, Workers& workers) {
    found.begin(workers.threads(), exact);
    const detail::surface::WorkItems items = finder.find(bodies, query);
    if (!items.empty()) method->collect({bodies, query, separated, found, counters, workers}, items);
    stars.collect(bodies, query, finder.stars(), found, workers);
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
  method().begin(bodies);
  if (query.vertexTetrahedron) method().queryTetrahedra(bodies, query, results, workers);
  CandidateQuery wanted;
  wanted.between = query.between;
  wanted.self = query.self;
  if (query.facePairs) {
    wanted.faceFace = true;
    m_impl->gather(bodies, wanted, false, {&bodies, 0}, results.counters, workers).facePairs(bodies, results, workers);
    m_impl->sharedCorners.add(bodies, query, results, workers);
  }
  if (query.vertexFace) {
    wanted.faceFace = false;
    wanted.vertexFace = true;
    wanted.distance = query.margin;
    m_impl->gather(bodies, wanted, true, {&bodies, query.margin}, results.counters, workers)
        .vertexFace(bodies, query.margin, results, workers);
  }
}

void SurfaceDetector::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                                 Counters& counters, Workers& workers) {
  method().begin(bodies);
  m_impl->gather(bodies, detail::withTouching(bodies, query), true, {}, counters, workers).candidates(candidates);
}

std::size_t SurfaceDetector::memory() const {
  return method().memory() + m_impl->finder.memory() + m_impl->found.memory() + m_impl->stars.memory() +
         m_impl->sharedCorners.memory();
}

}  // namespace pliant
