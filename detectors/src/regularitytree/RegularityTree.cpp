#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "narrow/SharedCorners.h"
#include "narrow/exactPairs.h"
#include "narrow/touching.h"
#include "regularitytree/RegularitySearch.h"
#include "surfaces/surfaceQueries.h"

namespace pliant {

struct RegularityTree::Impl {
  Settings settings;
  detail::RegularitySearch search;
  detail::SharedCorners sharedCorners;

  /// `apart`: true if skipped patches must be separated by more than the query's distance; false if they only must not
  /// intersect.
  void gather(const BodySet& bodies, const CandidateQuery& query, bool apart,
              const detail::surface::FoundPairs::Exact& exact, Counters& counters, Workers& workers);
};

namespace {

void checkSettings(const RegularityTree::Settings& s) {
  if (s.directions < 2 || s.directions > 64 || s.directions % 2 != 0)
    throw Error("regularity tree: the number of directions must be even and from 2 to 64");
  if (s.children < 2 || s.children > 3)
    throw Error("regularity tree: the number of children of a patch must be 2 or 3");
  if (!(s.leastShape >= 0 && s.leastShape <= 1))
    throw Error("regularity tree: the least shape factor must be from 0 to 1");
  if (s.leafPatchFaces < 1 || s.leafPatchFaces > 1024)
    throw Error("regularity tree: the number of faces of a leaf must be from 1 to 1024");
}

}  // namespace

RegularityTree::RegularityTree() : RegularityTree(Settings{}) {}

RegularityTree::RegularityTree(const Settings& settings) : m_impl(std::make_unique<Impl>()) {
  setSettings(settings);
}
RegularityTree::~RegularityTree() = default;

void RegularityTree::check(const Topology& topology) {
  const Index count = topology.nonManifoldEdges;
  if (count > 0)
    throw Error(std::to_string(count) + (count == 1 ? " edge has" : " edges have") + " more than two faces");
}

const RegularityTree::Settings& RegularityTree::settings() const {
  return m_impl->settings;
}

void RegularityTree::setSettings(const Settings& settings) {
  checkSettings(settings);
  m_impl->settings = settings;
  m_impl->search.setTopology(settings.children, settings.directions, settings.refuse, settings.leafPatchFaces);
}

std::string_view RegularityTree::name() const {
  return "regularity-tree";
}

void RegularityTree::update(const BodySet& bodies, Workers&) {
  m_impl->search.build(bodies);
}

void RegularityTree::Impl::gather(const BodySet& bodies, const CandidateQuery& query, bool apart,
                                  const detail::surface::FoundPairs::Exact& exact, Counters& counters,
                                  Workers& workers) {
  detail::DualTraversal::Settings descent;
  descent.skipParts = settings.skipParts;
  descent.skipAdjacent = settings.skipAdjacent;
  descent.test = {settings.contourTest == ContourTest::Exact, settings.leastShape, apart, apart && query.swept};
  descent.leafPatch = settings.leafPatchFaces;
  search.run(bodies, query, descent, exact, counters, workers);
}

void RegularityTree::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, detail::Gives::Surfaces);
  results.clear();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot)
    if (!bodies.active(slot)) ++results.counters.bodiesSkipped;
  m_impl->search.forgetUsed();
  if (query.facePairs) {
    m_impl->gather(bodies, detail::surface::facePairCandidates(query), false, {&bodies, 0}, results.counters, workers);
    m_impl->search.found().facePairs(bodies, results, workers);
    m_impl->sharedCorners.add(bodies, query, results, workers);
  }
  if (query.vertexFace) {
    m_impl->gather(bodies, detail::surface::vertexFaceCandidates(query), true, {&bodies, query.margin},
                   results.counters, workers);
    m_impl->search.found().vertexFace(bodies, query.margin, results, workers);
  }
}

void RegularityTree::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                                Counters& counters, Workers& workers) {
  m_impl->search.forgetUsed();
  m_impl->gather(bodies, detail::withTouching(bodies, query), true, {}, counters, workers);
  m_impl->search.found().candidates(candidates);
}

void RegularityTree::setRecordsUsedPatches(bool notes) {
  m_impl->search.setNotesUsed(notes);
}

std::span<const UsedPatches> RegularityTree::usedPatches() const {
  return m_impl->search.used();
}

Index RegularityTree::levels(Index body) const {
  const detail::SurfaceHierarchy* tree = m_impl->search.hierarchyOf(body);
  return tree ? static_cast<Index>(tree->levels().size() - 1) : 0;
}

RegularityTree::PatchRange RegularityTree::parts(Index body, Index level) const {
  if (level >= levels(body)) return {};
  const std::span<const Index> levels = m_impl->search.hierarchyOf(body)->levels();
  return {levels[level], levels[level + 1]};
}

std::span<const Index> RegularityTree::facesOf(Index body, Index part) const {
  const detail::SurfaceHierarchy* tree = m_impl->search.hierarchyOf(body);
  if (!tree || part >= tree->nodeCount()) return {};
  const auto leaves = tree->leaves(part);
  return tree->faceOfLeaf().subspan(leaves.begin, leaves.size());
}

std::vector<std::array<double, 3>> RegularityTree::directions() const {
  const detail::DirectionSamples samples(settings().directions);
  std::vector<std::array<double, 3>> directions;
  for (unsigned axis = 0; axis < samples.axisCount(); ++axis)
    for (const unsigned bit : {axis, axis + 32}) {
      const detail::ViewDirection v = samples.sight(bit);
      const double length = std::hypot(double(v.x), double(v.y), double(v.z));
      directions.push_back({v.x / length, v.y / length, v.z / length});
    }
  return directions;
}

std::size_t RegularityTree::memory() const {
  return m_impl->search.memory() + m_impl->sharedCorners.memory();
}

}  // namespace pliant
