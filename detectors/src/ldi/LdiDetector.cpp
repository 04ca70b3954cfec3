#include <pliant/detectors/ldi/SoftwareLdi.h>

#include <cmath>

#include "bodyset/surfaceVolume.h"
#include "core/makeRoom.h"
#include "core/memoryOf.h"
#include "ldi/LdiDetectorImpl.h"
#include "narrow/exactPairs.h"

namespace pliant {

using namespace detail;

namespace {

/// Default width of a region's cell, in mean edge lengths.
constexpr double kEdgesOfCell = 2;

LdiSolid solidOf(const BodySet& bodies, Index index, bool refuse) {
  const Topology& topology = bodies.topology(bodies.id(index));
  LdiSolid solid;
  if (topology.faces == 0 || (!topology.closed && !refuse)) return solid;
  try {
    LdiDetector::check(topology);
  } catch (const Error& error) {
    throw Error("body " + std::to_string(bodies.id(index)) + ": " + error.what());
  }
  solid.volume = true;
  solid.inward = surfaceVolume(bodies, index, bodies.restPositions()) < 0;
  const BodySet::Range edges = bodies.faceEdges(index);
  double sum = 0;
  for (Index e = edges.begin; e < edges.end; ++e) {
    const PackedPosition &p = bodies.restPositions()[bodies.edges()[e][0]],
                         &q = bodies.restPositions()[bodies.edges()[e][1]];
    sum += std::hypot(double{p.x} - q.x, double{p.y} - q.y, double{p.z} - q.z);
  }
  solid.meanEdge = edges.size() > 0 ? sum / edges.size() : 0;
  return solid;
}

/// Maximum number of edges sampled for the stretch of a body.
constexpr Index kStretchSamples = 256;
/// Edges up to this multiple of their length at rest do not count as stretched.
constexpr double kMostStretch = 2;

/// Returns the quadratic mean length of edges, relative to kMostStretch times that at rest; at least 1. The faces cover
/// more of an image in this proportion.
double stretchOf(const BodySet& bodies, Index index) {
  const BodySet::Range edges = bodies.faceEdges(index);
  const Index every = edges.size() / kStretchSamples + 1;
  double rest = 0, now = 0;
  const auto squared = [&](std::span<const PackedPosition> positions, const Edge& edge) {
    const PackedPosition &p = positions[edge[0]], &q = positions[edge[1]];
    const double x = double{p.x} - q.x, y = double{p.y} - q.y, z = double{p.z} - q.z;
    return x * x + y * y + z * z;
  };
  for (Index e = edges.begin; e < edges.end; e += every) {
    rest += squared(bodies.restPositions(), bodies.edges()[e]);
    now += squared(bodies.positions(), bodies.edges()[e]);
  }
  const double stretch = std::sqrt(now / rest) / kMostStretch;
  return stretch > 1 && std::isfinite(stretch) ? stretch : 1;
}

}  // namespace

LdiDetector::LdiDetector(std::unique_ptr<LdiRenderer> renderer) : LdiDetector(std::move(renderer), Settings{}) {}

LdiDetector::LdiDetector(std::unique_ptr<LdiRenderer> renderer, const Settings& settings)
    : m_impl(std::make_unique<Impl>()) {
  m_impl->renderer = renderer ? std::move(renderer) : std::make_unique<SoftwareLdi>();
  setSettings(settings);
}

LdiDetector::~LdiDetector() = default;

const LdiDetector::Settings& LdiDetector::settings() const {
  return m_impl->settings;
}

void LdiDetector::setSettings(const Settings& settings) {
  if (settings.grid.resolution > kMostLdiResolution) {
    throw Error("resolution " + std::to_string(settings.grid.resolution) + " is above the maximum of " +
                std::to_string(kMostLdiResolution));
  }
  m_impl->settings = settings;
}

void LdiDetector::check(const Topology& topology) {
  if (topology.faces == 0 || topology.closed) return;
  throw Error("the surface is not closed and consistently oriented: " + std::to_string(topology.openEdges) +
              " open edges, " + std::to_string(topology.badlyOrientedEdges) + " edges with inconsistent orientation, " +
              std::to_string(topology.nonManifoldEdges) + " edges of more than two faces");
}

std::string_view LdiDetector::name() const {
  return m_impl->renderer->name();
}

void LdiDetector::Impl::update(const BodySet& bodies, bool refuse) {
  const bool changed = revision != bodies.revision();
  if (changed || (refuse && leftOut)) {
    solids.clear();
    revision = 0;  // in case a body is refused
    leftOut = false;
    for (Index index = 0; index < bodies.bodyCount(); ++index) {
      solids.push_back(solidOf(bodies, index, refuse));
      leftOut |= !solids.back().volume && bodies.faces(index).size() > 0;
    }
    revision = bodies.revision();
  }
  for (Index index = 0; index < bodies.bodyCount(); ++index) {
    if (solids[index].volume && bodies.active(index)) solids[index].stretch = stretchOf(bodies, index);
  }
  images.update(bodies, changed);
  if (!settings.keepImages) images.forgetAll();
  surfaces.update(bodies);
}

void LdiDetector::update(const BodySet& bodies, Workers&) {
  m_impl->update(bodies, true);
}

void LdiDetector::updateClosed(const BodySet& bodies) {
  m_impl->update(bodies, false);
}

bool LdiDetector::isVolume(const BodySet& bodies, Index body) const {
  m_impl->checkUpdated(bodies);
  const Index index = bodies.index(body);
  return index != kNoIndex && m_impl->solids[index].volume;
}

void LdiDetector::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, Answers::Volumes);
  m_impl->checkUpdated(bodies);
  results.clear();
  const Index count = bodies.bodyCount();
  for (Index index = 0; index < count; ++index) results.counters.bodiesSkipped += !bodies.active(index);
  if (query.between && (query.verticesInside || query.intersectionVolumes)) {
    for (Index a = 0; a < count; ++a) {
      if (!bodies.active(a)) continue;
      for (Index b = a + 1; b < count; ++b) {
        if (!bodies.active(b) || !bodies.pairAt(a, b)) continue;
        m_impl->pair(bodies, a, b, query, results, workers);
        m_impl->images.freeLarge();
      }
    }
  }
  if (query.self && query.selfIntersectionVolumes) {
    for (Index index = 0; index < count; ++index) {
      if (!bodies.active(index) || !bodies.selfAt(index) || !m_impl->solids[index].volume) continue;
      m_impl->self(bodies, index, results.counters, workers);
      m_impl->images.freeLarge();
      if (m_impl->volume.volume > 0) {
        results.selfIntersectionVolumes.push_back({bodies.id(index), m_impl->volume.volume});
      }
    }
  }
  m_impl->images.forgetUnused();
  std::sort(results.verticesInside.begin(), results.verticesInside.end());
}

void LdiDetector::candidates(const BodySet&, const CandidateQuery&, Candidates& candidates, Counters&, Workers&) {
  candidates.clear();
}

void LdiDetector::intersection(const BodySet& bodies, Index bodyA, Index bodyB, LdiVolume& volume, Workers& workers) {
  if (!bodies.contains(bodyA) || !bodies.contains(bodyB) || bodyA == bodyB)
    throw Error("bodies " + std::to_string(bodyA) + " and " + std::to_string(bodyB) + " are not two bodies of the set");
  m_impl->checkUpdated(bodies);
  volume.clear();
  Index a = bodies.index(bodyA), b = bodies.index(bodyB);
  if (b < a) std::swap(a, b);
  if (!m_impl->solids[a].volume || !m_impl->solids[b].volume || !bodies.active(a) || !bodies.active(b)) return;
  const auto views = m_impl->pairViews(bodies, a, b);
  if (!views || !isDrawable(views->a)) return;
  m_impl->checkWhole(views->a, "");
  const auto image = [&](Index index, Index other, const LdiView& view) -> const LayeredDepthImage& {
    return m_impl->images.read(bodies, index, other, m_impl->solids[index].inward, view, m_impl->renderer->backend(),
                               workers);
  };
  intersectionVolume(image(a, b, views->a), image(b, a, views->b), volume);
}

/// Returns the body indices of two bodies, or of one twice, ascending. Ids have the same order.
std::array<Index, 2> LdiDetector::Impl::indicesOf(const BodySet& bodies, Index bodyA, Index bodyB) const {
  if (!bodies.contains(bodyA) || !bodies.contains(bodyB))
    throw Error("bodies " + std::to_string(bodyA) + " and " + std::to_string(bodyB) + " are not both in the set");
  checkUpdated(bodies);
  const auto [idA, idB] = std::minmax(bodyA, bodyB);
  return {bodies.index(idA), bodies.index(idB)};
}

std::optional<std::array<LdiDetector::Impl::AxesViews, 2>> LdiDetector::Impl::axesViews(const BodySet& bodies, Index a,
                                                                                        Index b, bool lattice) const {
  for (const Index index : {a, b}) {
    if (!solids[index].volume || !bodies.active(index)) return std::nullopt;
  }
  if (lattice && a != b && settings.grid.resolution == 0 && !settings.grid.stretched && finerEdge(a, b) > 0)
    return latticeViews(bodies, a, b);
  std::array<AxesViews, 2> views;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = std::array{LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}[i];
    if (a == b) {
      views[0][i] = selfView(bodies, a, axis);
    } else {
      const auto pair = pairViews(bodies, a, b, axis);
      if (!pair) return std::nullopt;
      views[0][i] = pair->a;
      views[1][i] = pair->b;
    }
    if (!isDrawable(views[0][i])) return std::nullopt;
    checkWhole(views[0][i], "");
  }
  return views;
}

/// Calls ask(backend, query) for the images of two bodies, or of one (a == b), along all axes.
template <typename Ask>
void LdiDetector::Impl::askAxes(const BodySet& bodies, Index a, Index b, const std::array<AxesViews, 2>& views,
                                Counters& counters, Ask&& ask) {
  LdiBackend& backend = renderer->backend();
  LdiAxesQuery query{images.axesInput(bodies, a, b, solids[a].inward, views[0], backend, 0), {}};
  if (a != b) query.b = images.axesInput(bodies, b, a, solids[b].inward, views[1], backend, 1);
  ask(backend, query);
  images.axesAnswered(query.a, 0, counters);
  if (a != b) images.axesAnswered(query.b, 1, counters);
}

void LdiDetector::overlap(const BodySet& bodies, Index bodyA, Index bodyB, LdiOverlap& overlap, Workers& workers) {
  const auto [a, b] = m_impl->indicesOf(bodies, bodyA, bodyB);
  overlap.volume = 0;
  overlap.gradients.clear();
  const auto views = m_impl->axesViews(bodies, a, b, false);
  if (!views) return;
  Counters counters;
  m_impl->askAxes(bodies, a, b, *views, counters, [&](LdiBackend& backend, const LdiAxesQuery& query) {
    backend.gradient(query, m_impl->gradients, workers);
  });
  combineAxes(m_impl->gradients, bodies.id(a), bodies.id(b), (*views)[0], overlap);
}

void LdiDetector::regions(const BodySet& bodies, Index bodyA, Index bodyB, const RegionSettings& settings,
                          LdiRegions& regions, Counters& counters, Workers& workers) {
  double cell = settings.cell;
  if (!(cell >= 0) || !std::isfinite(cell)) throw Error("the cell width of regions is negative or not finite");
  const auto [a, b] = m_impl->indicesOf(bodies, bodyA, bodyB);
  regions.clear();
  const bool stretched = std::max(m_impl->solids[a].stretch, m_impl->solids[b].stretch) > 1;
  if (cell == 0 || stretched) cell = std::max(cell, kEdgesOfCell * m_impl->finerEdge(a, b));
  if (!(cell > 0)) return;
  const auto views = m_impl->axesViews(bodies, a, b, settings.lattice);
  if (!views) return;
  m_impl->regionFinder.begin(cell, bodies.vertices(a).size(), a == b ? 0 : bodies.vertices(b).size());
  m_impl->askAxes(bodies, a, b, *views, counters, [&](LdiBackend& backend, const LdiAxesQuery& query) {
    backend.spans(query, m_impl->spans, workers);
    const LdiSurface* const surfaces[2] = {&query.a.surface, &query.b.surface};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const LdiOverlapSpan& span : m_impl->spans[axis]) {
        m_impl->regionFinder.add(span, (*views)[0][axis], surfaces);
      }
    }
  });
  m_impl->regionFinder.finish(bodies.id(a), bodies.id(b), regions);
}

void LdiDetector::selfIntersection(const BodySet& bodies, Index body, LdiVolume& volume, Workers& workers) {
  if (!bodies.contains(body)) throw Error("there is no body " + std::to_string(body) + " in the set");
  m_impl->checkUpdated(bodies);
  volume.clear();
  const Index index = bodies.index(body);
  if (!m_impl->solids[index].volume || !bodies.active(index)) return;
  Counters counters;
  m_impl->self(bodies, index, counters, workers);
  volume = m_impl->volume;
}

void LdiDetector::contacts(const BodySet& bodies, std::span<const InsideVertex> inside,
                           std::vector<InsideContact>& contacts, Workers& workers) {
  m_impl->checkUpdated(bodies);
  m_impl->findVolumes(bodies, inside, workers);
  makeRoom(contacts, inside.size());
  contacts.resize(inside.size());
  findContacts(bodies, m_impl->contactVolumes, inside, contacts.data(), workers);
}

std::size_t LdiDetector::cardMemory() const {
  return m_impl->renderer->cardMemory();
}

std::size_t LdiDetector::memory() const {
  const Impl& s = *m_impl;
  std::size_t bytes = s.images.memory() + s.renderer->memory() + s.renderer->backend().scratchMemory() +
                      s.surfaces.memory() + s.selfIntersection.memory() + s.regionFinder.memory() +
                      memoryOf(s.solids, s.contactVolumes, s.volume.spans, s.inside, s.decided, s.spans);
  for (const LdiAxisGradient& gradient : s.gradients) bytes += memoryOf(gradient.parts);
  return bytes;
}

}  // namespace pliant
