#include "spatialhash/SurfaceHash.h"

#include <algorithm>
#include <span>
#include <vector>

#include "spatialhash/JoinWalkers.h"
#include "spatialhash/StarSearch.h"
#include "spatialhash/SurfaceJoin.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/SurfaceScene.h"
#include "surfaces/boxPairs.h"
#include "surfaces/surfaceQueries.h"

namespace pliant::detail {
namespace {

using surface::BoxSet;
using surface::ElementBoxes;
using surface::Exclusion;
using surface::FoundPairs;
using surface::kEdgeEdge;
using surface::kFaceFace;
using surface::Kind;
using surface::kVertexFace;
using surface::List;
using surface::Pool;
using surface::Walk;

// Work items with more boxes run one after another, each on all threads; smaller ones run in parallel.
constexpr std::size_t kLargeJob = 16384;

/// Elements of one body against those of another one, or of one body among themselves.
struct Job {
  Index slotA, slotB;
  Kind kindA, kindB;
  List list;
};

/// Scratch memory of one task.
struct Scratch {
  surface::BoxJoin join;
  BoxSet a, b;
  std::vector<std::uint32_t> order;
};

void take(FoundPairs::TaskPairs& part, List list, const Walk& walk, std::size_t begin, std::size_t end) {
  part.add(list, [&](surface::PairBuffer& pairs) { walk.run(begin, end, pairs, part.counters); });
}

class SerialWalker final : public surface::Walker {
 public:
  SerialWalker(FoundPairs::TaskPairs& found, List list) : m_found(found), m_list(list) {}
  void run(const Walk& walk) override { take(m_found, m_list, walk, 0, walk.walkers.count); }

 private:
  FoundPairs::TaskPairs& m_found;
  List m_list;
};

}  // namespace

struct SurfaceHash::Impl {
  surface::GridSettings settings;
  surface::SurfaceScene scene;
  std::vector<Job> jobs, large;
  Pool<Scratch> scratch;
  std::unique_ptr<Scratch> largeScratch = std::make_unique<Scratch>();
  FoundPairs found;
  StarSearch stars;

  void gather(const BodySet& bodies, const CandidateQuery& query, const FoundPairs::Exact& exact, Counters& counters,
              Workers& workers);
  void collect(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs* given, FoundPairs& into,
               Workers& workers);
  void listJobs(const BodySet& bodies, const CandidateQuery& query);
  void reserveScratch(const BodySet& bodies, Workers& workers);
  void runJob(const BodySet& bodies, const Job& job, Scratch& s, surface::Walker& walker);
};

namespace {

ElementBoxes selected(const ElementBoxes& from, const float* query, BoxSet& into, std::vector<std::uint32_t>& order) {
  order.resize(from.count);
  order.resize(surface::selectBoxes(from.boxes, 0, from.count, query, order.data()));
  // Elements of different bodies share no corner.
  ElementBoxes plain = from;
  for (auto& corner : plain.corner) corner = nullptr;
  into.gather(plain, order);
  return into.view();
}

/// Returns the intersection of `box` and the bounding box of the elements.
std::array<float, 6> reached(const ElementBoxes& elements, const std::array<float, 6>& box) {
  std::array<float, 6> part;
  for (std::size_t k = 0; k < 3; ++k) {
    const float *min = elements.boxes.bound[k], *max = elements.boxes.bound[3 + k];
    part[k] = std::max(box[k], *std::min_element(min, min + elements.count));
    part[3 + k] = std::min(box[3 + k], *std::max_element(max, max + elements.count));
  }
  return part;
}

constexpr Exclusion exclusionOf(List list) {
  return list == kVertexFace ? Exclusion::VertexFace : list == kEdgeEdge ? Exclusion::EdgeEdge : Exclusion::FaceFace;
}

}  // namespace

void SurfaceHash::Impl::listJobs(const BodySet& bodies, const CandidateQuery& query) {
  jobs.clear();
  large.clear();
  const auto add = [&](const Job& job) {
    const auto size = [&](Index slot, Kind kind) { return scene.elements(bodies, slot, kind).count; };
    const std::size_t a = size(job.slotA, job.kindA), b = size(job.slotB, job.kindB);
    if (a > 0 && b > 0) (a + b > kLargeJob ? large : jobs).push_back(job);
  };
  const auto both = [&](Index a, Index b) {
    if (query.vertexFace) add({a, b, Kind::Vertices, Kind::Faces, kVertexFace});
    if (query.vertexFace && a != b) add({b, a, Kind::Vertices, Kind::Faces, kVertexFace});
    if (query.edgeEdge)
      surface::forEdgeJobs(query, a, b, [&](Index slotA, Index slotB, Kind kindA, Kind kindB) {
        add({slotA, slotB, kindA, kindB, kEdgeEdge});
      });
    if (query.faceFace) add({a, b, Kind::Faces, Kind::Faces, kFaceFace});
  };
  for (const auto& [a, b] : scene.pairs()) both(a, b);
  for (const Index slot : scene.selves()) both(slot, slot);
}

void SurfaceHash::Impl::reserveScratch(const BodySet& bodies, Workers& workers) {
  const auto fit = [&](const std::vector<Job>& list, std::span<const std::unique_ptr<Scratch>> all) {
    std::size_t most = 0, mostOfTwo = 0, levels = 1;
    for (const auto& s : scratch.all()) levels = std::max(levels, s->join.mostLevels());
    for (const Job& job : list) {
      const std::size_t count = std::max(scene.elements(bodies, job.slotA, job.kindA).count,
                                         scene.elements(bodies, job.slotB, job.kindB).count);
      most = std::max(most, count);
      if (job.slotA != job.slotB) mostOfTwo = std::max(mostOfTwo, count);
    }
    for (const auto& s : all) {
      s->join.reserve(most, levels);
      s->a.reserve(mostOfTwo);
      s->b.reserve(mostOfTwo);
      s->order.reserve(mostOfTwo);
    }
  };
  // Any thread may take any work item, so all scratch memory gets the largest capacity.
  scratch.reserve(std::min<std::size_t>(workers.threads(), jobs.size()));
  fit(jobs, scratch.all());
  if (!large.empty()) fit(large, {&largeScratch, 1});
}

void SurfaceHash::Impl::runJob(const BodySet& bodies, const Job& job, Scratch& s, surface::Walker& walker) {
  const ElementBoxes a = scene.elements(bodies, job.slotA, job.kindA), b = scene.elements(bodies, job.slotB, job.kindB);
  const bool vertexFirst = job.list == kVertexFace;
  if (job.slotA == job.slotB) {
    if (job.kindA != job.kindB)
      s.join.between(a, b, exclusionOf(job.list), vertexFirst, settings, walker);
    else
      s.join.within(a, exclusionOf(job.list), settings, walker);
    return;
  }
  const auto &boxA = scene.box(job.slotA), &boxB = scene.box(job.slotB);
  std::array<float, 6> common;
  for (std::size_t k = 0; k < 3; ++k) {
    common[k] = std::max(boxA[k], boxB[k]);
    common[3 + k] = std::min(boxA[3 + k], boxB[3 + k]);
    if (common[k] > common[3 + k]) return;
  }
  const ElementBoxes nearB = selected(b, common.data(), s.b, s.order);
  if (nearB.count == 0) return;
  const ElementBoxes nearA = selected(a, reached(nearB, common).data(), s.a, s.order);
  s.join.between(nearA, nearB, Exclusion::None, vertexFirst, settings, walker);
}

void SurfaceHash::Impl::gather(const BodySet& bodies, const CandidateQuery& query, const FoundPairs::Exact& exact,
                               Counters& counters, Workers& workers) {
  found.begin(workers.threads(), exact);
  collect(bodies, query, nullptr, found, workers);
  stars.collect(bodies, query, scene.stars(), found, workers);
  found.end(bodies, counters);
}

void SurfaceHash::Impl::collect(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs* given,
                                FoundPairs& into, Workers& workers) {
  scene.build(bodies, query, given, workers);
  listJobs(bodies, query);
  reserveScratch(bodies, workers);
  for (const Job& job : large) {
    surface::JoinWalker walker(into, job.list, workers);
    runJob(bodies, job, *largeScratch, walker);
  }
  workers.forChunks(jobs.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end) {
    auto s = scratch.take();
    auto f = into.take();
    for (std::size_t j = begin; j < end; ++j) {
      SerialWalker walker(*f, jobs[j].list);
      runJob(bodies, jobs[j], *s, walker);
    }
    into.give(std::move(f));
    scratch.give(std::move(s));
  });
}

SurfaceHash::SurfaceHash() : m_impl(std::make_unique<Impl>()) {}
SurfaceHash::~SurfaceHash() = default;

void SurfaceHash::setSettings(const SpatialHash::Settings& settings) {
  const double cell = std::min(static_cast<double>(settings.cellSize), 1e30);
  m_impl->settings.cellSize = static_cast<float>(cell);
  m_impl->settings.tableSize = settings.tableSize;
}

void SurfaceHash::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                             Counters& counters, Workers& workers) {
  m_impl->gather(bodies, query, {}, counters, workers);
  m_impl->found.candidates(candidates);
}

void SurfaceHash::facePairs(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  m_impl->gather(bodies, surface::facePairCandidates(query), {&bodies, 0}, results.counters, workers);
  m_impl->found.facePairs(bodies, results, workers);
}

void SurfaceHash::vertexFace(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  m_impl->gather(bodies, surface::vertexFaceCandidates(query), {&bodies, query.margin}, results.counters, workers);
  m_impl->found.vertexFace(bodies, query.margin, results, workers);
}

void SurfaceHash::collect(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs* jobs,
                          surface::FoundPairs& found, Workers& workers) {
  m_impl->collect(bodies, query, jobs, found, workers);
}

std::size_t SurfaceHash::memory() const {
  std::size_t bytes = m_impl->scene.memory() + m_impl->found.memory() + m_impl->stars.memory();
  const auto held = [](const Scratch& s) {
    return s.join.memory() + s.a.memory() + s.b.memory() + s.order.capacity() * sizeof(std::uint32_t);
  };
  for (const auto& s : m_impl->scratch.all()) bytes += held(*s);
  bytes += held(*m_impl->largeScratch);
  return bytes;
}

}  // namespace pliant::detail
