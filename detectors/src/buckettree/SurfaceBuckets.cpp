#include "buckettree/SurfaceBuckets.h"

#include <algorithm>

#include "surfaces/boxPairs.h"

namespace pliant::detail {

using surface::ElementBoxes;
using surface::KeyOrder;
using surface::kVertexFace;

namespace {

// Work items with more elements run one after another, each on all threads; smaller ones run in parallel.
constexpr std::size_t kLargeJob = 16384;
constexpr std::size_t kPairsPerChunk = 128;
// A body with more work items is put into its octree as a whole, once for all of them.
constexpr Index kManyPartners = 8;

}  // namespace

void SurfaceBuckets::listJobs(const SurfaceSearch& search, const surface::SurfaceJobs& jobs) {
  m_jobs.clear();
  surface::forElementJobs(search.query, jobs, [&](const Job& job) {
    if (m_scene.elements(search.bodies, job.slotA, job.kindA).count > 0 &&
        m_scene.elements(search.bodies, job.slotB, job.kindB).count > 0)
      m_jobs.push_back(job);
  });
}

/// Starts every tree of a work item. Bodies that are tested against themselves or have many work items include all
/// elements.
void SurfaceBuckets::beginTrees(const BodySet& bodies) {
  m_trees.resize(std::max<std::size_t>(m_trees.size(), surface::kKinds * bodies.bodyCount()));
  m_begun.assign(m_trees.size(), 0);
  m_used.clear();
  const auto begin = [&](Index slot, Kind kind, bool all) {
    auto& entry = m_trees[place(slot, kind)];
    if (!m_begun[place(slot, kind)]) {
      m_begun[place(slot, kind)] = 1;
      m_used.push_back({slot, kind});
      if (!entry) entry = std::make_unique<ElementTree>();
      entry->setSettings(m_settings);
      entry->begin(m_scene.elements(bodies, slot, kind).count);
    }
    if (all) entry->takeAll();
  };
  m_partners.assign(bodies.bodyCount(), 0);
  for (const Job& job : m_jobs) {
    if (job.own()) continue;
    ++m_partners[job.slotA];
    ++m_partners[job.slotB];
  }
  for (const Job& job : m_jobs) {
    begin(job.slotA, job.kindA, job.own() || m_partners[job.slotA] > kManyPartners);
    begin(job.slotB, job.kindB, job.own() || m_partners[job.slotB] > kManyPartners);
  }
}

/// Includes the elements of two different bodies that may meet. Removes work items without such elements.
void SurfaceBuckets::takeElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers) {
  std::erase_if(m_jobs, [&](const Job& job) {
    if (job.own()) return false;
    const auto common = surface::intersectionOf(m_scene.box(job.slotA), m_scene.box(job.slotB));
    if (!common) return true;
    ElementTree &treeA = tree(job.slotA, job.kindA), &treeB = tree(job.slotB, job.kindB);
    if (treeA.all() && treeB.all()) return false;
    const auto side = [&](Index slot, Kind kind) {
      return surface::OverlapCulling::Side{bodies.vertices(slot), m_scene.corners(bodies, query, slot, kind)};
    };
    m_near.find(m_scene.vertexBoxes(), side(job.slotA, job.kindA), side(job.slotB, job.kindB), *common, workers);
    treeA.take(m_near.ofA());
    treeB.take(m_near.ofB());
    return m_near.ofA().empty() || m_near.ofB().empty();
  });
}

void SurfaceBuckets::reserveDescents(Workers& workers) {
  m_descents.reserve(workers.threads());
  // Any thread may take any work item, so all descents get the largest capacity.
  std::size_t pairs = 0, depth = 0;
  for (const auto& descent : m_descents.all()) {
    pairs = std::max(pairs, descent->pairCapacity());
    depth = std::max(depth, descent->stackCapacity());
  }
  for (const auto& descent : m_descents.all()) descent->reserve(pairs, depth);
}

void SurfaceBuckets::descend(const Job& job, BucketDescent& descent, std::uint64_t& nodesVisited,
                             std::uint64_t& boxTests) {
  const Buckets &a = tree(job.slotA, job.kindA).buckets(), &b = tree(job.slotB, job.kindB).buckets();
  if (&a == &b)
    descent.within(a, m_settings.order);
  else
    descent.between(a, b, m_settings.order);
  nodesVisited = descent.nodesVisited();
  boxTests = descent.boxTests();
}

void SurfaceBuckets::pairBuckets(const Job& job, std::span<const BucketDescent::Pair> pairs,
                                 surface::FoundPairs::TaskPairs& part) {
  const ElementTree &a = tree(job.slotA, job.kindA), &b = tree(job.slotB, job.kindB);
  const ElementBoxes boxesA = a.boxes(), boxesB = b.boxes();
  const KeyOrder order = job.list == kVertexFace ? KeyOrder::WalkerFirst : KeyOrder::SmallerFirst;
  part.add(job.list, [&](surface::PairBuffer& found) {
    for (const auto& pair : pairs) {
      const Buckets::Node &nodeA = a.buckets().node(pair.a), &nodeB = b.buckets().node(pair.b);
      surface::pairBoxes(boxesB, nodeB.first, nodeB.first + nodeB.count, boxesA, nodeA.first, nodeA.first + nodeA.count,
                         &nodeA == &nodeB, job.exclusion(), order, found, part.counters);
    }
  });
}

void SurfaceBuckets::collect(const SurfaceSearch& search, const surface::SurfaceJobs& jobs) {
  const BodySet& bodies = search.bodies;
  const CandidateQuery& query = search.query;
  Workers& workers = search.workers;
  m_scene.buildVertices(bodies, query, jobs, workers);
  m_scene.listElements(bodies);
  listJobs(search, jobs);
  beginTrees(bodies);
  takeElements(bodies, query, workers);
  workers.forChunks(m_used.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto [slot, kind] = m_used[i];
      tree(slot, kind)
          .update(m_scene.corners(bodies, query, slot, kind), m_scene.elements(bodies, slot, kind),
                  m_scene.vertexBoxes());
    }
  });
  reserveDescents(workers);
  m_visited.assign(m_jobs.size(), 0);
  m_boxTests.assign(m_jobs.size(), 0);
  const auto small = std::partition(m_jobs.begin(), m_jobs.end(), [&](const Job& job) {
    return tree(job.slotA, job.kindA).size() + tree(job.slotB, job.kindB).size() > kLargeJob;
  });
  const auto large = static_cast<std::size_t>(small - m_jobs.begin());
  for (std::size_t j = 0; j < large; ++j) {
    auto descent = m_descents.take();
    descend(m_jobs[j], *descent, m_visited[j], m_boxTests[j]);
    const auto pairs = descent->pairs();
    workers.forChunks(pairs.size(), kPairsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      auto part = search.found.take();
      pairBuckets(m_jobs[j], pairs.subspan(begin, end - begin), *part);
      search.found.give(std::move(part));
    });
    m_descents.give(std::move(descent));
  }
  workers.forChunks(m_jobs.size() - large, 1, [&](std::size_t, std::size_t begin, std::size_t end) {
    auto descent = m_descents.take();
    auto part = search.found.take();
    for (std::size_t j = large + begin; j < large + end; ++j) {
      descend(m_jobs[j], *descent, m_visited[j], m_boxTests[j]);
      pairBuckets(m_jobs[j], descent->pairs(), *part);
    }
    search.found.give(std::move(part));
    m_descents.give(std::move(descent));
  });
  for (std::size_t j = 0; j < m_jobs.size(); ++j) {
    search.counters.nodesVisited += m_visited[j];
    search.counters.boxTests += m_boxTests[j];
  }
}

std::size_t SurfaceBuckets::memory() const {
  std::size_t bytes = m_scene.memory() + m_near.memory() + memoryOf(m_jobs);
  for (const auto& tree : m_trees)
    if (tree) bytes += tree->memory();
  for (const auto& descent : m_descents.all()) bytes += descent->memory();
  return bytes;
}

}  // namespace pliant::detail
