#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ldi/LdiBands.h"
#include "ldi/LdiContacts.h"
#include "ldi/LdiGradients.h"
#include "ldi/LdiImages.h"
#include "ldi/LdiRegionFinder.h"
#include "ldi/NearSurface.h"
#include "ldi/SelfIntersection.h"
#include "response/PenetratedSurfaces.h"
#include "response/SurfaceInterior.h"
#include "surfaceVolume.h"

namespace pliant {
namespace {

using namespace detail;

/// Cells of regions are so many mean edges wide unless told.
constexpr double kEdgesOfCell = 2;
/// Pixels are this part of the mean edge length unless a resolution is named.
constexpr double kPixelOfEdge = 0.5;
constexpr double kLeastResolution = 16, kMostChosenResolution = 2048;

struct Solid {
  bool volume = false;  ///< has a closed surface
  bool inward = false;  ///< at rest; decided once, whatever motion does to the body
  double meanEdge = 0;
};

Solid solidOf(const BodySet& bodies, Index slot, bool refuse) {
  const Topology& topology = bodies.topology(bodies.id(slot));
  Solid solid;
  if (topology.faces == 0 || (!topology.closed && !refuse)) return solid;
  try {
    LdiDetector::check(topology);
  } catch (const Error& error) {
    throw Error("body " + std::to_string(bodies.id(slot)) + ": " + error.what());
  }
  solid.volume = true;
  solid.inward = surfaceVolume(bodies, slot, bodies.restPositions()) < 0;
  const BodySet::Range edges = bodies.edges(slot);
  double sum = 0;
  for (Index e = edges.begin; e < edges.end; ++e) {
    const PackedPosition &p = bodies.restPositions()[bodies.edges()[e][0]],
                         &q = bodies.restPositions()[bodies.edges()[e][1]];
    sum += std::hypot(double{p.x} - q.x, double{p.y} - q.y, double{p.z} - q.z);
  }
  solid.meanEdge = edges.size() > 0 ? sum / edges.size() : 0;
  return solid;
}

}  // namespace

struct LdiDetector::Impl {
  std::unique_ptr<LdiRenderer> renderer;
  Settings settings;
  std::uint64_t revision = 0;
  std::vector<Solid> solids;  ///< by slot
  bool leftOut = false;       ///< some have faces that are no volume
  LdiImages images;
  std::unique_ptr<LdiBands> bands;  ///< where the renderer can
  PenetratedSurfaces surfaces;
  SelfIntersection selfIntersection;
  LdiVolume volume;
  std::vector<Index> inside, insideOther, seen;
  std::vector<ContactVolume> contactVolumes;
  LdiGradients gradients;
  LdiRegionFinder regionFinder;
  LayeredDepthImage gradientImages[2][3];  ///< of two bodies, along all axes

  LdiGrid gridFor(const double* extent, double meanEdge) const {
    LdiGrid grid = settings.grid;
    if (grid.resolution != 0) return grid;
    const double longest = std::max({extent[0], extent[1], extent[2]});
    const double pixels = meanEdge > 0 ? std::ceil(longest / (kPixelOfEdge * meanEdge)) : kLeastResolution;
    grid.resolution = static_cast<Index>(std::clamp(pixels, kLeastResolution, kMostChosenResolution));
    return grid;
  }

  /// Who answers for images of such a view, where they are not handed out.
  LdiAnswering* answeringFor(const LdiView& view) const {
    if (LdiAnswering* const own = renderer->answering()) return own;
    return view.pixels() > LdiBands::kMostWholePixels ? bands.get() : nullptr;
  }

  /// Throws Error where `update` has not seen the set as it is.
  void checkUpdated(const BodySet& bodies) const {
    if (revision != bodies.revision())
      throw Error(std::string(renderer->name()) + ": no update since bodies came or went");
  }

  std::optional<LdiPairViews> pairViews(const BodySet& bodies, Index a, Index b, LdiGrid::Axis axis) const;
  std::optional<LdiPairViews> pairViews(const BodySet& bodies, Index a, Index b) const {
    return pairViews(bodies, a, b, settings.grid.axis);
  }
  LdiView selfView(const BodySet& bodies, Index slot, LdiGrid::Axis axis) const;
  LdiView selfView(const BodySet& bodies, Index slot) const { return selfView(bodies, slot, settings.grid.axis); }
  double finerEdge(Index a, Index b) const {
    const double edgeA = solids[a].meanEdge, edgeB = solids[b].meanEdge;
    return edgeA > 0 && edgeB > 0 ? std::min(edgeA, edgeB) : std::max(edgeA, edgeB);
  }
  void update(const BodySet& bodies, bool refuse);
  template <typename Sums>
  bool seeOverlap(const BodySet& bodies, Index a, Index b, Sums& sums, Counters& counters, Workers& workers);
  std::array<Index, 2> slotsOf(const BodySet& bodies, Index bodyA, Index bodyB) const;
  void pair(const BodySet& bodies, Index a, Index b, const Query& query, Results& results, Workers& workers);
  void self(const BodySet& bodies, Index slot, Counters& counters, Workers& workers);
  void ask(LdiAnswering& answering, const BodySet& bodies, Index a, Index b, const LdiPairViews& views,
           const Query& query, Results& results, Workers& workers);
  void addVolume(const BodySet& bodies, Index a, Index b, double volume, Results& results) const;
  void addInside(const BodySet& bodies, Index vertexSlot, Index volumeSlot, const LdiView& view, Results& results);
  void addInsideExactly(const BodySet& bodies, Index vertexSlot, Index volumeSlot, const LdiView& view,
                        Results& results);
  ContactVolume contactVolume(const BodySet& bodies, Index vertexBody, Index volumeBody, Workers& workers);
  void findVolumes(const BodySet& bodies, std::span<const InsideVertex> some, Workers& workers);
};

std::optional<LdiPairViews> LdiDetector::Impl::pairViews(const BodySet& bodies, Index a, Index b,
                                                         LdiGrid::Axis axis) const {
  const Box &boxA = bodies.box(a), &boxB = bodies.box(b);
  double extent[3];
  for (std::size_t i = 0; i < 3; ++i) {
    extent[i] = std::min(double{boxA.max[i]}, double{boxB.max[i]}) - std::max(double{boxA.min[i]}, double{boxB.min[i]});
  }
  LdiGrid grid = gridFor(extent, finerEdge(a, b));
  grid.axis = axis;
  return volumeOfInterest(boxA, boxB, grid);
}

LdiView LdiDetector::Impl::selfView(const BodySet& bodies, Index slot, LdiGrid::Axis axis) const {
  const Box& box = bodies.box(slot);
  double extent[3];
  for (std::size_t i = 0; i < 3; ++i) extent[i] = double{box.max[i]} - box.min[i];
  LdiGrid grid = gridFor(extent, solids[slot].meanEdge);
  grid.axis = axis;
  return volumeOfInterest(box, grid);
}

/// What `inside` holds of the vertices.
void LdiDetector::Impl::addInside(const BodySet& bodies, Index vertexSlot, Index volumeSlot, const LdiView& view,
                                  Results& results) {
  const BodySet::Range own = bodies.vertices(vertexSlot);
  if (settings.exactNearSurface) {
    seen.swap(inside);
    const SurfaceTree& tree = surfaces.surface(volumeSlot).tree;
    decideNearSurface(bodies, own, tree, solids[volumeSlot].inward ? -1 : 1, view, seen, inside);
  }
  for (const Index vertex : inside) {
    results.verticesInside.push_back({bodies.id(vertexSlot), vertex, bodies.id(volumeSlot)});
  }
}

void LdiDetector::Impl::addInsideExactly(const BodySet& bodies, Index vertexSlot, Index volumeSlot, const LdiView& view,
                                         Results& results) {
  const SurfaceTree& tree = surfaces.surface(volumeSlot).tree;
  const BodySet::Range own = bodies.vertices(vertexSlot);
  for (Index v = own.begin; v < own.end; ++v) {
    const PackedPosition& p = bodies.positions()[v];
    if (isInView(view, p) && holdsPoint(bodies, tree, solids[volumeSlot].inward ? -1 : 1, p)) {
      results.verticesInside.push_back({bodies.id(vertexSlot), v - own.begin, bodies.id(volumeSlot)});
    }
  }
}

void LdiDetector::Impl::addVolume(const BodySet& bodies, Index a, Index b, double shared, Results& results) const {
  if (shared > 0) results.intersectionVolumes.push_back({bodies.id(a), bodies.id(b), shared});
}

/// What a pair is asked, of a renderer that answers for its images.
void LdiDetector::Impl::ask(LdiAnswering& answering, const BodySet& bodies, Index a, Index b, const LdiPairViews& views,
                            const Query& query, Results& results, Workers& workers) {
  const auto subjectOf = [&](Index slot, Index other, const LdiView& view) {
    if (!solids[slot].volume) return LdiSubject{surfaceOf(bodies, slot, false), view};
    return images.subject(bodies, slot, other, solids[slot].inward, view, answering);
  };
  LdiFigures figures;
  LdiPairQuestion question{subjectOf(a, b, views.a), subjectOf(b, a, views.b)};
  if (query.verticesInside) {
    question.aInB = &inside;
    question.bInA = &insideOther;
  }
  const bool both = solids[a].volume && solids[b].volume;
  if (query.intersectionVolumes && both) question.intersection = &figures;
  answering.answer(question, workers);
  if (solids[a].volume) images.answered(a, b, question.a, results.counters);
  if (solids[b].volume) images.answered(b, a, question.b, results.counters);
  if (query.verticesInside) {
    if (solids[b].volume) addInside(bodies, a, b, views.b, results);
    inside.swap(insideOther);
    if (solids[a].volume) addInside(bodies, b, a, views.a, results);
  }
  addVolume(bodies, a, b, figures.volume, results);
}

void LdiDetector::Impl::pair(const BodySet& bodies, Index a, Index b, const Query& query, Results& results,
                             Workers& workers) {
  if (!solids[a].volume && !solids[b].volume) return;
  const auto views = pairViews(bodies, a, b);
  if (!views) return;
  ++results.counters.candidates;
  if (!isDrawable(views->a)) {
    if (!query.verticesInside) return;
    if (solids[b].volume) addInsideExactly(bodies, a, b, views->a, results);
    if (solids[a].volume) addInsideExactly(bodies, b, a, views->a, results);
    return;
  }
  const auto imageOf = [&](Index slot, Index other, const LdiView& view) -> const LayeredDepthImage* {
    if (!solids[slot].volume) return nullptr;
    return &images.image(bodies, slot, other, solids[slot].inward, view, *renderer, results.counters, workers);
  };
  const bool both = solids[a].volume && solids[b].volume;
  if (!query.verticesInside && !both) return;
  if (LdiAnswering* const answering = answeringFor(views->a)) {
    ask(*answering, bodies, a, b, *views, query, results, workers);
    return;
  }
  const LayeredDepthImage *const imageA = imageOf(a, b, views->a), *const imageB = imageOf(b, a, views->b);
  const auto add = [&](Index vertexSlot, Index volumeSlot, const LayeredDepthImage* image) {
    if (image == nullptr) return;
    const BodySet::Range own = bodies.vertices(vertexSlot);
    pointsInside(*image, bodies.positions().subspan(own.begin, own.size()), inside);
    addInside(bodies, vertexSlot, volumeSlot, image->view, results);
  };
  if (query.verticesInside) {
    add(a, b, imageB);
    add(b, a, imageA);
  }
  if (query.intersectionVolumes && both) {
    intersectionVolume(*imageA, *imageB, volume);
    addVolume(bodies, a, b, volume.volume, results);
  }
}

void LdiDetector::Impl::self(const BodySet& bodies, Index slot, Counters& counters, Workers& workers) {
  volume.clear();
  const LdiView view = selfView(bodies, slot);
  if (!isDrawable(view)) return;
  const auto askImage = [&](Counters& counted) {
    selfIntersectionVolume(images.image(bodies, slot, slot, solids[slot].inward, view, *renderer, counted, workers),
                           volume);
  };
  if (LdiAnswering* const answering = answeringFor(view)) {
    const LdiSubject subject = images.subject(bodies, slot, slot, solids[slot].inward, view, *answering);
    LdiFigures figures;
    const bool inBands = answering == bands.get();
    if (inBands) {
      bands->selfIntersection(subject, volume, workers);
    } else {
      figures = answering->selfIntersection(subject, workers);
    }
    images.answered(slot, slot, subject, counters);
    Counters counted;
    if (!inBands && SelfIntersection::mayRemain(view, figures.longest)) askImage(counted);
  } else {
    askImage(counters);
  }
  if (!volume.spans.empty()) selfIntersection.verify(bodies, surfaces.surface(slot).tree, volume);
}

void LdiDetector::Impl::findVolumes(const BodySet& bodies, std::span<const InsideVertex> some, Workers& workers) {
  contactVolumes.clear();
  const auto known = [](const ContactVolume& v, const std::pair<Index, Index>& key) {
    return std::pair(v.vertexBody, v.volumeBody) < key;
  };
  for (const InsideVertex& vertex : some) {
    const std::pair key(vertex.vertexBody, vertex.volumeBody);
    const auto at = std::lower_bound(contactVolumes.begin(), contactVolumes.end(), key, known);
    const bool found = at != contactVolumes.end() && std::pair(at->vertexBody, at->volumeBody) == key;
    if (!found) contactVolumes.insert(at, contactVolume(bodies, key.first, key.second, workers));
    const Index vertices = bodies.vertices(bodies.slot(key.first)).size();
    if (vertex.vertex >= vertices) {
      throw Error("body " + std::to_string(key.first) + " has no vertex " + std::to_string(vertex.vertex));
    }
  }
}

ContactVolume LdiDetector::Impl::contactVolume(const BodySet& bodies, Index vertexBody, Index volumeBody,
                                               Workers& workers) {
  for (const Index body : {vertexBody, volumeBody}) {
    if (!bodies.contains(body)) throw Error("no such body: " + std::to_string(body));
    if (!bodies.active(bodies.slot(body))) throw Error("body " + std::to_string(body) + " sits out");
  }
  const Index a = bodies.slot(vertexBody), b = bodies.slot(volumeBody);
  if (a == b || !solids[b].volume) {
    throw Error("body " + std::to_string(volumeBody) + " is no volume for vertices of body " +
                std::to_string(vertexBody));
  }
  ContactVolume found{vertexBody, volumeBody, a, b, nullptr, &surfaces.surface(b).tree, solids[b].inward};
  const auto views = pairViews(bodies, std::min(a, b), std::max(a, b));
  if (views && isDrawable(views->a)) {
    Counters counters;
    found.image =
        &images.image(bodies, b, a, solids[b].inward, b < a ? views->a : views->b, *renderer, counters, workers);
  }
  return found;
}

LdiDetector::LdiDetector(std::unique_ptr<LdiRenderer> renderer) : LdiDetector(std::move(renderer), Settings{}) {}

LdiDetector::LdiDetector(std::unique_ptr<LdiRenderer> renderer, const Settings& settings)
    : m_impl(std::make_unique<Impl>()) {
  m_impl->renderer = renderer ? std::move(renderer) : std::make_unique<SoftwareLdi>();
  if (m_impl->renderer->drawsRows()) m_impl->bands = std::make_unique<LdiBands>(*m_impl->renderer);
  setSettings(settings);
}

LdiDetector::~LdiDetector() = default;

const LdiDetector::Settings& LdiDetector::settings() const {
  return m_impl->settings;
}

void LdiDetector::setSettings(const Settings& settings) {
  if (settings.grid.resolution > kMostLdiResolution) {
    throw Error("a resolution of " + std::to_string(settings.grid.resolution) + " is above " +
                std::to_string(kMostLdiResolution));
  }
  m_impl->settings = settings;
}

void LdiDetector::check(const Topology& topology) {
  if (topology.faces == 0 || topology.closed) return;
  throw Error("the surface is not closed and consistently oriented: " + std::to_string(topology.openEdges) +
              " open edges, " + std::to_string(topology.badlyOrientedEdges) + " badly oriented ones, " +
              std::to_string(topology.nonManifoldEdges) + " of more than two faces");
}

std::string_view LdiDetector::name() const {
  return m_impl->renderer->name();
}

void LdiDetector::Impl::update(const BodySet& bodies, bool refuse) {
  if (revision != bodies.revision() || (refuse && leftOut)) {
    solids.clear();
    revision = 0;  // should a body be refused
    leftOut = false;
    for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
      solids.push_back(solidOf(bodies, slot, refuse));
      leftOut |= !solids.back().volume && bodies.faces(slot).size() > 0;
    }
    revision = bodies.revision();
  }
  images.update(bodies);
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
  return m_impl->solids[bodies.slot(body)].volume;
}

void LdiDetector::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  if (query.vertexFace && (!(query.margin >= 0) || !std::isfinite(query.margin))) {
    throw Error(std::string(name()) + ": the margin must be finite and not negative");
  }
  m_impl->checkUpdated(bodies);
  results.clear();
  const Index count = bodies.bodyCount();
  for (Index slot = 0; slot < count; ++slot) results.counters.bodiesSatOut += !bodies.active(slot);
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
    for (Index slot = 0; slot < count; ++slot) {
      if (!bodies.active(slot) || !bodies.selfAt(slot) || !m_impl->solids[slot].volume) continue;
      m_impl->self(bodies, slot, results.counters, workers);
      m_impl->images.freeLarge();
      if (m_impl->volume.volume > 0) {
        results.selfIntersectionVolumes.push_back({bodies.id(slot), m_impl->volume.volume});
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
  if (!bodies.contains(bodyA) || !bodies.contains(bodyB) || bodyA == bodyB) throw Error("no such pair of bodies");
  m_impl->checkUpdated(bodies);
  volume.clear();
  Index a = bodies.slot(bodyA), b = bodies.slot(bodyB);
  if (b < a) std::swap(a, b);
  if (!m_impl->solids[a].volume || !m_impl->solids[b].volume || !bodies.active(a) || !bodies.active(b)) return;
  const auto views = m_impl->pairViews(bodies, a, b);
  if (!views || !isDrawable(views->a)) return;
  Counters counters;
  const auto image = [&](Index slot, Index other, const LdiView& view) -> const LayeredDepthImage& {
    return m_impl->images.image(bodies, slot, other, m_impl->solids[slot].inward, view, *m_impl->renderer, counters,
                                workers);
  };
  intersectionVolume(image(a, b, views->a), image(b, a, views->b), volume);
}

/// Of two bodies or one; ids and slots have one order.
std::array<Index, 2> LdiDetector::Impl::slotsOf(const BodySet& bodies, Index bodyA, Index bodyB) const {
  if (!bodies.contains(bodyA) || !bodies.contains(bodyB)) throw Error("no such pair of bodies");
  checkUpdated(bodies);
  const auto [idA, idB] = std::minmax(bodyA, bodyB);
  return {bodies.slot(idA), bodies.slot(idB)};
}

/// Shows the overlap of two bodies, or of one with itself, along all three axes; false where there is none to see.
template <typename Sums>
bool LdiDetector::Impl::seeOverlap(const BodySet& bodies, Index a, Index b, Sums& sums, Counters& counters,
                                   Workers& workers) {
  for (const Index slot : {a, b}) {
    if (!solids[slot].volume || !bodies.active(slot)) return false;
  }
  LdiView views[2][3];
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = std::array{LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}[i];
    if (a == b) {
      views[0][i] = selfView(bodies, a, axis);
    } else {
      const auto pair = pairViews(bodies, a, b, axis);
      if (!pair) return false;
      views[0][i] = pair->a;
      views[1][i] = pair->b;
    }
    if (!isDrawable(views[0][i])) return false;
  }
  LdiSurface drawn[2];
  for (std::size_t i = 0; i < (a == b ? 1 : 2); ++i) {
    const Index slot = i == 0 ? a : b;
    drawn[i] = surfaceOf(bodies, slot, solids[slot].inward);
    renderer->renderViews(drawn[i], views[i], gradientImages[i], workers);
    for (const LayeredDepthImage& image : gradientImages[i]) {
      ++counters.ldiImages;
      counters.ldiEntries += image.entries.size();
      counters.ldiResolution = std::max<std::uint64_t>({counters.ldiResolution, image.view.width, image.view.height});
      counters.ldiBytes += image.memory();
    }
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const DrawnSurface first{drawn[0], &gradientImages[0][axis]};
    if (a == b) {
      sums.add(first);
    } else {
      sums.add(first, {drawn[1], &gradientImages[1][axis]});
    }
  }
  return true;
}

void LdiDetector::overlap(const BodySet& bodies, Index bodyA, Index bodyB, LdiOverlap& overlap, Workers& workers) {
  const auto [a, b] = m_impl->slotsOf(bodies, bodyA, bodyB);
  overlap.volume = 0;
  overlap.gradients.clear();
  Counters counters;
  m_impl->gradients.begin(bodies.vertices(a).size(), a == b ? 0 : bodies.vertices(b).size());
  if (!m_impl->seeOverlap(bodies, a, b, m_impl->gradients, counters, workers)) return;
  m_impl->gradients.finish(bodies.id(a), bodies.id(b), overlap);
}

void LdiDetector::regions(const BodySet& bodies, Index bodyA, Index bodyB, double cell, LdiRegions& regions,
                          Counters& counters, Workers& workers) {
  if (!(cell >= 0) || !std::isfinite(cell)) throw Error("the width of a cell is negative or not finite");
  const auto [a, b] = m_impl->slotsOf(bodies, bodyA, bodyB);
  regions.clear();
  if (cell == 0) cell = kEdgesOfCell * m_impl->finerEdge(a, b);
  if (!(cell > 0)) return;
  m_impl->regionFinder.begin(cell, bodies.vertices(a).size(), a == b ? 0 : bodies.vertices(b).size());
  if (!m_impl->seeOverlap(bodies, a, b, m_impl->regionFinder, counters, workers)) return;
  m_impl->regionFinder.finish(bodies.id(a), bodies.id(b), regions);
}

void LdiDetector::selfIntersection(const BodySet& bodies, Index body, LdiVolume& volume, Workers& workers) {
  if (!bodies.contains(body)) throw Error("no such body");
  m_impl->checkUpdated(bodies);
  volume.clear();
  const Index slot = bodies.slot(body);
  if (!m_impl->solids[slot].volume || !bodies.active(slot)) return;
  Counters counters;
  m_impl->self(bodies, slot, counters, workers);
  volume = m_impl->volume;
}

void LdiDetector::contacts(const BodySet& bodies, std::span<const InsideVertex> inside,
                           std::vector<InsideContact>& contacts, Workers& workers) {
  m_impl->checkUpdated(bodies);
  m_impl->findVolumes(bodies, inside, workers);
  contacts.resize(inside.size());
  findContacts(bodies, m_impl->contactVolumes, inside, contacts.data(), workers);
}

std::size_t LdiDetector::memory() const {
  std::size_t gradientImages = 0;
  for (const auto& ofBody : m_impl->gradientImages) {
    for (const LayeredDepthImage& image : ofBody) gradientImages += memoryOf(image);
  }
  return m_impl->images.memory() + m_impl->renderer->memory() + (m_impl->bands ? m_impl->bands->memory() : 0) +
         m_impl->surfaces.memory() + m_impl->selfIntersection.memory() + m_impl->solids.capacity() * sizeof(Solid) +
         m_impl->contactVolumes.capacity() * sizeof(ContactVolume) + m_impl->volume.spans.capacity() * sizeof(LdiSpan) +
         (m_impl->inside.capacity() + m_impl->insideOther.capacity() + m_impl->seen.capacity()) * sizeof(Index) +
         m_impl->gradients.memory() + m_impl->regionFinder.memory() + gradientImages;
}

}  // namespace pliant
