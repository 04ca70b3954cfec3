#include "spatialhash/SurfaceHash.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "narrow/exactPairs.h"
#include "spatialhash/KeySort.h"
#include "spatialhash/SurfaceJoin.h"
#include "spatialhash/SurfaceScene.h"

namespace pliant::detail {
namespace {

using surface::BoxSet;
using surface::ElementBoxes;
using surface::Exclusion;
using surface::Kind;
using surface::Walk;

// Jobs with more boxes are done one after the other, each by all threads; smaller ones side by side.
constexpr std::size_t kLargeJob = 16384;
constexpr std::size_t kWalkersPerChunk = 512;
constexpr std::size_t kPairsPerChunk = 256;

enum List : std::uint8_t { kVertexFace, kEdgeEdge, kFaceFace, kLists };

/// Elements of one slot against those of another, or of one slot among themselves.
struct Job {
  Index slotA, slotB;
  Kind kindA, kindB;
  List list;
};

/// One task's memory.
struct Scratch {
  surface::BoxJoin join;
  BoxSet a, b;
  std::vector<std::uint32_t> order;
};

/// What one task found.
struct Found {
  static constexpr std::size_t kRoom = 64;  // that a walk wants free before it writes

  std::vector<std::uint64_t> keys[kLists];
  surface::WalkCounters counters;

  static void grow(surface::PairBuffer& buffer, std::size_t more) {
    auto& keys = *static_cast<std::vector<std::uint64_t>*>(buffer.owner);
    keys.resize(std::max(2 * buffer.capacity, buffer.size + more + kRoom));
    buffer.data = keys.data();
    buffer.capacity = keys.size();
  }

  void take(const Walk& walk, std::size_t begin, std::size_t end, List list) {
    auto& into = keys[list];
    const std::size_t size = sizes[list];
    surface::PairBuffer buffer{into.data(), size, into.size(), &into, &Found::grow};
    walk.run(begin, end, buffer, counters);
    sizes[list] = buffer.size;
  }

  std::size_t sizes[kLists] = {};
};

/// Objects that tasks borrow; as many as ever were out at once.
template <typename T>
class Pool {
 public:
  std::unique_ptr<T> take() {
    const std::lock_guard lock(m_mutex);
    if (m_free.empty()) return std::make_unique<T>();
    auto object = std::move(m_free.back());
    m_free.pop_back();
    return object;
  }
  void give(std::unique_ptr<T> object) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(object));
  }
  /// Those that are not out.
  std::span<std::unique_ptr<T>> all() { return m_free; }
  void reserve(std::size_t count) {
    while (m_free.size() < count) m_free.push_back(std::make_unique<T>());
  }

 private:
  std::mutex m_mutex;
  std::vector<std::unique_ptr<T>> m_free;
};

class SerialWalker final : public surface::Walker {
 public:
  SerialWalker(Found& found, List list) : m_found(found), m_list(list) {}
  void run(const Walk& walk) override { m_found.take(walk, 0, walk.walkers.count, m_list); }

 private:
  Found& m_found;
  List m_list;
};

class ParallelWalker final : public surface::Walker {
 public:
  ParallelWalker(Pool<Found>& pool, List list, Workers& workers) : m_pool(pool), m_list(list), m_workers(workers) {}
  void run(const Walk& walk) override {
    m_workers.forChunks(walk.walkers.count, kWalkersPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      auto found = m_pool.take();
      found->take(walk, begin, end, m_list);
      m_pool.give(std::move(found));
    });
  }

 private:
  Pool<Found>& m_pool;
  List m_list;
  Workers& m_workers;
};

}  // namespace

struct SurfaceHash::Impl {
  surface::GridSettings settings;
  surface::SurfaceScene scene;
  std::vector<Job> jobs, large;
  Pool<Scratch> scratch;
  std::unique_ptr<Scratch> largeScratch = std::make_unique<Scratch>();
  Pool<Found> found;
  std::vector<std::uint64_t> keys[kLists];
  std::vector<std::uint8_t> accepted;
  std::vector<Counters> chunkCounters;
  KeySort sorter;

  void gather(const BodySet& bodies, const CandidateQuery& query, Counters& counters, Workers& workers);
  void listJobs(const BodySet& bodies, const CandidateQuery& query);
  void reserveScratch(const BodySet& bodies, Workers& workers);
  void runJob(const BodySet& bodies, const Job& job, Scratch& s, surface::Walker& walker);

  /// Keeps the keys that `accept` takes.
  template <typename Accept>
  void filter(std::vector<std::uint64_t>& from, Accept&& accept, Counters& counters, Workers& workers);
};

namespace {

ElementBoxes selected(const ElementBoxes& from, const float* query, BoxSet& into, std::vector<std::uint32_t>& order) {
  order.resize(from.count);
  order.resize(surface::selectBoxes(from.boxes, 0, from.count, query, order.data()));
  // Different bodies have no corner in common.
  ElementBoxes plain = from;
  for (auto& corner : plain.corner) corner = nullptr;
  into.gather(plain, order);
  return into.view();
}

/// The part of `box` that the elements reach into.
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
    if (query.edgeEdge) add({a, b, Kind::Edges, Kind::Edges, kEdgeEdge});
    if (query.faceFace) add({a, b, Kind::Faces, Kind::Faces, kFaceFace});
  };
  for (const auto& [a, b] : scene.pairs()) both(a, b);
  for (const Index slot : scene.selves()) both(slot, slot);
}

void SurfaceHash::Impl::reserveScratch(const BodySet& bodies, Workers& workers) {
  const auto fit = [&](const std::vector<Job>& list, std::span<const std::unique_ptr<Scratch>> all) {
    std::size_t most = 0, mostOfTwo = 0;
    for (const Job& job : list) {
      const std::size_t count = std::max(scene.elements(bodies, job.slotA, job.kindA).count,
                                         scene.elements(bodies, job.slotB, job.kindB).count);
      most = std::max(most, count);
      if (job.slotA != job.slotB) mostOfTwo = std::max(mostOfTwo, count);
    }
    for (const auto& s : all) {
      s->join.reserve(most);
      s->a.reserve(mostOfTwo);
      s->b.reserve(mostOfTwo);
      s->order.reserve(mostOfTwo);
    }
  };
  // Whichever thread takes whichever job, it finds room.
  scratch.reserve(std::min<std::size_t>(workers.threads(), jobs.size()));
  found.reserve(workers.threads());
  fit(jobs, scratch.all());
  if (!large.empty()) fit(large, {&largeScratch, 1});
}

void SurfaceHash::Impl::runJob(const BodySet& bodies, const Job& job, Scratch& s, surface::Walker& walker) {
  const ElementBoxes a = scene.elements(bodies, job.slotA, job.kindA), b = scene.elements(bodies, job.slotB, job.kindB);
  const bool vertexFirst = job.list == kVertexFace;
  if (job.slotA == job.slotB) {
    if (vertexFirst)
      s.join.between(a, b, exclusionOf(job.list), true, settings, walker);
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

void SurfaceHash::Impl::gather(const BodySet& bodies, const CandidateQuery& query, Counters& counters,
                               Workers& workers) {
  for (auto& list : keys) list.clear();
  for (auto& f : found.all()) {
    std::fill(std::begin(f->sizes), std::end(f->sizes), std::size_t{0});
    f->counters = {};
  }
  scene.build(bodies, query, workers);
  listJobs(bodies, query);
  reserveScratch(bodies, workers);
  for (const Job& job : large) {
    ParallelWalker walker(found, job.list, workers);
    runJob(bodies, job, *largeScratch, walker);
  }
  workers.forChunks(jobs.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end) {
    auto s = scratch.take();
    auto f = found.take();
    for (std::size_t j = begin; j < end; ++j) {
      SerialWalker walker(*f, jobs[j].list);
      runJob(bodies, jobs[j], *s, walker);
    }
    found.give(std::move(f));
    scratch.give(std::move(s));
  });
  const std::size_t firsts[kLists] = {bodies.positions().size(), bodies.edges().size(), bodies.faces().size()};
  const std::size_t seconds[kLists] = {bodies.faces().size(), bodies.edges().size(), bodies.faces().size()};
  for (std::size_t list = 0; list < kLists; ++list) {
    for (const auto& f : found.all()) {
      const auto begin = f->keys[list].begin();
      keys[list].insert(keys[list].end(), begin, begin + static_cast<std::ptrdiff_t>(f->sizes[list]));
    }
    // Next time one thread may find them all.
    for (const auto& f : found.all())
      if (f->keys[list].size() < keys[list].size() + Found::kRoom)
        f->keys[list].resize(keys[list].size() + Found::kRoom);
    sorter.sort(keys[list], firsts[list], seconds[list]);
    counters.candidates += keys[list].size();
  }
  for (const auto& f : found.all()) {
    counters.cellsVisited += f->counters.cells;
    counters.boxTests += f->counters.boxTests;
    counters.hashCollisions += f->counters.collisions;
  }
}

template <typename Accept>
void SurfaceHash::Impl::filter(std::vector<std::uint64_t>& from, Accept&& accept, Counters& counters,
                               Workers& workers) {
  accepted.resize(from.size());
  chunkCounters.assign((from.size() + kPairsPerChunk - 1) / kPairsPerChunk, {});
  workers.forChunks(from.size(), kPairsPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      accepted[i] = accept(static_cast<Index>(from[i] >> 32), static_cast<Index>(from[i]), chunkCounters[chunk]);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (accepted[i]) from[kept++] = from[i];
  from.resize(kept);
  for (const Counters& c : chunkCounters) counters += c;
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
  candidates.clear();
  m_impl->gather(bodies, query, counters, workers);
  const auto write = [](const std::vector<std::uint64_t>& keys, auto& list) {
    list.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
      list[i] = {static_cast<Index>(keys[i] >> 32), static_cast<Index>(keys[i])};
  };
  write(m_impl->keys[kVertexFace], candidates.vertexFace);
  write(m_impl->keys[kEdgeEdge], candidates.edgeEdge);
  write(m_impl->keys[kFaceFace], candidates.faceFace);
}

void SurfaceHash::facePairs(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  CandidateQuery wanted;
  wanted.faceFace = true;
  wanted.between = query.between;
  wanted.self = query.self;
  m_impl->gather(bodies, wanted, results.counters, workers);
  auto& keys = m_impl->keys[kFaceFace];
  m_impl->filter(
      keys, [&](Index a, Index b, Counters& counters) { return facesMeet(bodies, a, b, counters); }, results.counters,
      workers);
  results.facePairs.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    results.facePairs[i] = facePairResult(bodies, static_cast<Index>(keys[i] >> 32), static_cast<Index>(keys[i]));
}

void SurfaceHash::vertexFace(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  CandidateQuery wanted;
  wanted.vertexFace = true;
  wanted.distance = query.margin;
  wanted.between = query.between;
  wanted.self = query.self;
  m_impl->gather(bodies, wanted, results.counters, workers);
  auto& keys = m_impl->keys[kVertexFace];
  m_impl->filter(
      keys,
      [&](Index vertex, Index face, Counters& counters) {
        return vertexWithin(bodies, vertex, face, query.margin, counters);
      },
      results.counters, workers);
  results.vertexFace.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    results.vertexFace[i] = vertexFaceResult(bodies, static_cast<Index>(keys[i] >> 32), static_cast<Index>(keys[i]));
}

std::size_t SurfaceHash::memory() const {
  std::size_t bytes = m_impl->scene.memory() + m_impl->sorter.memory() + m_impl->accepted.capacity();
  for (const auto& list : m_impl->keys) bytes += list.capacity() * sizeof(std::uint64_t);
  for (const auto& f : m_impl->found.all())
    for (const auto& list : f->keys) bytes += list.capacity() * sizeof(std::uint64_t);
  const auto held = [](const Scratch& s) {
    return s.join.memory() + s.a.memory() + s.b.memory() + s.order.capacity() * sizeof(std::uint32_t);
  };
  for (const auto& s : m_impl->scratch.all()) bytes += held(*s);
  bytes += held(*m_impl->largeScratch);
  return bytes;
}

}  // namespace pliant::detail
