#include "buckettree/SurfaceBuckets.h"

#include <algorithm>

#include "surfaces/boxPairs.h"

namespace pliant::detail {

using surface::ElementBoxes;
using surface::KeyOrder;
using surface::kVertexFace;

namespace {

// Work items with more elements run one after another, each on all threads; smaller ones run in parallel.
constexpr std::size_t kManyElements = 16384;
constexpr std::size_t kBucketPairsPerChunk = 128;
// A body with more work items is put into its octree as a whole, once for all of them.
constexpr Index kManyPartners = 8;

}  // namespace

void SurfaceBuckets::listItems(const SurfaceSearch& search, const surface::WorkItems& items) {
  m_items.clear();
  surface::forElementItems(search.query, items, [&](const Item& item) {
    if (m_scene.elements(search.bodies, item.bodyA, item.kindA).count > 0 &&
        m_scene.elements(search.bodies, item.bodyB, item.kindB).count > 0)
      m_items.push_back(item);
  });
}

/// Starts every tree of a work item. Bodies that are tested against themselves or have many work items include all
/// elements.
void SurfaceBuckets::beginTrees(const BodySet& bodies) {
  m_trees.resize(std::max<std::size_t>(m_trees.size(), surface::kKinds * bodies.bodyCount()));
  m_begun.assign(m_trees.size(), 0);
  m_used.clear();
  const auto begin = [&](Index body, Kind kind, bool all) {
    auto& entry = m_trees[place(body, kind)];
    if (!m_begun[place(body, kind)]) {
      m_begun[place(body, kind)] = 1;
      m_used.push_back({body, kind});
      if (!entry) entry = std::make_unique<ElementTree>();
      entry->setSettings(m_settings);
      entry->begin(m_scene.elements(bodies, body, kind).count);
    }
    if (all) entry->takeAll();
  };
  m_partners.assign(bodies.bodyCount(), 0);
  for (const Item& item : m_items) {
    if (item.own()) continue;
    ++m_partners[item.bodyA];
    ++m_partners[item.bodyB];
  }
  for (const Item& item : m_items) {
    begin(item.bodyA, item.kindA, item.own() || m_partners[item.bodyA] > kManyPartners);
    begin(item.bodyB, item.kindB, item.own() || m_partners[item.bodyB] > kManyPartners);
  }
}

/// Includes the elements of two different bodies that may meet. Removes work items without such elements.
void SurfaceBuckets::takeElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers) {
  std::erase_if(m_items, [&](const Item& item) {
    if (item.own()) return false;
    const auto common = surface::intersectionOf(m_scene.box(item.bodyA), m_scene.box(item.bodyB));
    if (!common) return true;
    ElementTree &treeA = tree(item.bodyA, item.kindA), &treeB = tree(item.bodyB, item.kindB);
    if (treeA.all() && treeB.all()) return false;
    const auto side = [&](Index body, Kind kind) {
      return surface::OverlapCulling::Side{bodies.vertices(body), m_scene.corners(bodies, query, body, kind)};
    };
    m_near.find(m_scene.vertexBoxes(), side(item.bodyA, item.kindA), side(item.bodyB, item.kindB), *common, workers);
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

void SurfaceBuckets::descend(const Item& item, BucketDescent& descent, std::uint64_t& nodesVisited,
                             std::uint64_t& boxTests) {
  const Buckets &a = tree(item.bodyA, item.kindA).buckets(), &b = tree(item.bodyB, item.kindB).buckets();
  if (&a == &b)
    descent.within(a, m_settings.order);
  else
    descent.between(a, b, m_settings.order);
  nodesVisited = descent.nodesVisited();
  boxTests = descent.boxTests();
}

void SurfaceBuckets::pairBuckets(const Item& item, std::span<const BucketDescent::Pair> pairs,
                                 surface::FoundPairs::TaskPairs& part) {
  const ElementTree &a = tree(item.bodyA, item.kindA), &b = tree(item.bodyB, item.kindB);
  const ElementBoxes boxesA = a.boxes(), boxesB = b.boxes();
  const KeyOrder order = item.list == kVertexFace ? KeyOrder::WalkerFirst : KeyOrder::SmallerFirst;
  part.add(item.list, [&](surface::PairBuffer& found) {
    for (const auto& pair : pairs) {
      const Buckets::Node &nodeA = a.buckets().node(pair.a), &nodeB = b.buckets().node(pair.b);
      surface::pairBoxes(boxesB, nodeB.first, nodeB.first + nodeB.count, boxesA, nodeA.first, nodeA.first + nodeA.count,
                         &nodeA == &nodeB, item.exclusion(), order, found, part.counters);
    }
  });
}

void SurfaceBuckets::collect(const SurfaceSearch& search, const surface::WorkItems& items) {
  const BodySet& bodies = search.bodies;
  const CandidateQuery& query = search.query;
  Workers& workers = search.workers;
  m_scene.buildVertices(bodies, query, items, workers);
  m_scene.listElements(bodies);
  listItems(search, items);
  beginTrees(bodies);
  takeElements(bodies, query, workers);
  workers.forChunks(m_used.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto [body, kind] = m_used[i];
      tree(body, kind)
          .update(m_scene.corners(bodies, query, body, kind), m_scene.elements(bodies, body, kind),
                  m_scene.vertexBoxes());
    }
  });
  reserveDescents(workers);
  m_visited.assign(m_items.size(), 0);
  m_boxTests.assign(m_items.size(), 0);
  const auto small = std::partition(m_items.begin(), m_items.end(), [&](const Item& item) {
    return tree(item.bodyA, item.kindA).size() + tree(item.bodyB, item.kindB).size() > kManyElements;
  });
  const auto large = static_cast<std::size_t>(small - m_items.begin());
  for (std::size_t j = 0; j < large; ++j) {
    auto descent = m_descents.take();
    descend(m_items[j], *descent, m_visited[j], m_boxTests[j]);
    const auto pairs = descent->pairs();
    workers.forChunks(pairs.size(), kBucketPairsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      auto part = search.found.take();
      pairBuckets(m_items[j], pairs.subspan(begin, end - begin), *part);
      search.found.give(std::move(part));
    });
    m_descents.give(std::move(descent));
  }
  const std::size_t few = m_items.size() - large;
  workers.forChunks(few, surface::itemsPerChunk(few), [&](std::size_t, std::size_t begin, std::size_t end) {
    auto descent = m_descents.take();
    auto part = search.found.take();
    for (std::size_t j = large + begin; j < large + end; ++j) {
      descend(m_items[j], *descent, m_visited[j], m_boxTests[j]);
      pairBuckets(m_items[j], descent->pairs(), *part);
    }
    search.found.give(std::move(part));
    m_descents.give(std::move(descent));
  });
  for (std::size_t j = 0; j < m_items.size(); ++j) {
    search.counters.nodesVisited += m_visited[j];
    search.counters.boxTests += m_boxTests[j];
  }
}

std::size_t SurfaceBuckets::memory() const {
  std::size_t bytes = m_scene.memory() + m_near.memory() + memoryOf(m_items);
  for (const auto& tree : m_trees)
    if (tree) bytes += tree->memory();
  for (const auto& descent : m_descents.all()) bytes += descent->memory();
  return bytes;
}

}  // namespace pliant::detail
