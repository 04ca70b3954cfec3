#include "regularitytree/RegularitySearch.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>

#include <algorithm>
#include <limits>
#include <string>

#include "regularitytree/pairElements.h"
#include "surfaces/boxPairs.h"

namespace pliant::detail {
namespace {

using surface::ElementBoxes;
using surface::Exclusion;
using surface::FoundPairs;
using surface::KeyOrder;
using surface::Kind;

// Larger bodies are updated by all threads together, smaller bodies by one thread each.
constexpr Index kLargeBody = 16384;
// kFirstPairs: number of pairs per thread from which the traversal is split into tasks. kPairsPerChunk: pairs per work
// item. kLeafPatchesPerChunk: leaf pairs or leaf patches per work item.
constexpr std::size_t kFirstPairs = 32, kPairsPerChunk = 2, kLeafPatchesPerChunk = 64;
constexpr Index kIsolatedBlock = 16;
constexpr std::size_t kMovedPerChunk = 4096;
// Number of patches between a prefetch and its use.
constexpr std::size_t kPatchesAhead = 4;
// Upper bound of the children of a patch, and capacity of a stack: 512 patches with 21 calls each (6 children by
// themselves and 15 pairs of children).
constexpr std::size_t kChildren = 6, kStack = 21 * 512;

enum Use : std::uint8_t { kBoxes = 1, kMasks = 2, kAllElements = 4 };

void checkSurface(const BodySet& bodies, Index id) {
  try {
    RegularityTree::check(bodies.topology(id));
  } catch (const Error& error) {
    throw Error("regularity tree: body " + std::to_string(id) + ": " + error.what());
  }
}

}  // namespace

void RegularitySearch::setSettings(const RegularityTree::Settings& settings) {
  if (settings.refuse && !m_settings.refuse) m_revision = ~std::uint64_t{0};
  if (settings.children != m_settings.children) {
    m_revision = ~std::uint64_t{0};
    m_patches.clear();
    m_ids.clear();
  }
  if (settings.directions != m_settings.directions) m_samples = DirectionSamples(settings.directions);
  m_settings = settings;
}

/// Moves the hierarchies to the present indices of their bodies.
void RegularitySearch::follow(const BodySet& bodies) {
  if (m_revision == bodies.revision()) return;
  m_revision = ~std::uint64_t{0};  // no set, until all hierarchies are moved
  auto known = std::move(m_patches);
  auto ids = std::move(m_ids);
  m_patches.clear();
  m_ids.clear();
  m_patches.resize(bodies.bodyCount());
  m_elements.resize(bodies.bodyCount());
  m_ready.assign(bodies.bodyCount(), 0);
  for (Index index = 0; index < bodies.bodyCount(); ++index) {
    const Index id = bodies.id(index);
    m_ids.push_back(id);
    const auto at = std::lower_bound(ids.begin(), ids.end(), id);  // bodies are in the order of their ids
    if (at != ids.end() && *at == id) m_patches[index] = std::move(known[static_cast<std::size_t>(at - ids.begin())]);
  }
  m_revision = bodies.revision();
}

bool RegularitySearch::has(const BodySet& bodies, Index index) {
  follow(bodies);
  if (m_ready[index]) return true;
  if (!m_patches[index] || !m_patches[index]->fits(bodies, index)) return false;
  m_patches[index]->renumber(bodies, index);
  makeReady(bodies, index);
  return true;
}

void RegularitySearch::build(const BodySet& bodies, Index index) {
  follow(bodies);
  if (m_ready[index]) return;
  if (m_settings.refuse) checkSurface(bodies, bodies.id(index));
  if (has(bodies, index)) return;
  m_patches[index] = std::make_unique<SurfacePatches>(bodies, index, m_settings.children, m_settings.leafPatchFaces,
                                                      m_patches[index].get());
  makeReady(bodies, index);
}

void RegularitySearch::makeReady(const BodySet& bodies, Index index) {
  if (!m_elements[index]) m_elements[index] = std::make_unique<PatchElements>();
  m_elements[index]->assign(bodies, *m_patches[index]);
  // A contour test has the edges of up to two patches.
  m_mostEdges = std::max(m_mostEdges, 2 * m_patches[index]->tree().mostOnContour());
  m_ready[index] = 1;
}

void RegularitySearch::update(const BodySet& bodies, Workers&) {
  for (Index index = 0; index < bodies.bodyCount(); ++index) build(bodies, index);
}

void RegularitySearch::collect(const SurfaceSearch& search, const surface::WorkItems& items) {
  const CandidateQuery& asked = search.query;
  for (const auto& [a, b] : items.pairs) {
    build(search.bodies, a);
    build(search.bodies, b);
  }
  for (const Index index : items.selves) build(search.bodies, index);
  // The scene bounds vertices only; PatchElements bounds elements, in tree order.
  CandidateQuery ofScene = asked;
  ofScene.linksOnly = asked.linksOnly && !asked.vertexFace;
  ofScene.vertexFace = false;
  m_scene.buildVertices(search.bodies, ofScene, items, search.workers);
  m_vertexBoxes = m_scene.vertexBoxes();
  if (asked.edgeEdge) m_links.pair(search, items);
  CandidateQuery query = asked;
  query.edgeEdge = asked.edgeEdge && !asked.linksOnly;
  if (!query.vertexFace && !query.edgeEdge && !query.faceFace) return;
  m_use.assign(search.bodies.bodyCount(), 0);
  use(search, items);
  updatePatches(search, query);
  descend(search, items);
  if (m_recordsUsed) collectUsed();
  fillElements(search.bodies, query, search.workers);
  pairElements(search, query);
  if (query.vertexFace) pairIsolated(search, items);
  for (const auto& task : m_tasks.all()) {
    search.counters += task->counters;
    task->counters = {};
  }
}

bool RegularitySearch::wantsMasks(const SurfaceSearch& search, Index index) const {
  if (!m_settings.skipPatches && !m_settings.skipAdjacent) return false;
  if (search.mayOmit != MayOmit::Distant || !search.query.swept) return true;
  const Topology& topology = search.bodies.topology(search.bodies.id(index));
  return !topology.closed || topology.faces >= m_leastClosed;
}

/// Records what the work items need of their bodies.
void RegularitySearch::use(const SurfaceSearch& search, const surface::WorkItems& items) {
  for (const auto& [a, b] : items.pairs) {
    m_use[a] |= kBoxes;
    m_use[b] |= kBoxes;
    if (m_patches[a]->hasIsolated()) m_use[b] |= kAllElements;
    if (m_patches[b]->hasIsolated()) m_use[a] |= kAllElements;
  }
  for (const Index index : items.selves) {
    m_use[index] |= kBoxes;
    if (wantsMasks(search, index)) m_use[index] |= kMasks;
    if (m_patches[index]->hasIsolated()) m_use[index] |= kAllElements;
  }
}

/// Returns the distance within which two elements of a body are a candidate, rounded up [length].
double RegularitySearch::reach(const BodySet& bodies, const CandidateQuery& query, Index index) {
  const double margin = static_cast<double>(bodies.detectionMarginAt(index));
  const double margins = query.marginScale > 0 ? 2 * static_cast<double>(query.marginScale) * margin : 0;
  return (margins + static_cast<double>(query.distance)) * (1 + 1e-5);
}

/// Computes the motion of every vertex from t0 to t1, as points of a VertexBoxes.
void RegularitySearch::readMotions(const BodySet& bodies, Workers& workers) {
  const auto from = bodies.positions_t0(), to = bodies.positions();
  m_motion.resize(4 * to.size());
  m_motions = {m_motion.data(), 4, 0};
  workers.forChunks(to.size(), kMovedPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      float* motion = m_motion.data() + 4 * v;
      motion[0] = static_cast<float>(to[v].x - from[v].x);
      motion[1] = static_cast<float>(to[v].y - from[v].y);
      motion[2] = static_cast<float>(to[v].z - from[v].z);
    }
  });
}

void RegularitySearch::updatePatches(const SurfaceSearch& search, const CandidateQuery& query) {
  const BodySet& bodies = search.bodies;
  Workers& workers = search.workers;
  const bool separated = search.mayOmit == MayOmit::Distant, swept = separated && query.swept;
  const auto hasMasks = [](std::uint8_t use) { return (use & kMasks) != 0; };
  if (swept && std::any_of(m_use.begin(), m_use.end(), hasMasks)) readMotions(bodies, workers);
  const auto update = [&](Index index) {
    SurfacePatches& patches = *m_patches[index];
    const bool masks = hasMasks(m_use[index]);
    patches.setLeafPatchFaces(m_settings.leafPatchFaces);
    patches.unmask();
    if (masks && !separated && patches.quick()) {
      // The query has neither motion nor margin: positions are their own boxes.
      patches.boundAndMask(bodies, index, m_samples, workers);
      return;
    }
    patches.bound(m_vertexBoxes, workers);
    if (masks && separated)
      patches.maskSeparated(bodies, index, reach(bodies, query, index), query.swept ? &m_motions : nullptr, m_samples,
                            workers);
    else if (masks)
      patches.mask(bodies, index, m_samples, workers);
  };
  m_small.clear();
  for (Index index = 0; index < bodies.bodyCount(); ++index) {
    if (m_use[index] == 0 || m_patches[index]->empty()) continue;
    if (m_patches[index]->tree().leafCount() > kLargeBody)
      update(index);
    else
      m_small.push_back(index);
  }
  workers.forChunks(m_small.size(), 1, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) update(m_small[i]);
  });
}

void RegularitySearch::descend(const SurfaceSearch& search, const surface::WorkItems& items) {
  Workers& workers = search.workers;
  const bool separated = search.mayOmit == MayOmit::Distant;
  DualTraversal::Settings settings;
  settings.skipPatches = m_settings.skipPatches;
  settings.skipAdjacent = m_settings.skipAdjacent;
  settings.test = {m_settings.contourTest == RegularityTree::ContourTest::Exact, m_settings.leastShape, separated,
                   separated && search.query.swept};
  settings.leafPatch = m_settings.leafPatchFaces;
  const DualTraversal descent(search.bodies, m_patches, m_samples, settings);
  m_tasks.reserve(workers.threads());
  for (auto& task : m_tasks.all()) {
    task->stack.clear();
    task->found.clear();
    task->stack.reserve(kStack);
    task->test.reserve(m_mostEdges);
    task->recordsUsed = m_recordsUsed;
    task->used.clear();
  }
  m_first.reserve(kStack);
  auto first = m_tasks.take();
  const auto takeFirst = [&] {
    std::swap(m_first, first->stack);
    first->stack.clear();
  };
  for (const auto& [a, b] : items.pairs)
    if (!m_patches[a]->empty() && !m_patches[b]->empty())
      descent.call({a, b, m_patches[a]->tree().root(), m_patches[b]->tree().root()}, *first);
  for (const Index index : items.selves)
    if (!m_patches[index]->empty())
      descent.call({index, index, m_patches[index]->tree().root(), m_patches[index]->tree().root()}, *first);
  takeFirst();
  // Visits the pairs level by level until there are enough of them for all threads.
  while (workers.threads() > 1 && !m_first.empty() && m_first.size() < kFirstPairs * workers.threads()) {
    for (const PatchPair& pair : m_first) descent.visit(pair, *first);
    takeFirst();
  }
  m_tasks.give(std::move(first));
  workers.forChunks(m_first.size(), workers.threads() > 1 ? kPairsPerChunk : std::max<std::size_t>(1, m_first.size()),
                    [&](std::size_t, std::size_t begin, std::size_t end) {
                      auto task = m_tasks.take();
                      for (std::size_t i = begin; i < end; ++i) {
                        task->stack.push(m_first[i]);
                        descent.finish(*task);
                      }
                      m_tasks.give(std::move(task));
                    });
  m_leafPatches.clear();
  for (const auto& task : m_tasks.all()) m_leafPatches.append(task->found);
  // In the next run one task may find all pairs or need the longest stack.
  std::size_t stack = m_first.capacity();
  for (const auto& task : m_tasks.all()) stack = std::max(stack, task->stack.capacity());
  for (const auto& task : m_tasks.all()) {
    task->found.reserve(m_leafPatches.capacity() + kChildren);
    task->stack.reserve(stack);
  }
  m_first.reserve(stack);
}

void RegularitySearch::collectUsed() {
  for (const auto& task : m_tasks.all())
    for (UsedPatches used : task->used) {
      used.bodyA = m_ids[used.bodyA];
      used.bodyB = m_ids[used.bodyB];
      m_used.push_back(used);
    }
  std::sort(m_used.begin(), m_used.end());
}

const SurfaceHierarchy* RegularitySearch::hierarchyOf(Index body) const {
  const auto at = std::lower_bound(m_ids.begin(), m_ids.end(), body);
  if (at == m_ids.end() || *at != body) return nullptr;
  const auto& patches = m_patches[static_cast<std::size_t>(at - m_ids.begin())];
  return patches && !patches->empty() ? &patches->tree() : nullptr;
}

void RegularitySearch::fillElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers) {
  for (const auto& elements : m_elements)
    if (elements) elements->begin();
  m_touched.clear();
  // A body with kAllElements is filled from its root, which includes its leaf patches. Two threads must not fill the
  // same boxes.
  const auto isWhole = [&](Index index) { return query.vertexFace && (m_use[index] & kAllElements) != 0; };
  const auto touch = [&](Index index, Index node) {
    if (!isWhole(index) && m_elements[index]->mark(node)) m_touched.push_back({index, node});
  };
  for (Index index = 0; index < bodies.bodyCount(); ++index)
    if (isWhole(index) && !m_patches[index]->empty()) m_touched.push_back({index, m_patches[index]->tree().root()});
  for (const PatchPair& pair : m_leafPatches) {
    touch(pair.bodyA, pair.a);
    touch(pair.bodyB, pair.b);
  }
  const bool withFaces = query.vertexFace || query.faceFace;
  workers.forChunks(m_touched.size(), kLeafPatchesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto [index, node] = m_touched[i];
      if (i + kPatchesAhead < end && withFaces) {
        const Patch& ahead = m_touched[i + kPatchesAhead];
        m_elements[ahead.body]->prefetch(*m_patches[ahead.body], ahead.node);
      }
      const auto edges =
          query.edgeEdge ? m_scene.corners(bodies, query, index, Kind::Edges) : surface::ElementCorners{};
      m_elements[index]->fill(*m_patches[index], node, query, m_vertexBoxes, edges);
    }
  });
}

void RegularitySearch::pairElements(const SurfaceSearch& search, const CandidateQuery& query) {
  FoundPairs& into = search.found;
  search.workers.forChunks(
      m_leafPatches.size(), kLeafPatchesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        auto found = into.take();
        for (std::size_t i = begin, next = i; i < end; i = next) {
          while (next < end && m_leafPatches[next].bodyA == m_leafPatches[i].bodyA &&
                 m_leafPatches[next].bodyB == m_leafPatches[i].bodyB)
            ++next;
          const Index a = m_leafPatches[i].bodyA, b = m_leafPatches[i].bodyB;
          detail::pairElements(std::span<const PatchPair>(m_leafPatches).subspan(i, next - i),
                               {*m_patches[a], *m_elements[a]}, {*m_patches[b], *m_elements[b]}, query, *found);
        }
        into.give(std::move(found));
      });
}

/// Adds the pairs of isolated vertices, in blocks, and the faces of each body whose boxes overlap theirs.
void RegularitySearch::pairIsolated(const SurfaceSearch& search, const surface::WorkItems& items) {
  FoundPairs& into = search.found;
  const auto against = [&](Index bodyOfVertices, Index bodyOfFaces) {
    const SurfacePatches &patches = *m_patches[bodyOfVertices], &others = *m_patches[bodyOfFaces];
    if (!patches.hasIsolated() || others.empty()) return;
    m_elements[bodyOfVertices]->fillIsolated(patches, m_vertexBoxes);
    const ElementBoxes vertices = m_elements[bodyOfVertices]->vertices(), faces = m_elements[bodyOfFaces]->faces();
    const Index first = patches.firstIsolated(), count = static_cast<Index>(patches.vertices().size()) - first;
    search.workers.forChunks(count, kIsolatedBlock, [&](std::size_t, std::size_t begin, std::size_t end) {
      auto task = m_tasks.take();
      auto found = into.take();
      constexpr float inf = std::numeric_limits<float>::infinity();
      float box[8] = {inf, inf, inf, 0, -inf, -inf, -inf, 0};
      for (std::size_t i = first + begin; i < first + end; ++i)
        for (int k = 0; k < 3; ++k) {
          box[k] = std::min(box[k], vertices.boxes.bound[k][i]);
          box[4 + k] = std::max(box[4 + k], vertices.boxes.bound[3 + k][i]);
        }
      task->stack.push({bodyOfVertices, bodyOfFaces, 0, others.tree().root()});
      while (!task->stack.empty()) {
        const Index node = task->stack.pop().b;
        const auto leaves = others.tree().leaves(node);
        if (leaves.size() > std::max(kIsolatedBlock, others.most())) {
          if (!boxesMeet(box, others.box(node))) continue;
          for (Index child = others.tree().firstChild(node); child < others.tree().endChild(node); ++child)
            task->stack.push({bodyOfVertices, bodyOfFaces, 0, child});
          continue;
        }
        found->add(surface::kVertexFace, [&](surface::PairBuffer& pairs) {
          surface::pairBoxes(faces, leaves.begin, leaves.end, vertices, first + begin, first + end, false,
                             Exclusion::None, KeyOrder::WalkerFirst, pairs, found->counters);
        });
      }
      into.give(std::move(found));
      m_tasks.give(std::move(task));
    });
  };
  for (const auto& [a, b] : items.pairs) {
    against(a, b);
    against(b, a);
  }
  for (const Index index : items.selves) against(index, index);
}

std::size_t RegularitySearch::memory() const {
  std::size_t bytes = m_scene.memory() + m_links.memory() + m_touched.capacity() * sizeof(Patch) +
                      (m_first.capacity() + m_leafPatches.capacity()) * sizeof(PatchPair);
  for (const auto& task : m_tasks.all()) bytes += task->test.memory();
  for (const auto& patches : m_patches)
    if (patches) bytes += patches->memory();
  for (const auto& elements : m_elements)
    if (elements) bytes += elements->memory();
  return bytes;
}

}  // namespace pliant::detail
