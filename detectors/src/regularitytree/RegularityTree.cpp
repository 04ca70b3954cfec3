#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>

#include <cmath>
#include <string>

#include "regularitytree/RegularitySearch.h"

namespace pliant {

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

detail::RegularitySearch& searchOf(detail::SurfaceMethod& method) {
  return static_cast<detail::RegularitySearch&>(method);
}

}  // namespace

RegularityTree::RegularityTree() : RegularityTree(Settings{}) {}

RegularityTree::RegularityTree(const Settings& settings)
    : SurfaceDetector(std::make_unique<detail::RegularitySearch>()) {
  setSettings(settings);
}

void RegularityTree::check(const Topology& topology) {
  const Index count = topology.nonManifoldEdges;
  if (count > 0)
    throw Error(std::to_string(count) + (count == 1 ? " edge has" : " edges have") + " more than two faces");
}

const RegularityTree::Settings& RegularityTree::settings() const {
  return searchOf(method()).settings();
}

void RegularityTree::setSettings(const Settings& settings) {
  checkSettings(settings);
  searchOf(method()).setSettings(settings);
}

std::string_view RegularityTree::name() const {
  return "regularity-tree";
}

void RegularityTree::setRecordsUsedPatches(bool records) {
  searchOf(method()).setRecordsUsed(records);
}

std::span<const UsedPatches> RegularityTree::usedPatches() const {
  return searchOf(method()).used();
}

Index RegularityTree::levels(Index body) const {
  const detail::SurfaceHierarchy* tree = searchOf(method()).hierarchyOf(body);
  return tree ? static_cast<Index>(tree->levels().size() - 1) : 0;
}

RegularityTree::PatchRange RegularityTree::patchesOf(Index body, Index level) const {
  if (level >= levels(body)) return {};
  const std::span<const Index> levels = searchOf(method()).hierarchyOf(body)->levels();
  return {levels[level], levels[level + 1]};
}

std::span<const Index> RegularityTree::facesOf(Index body, Index patch) const {
  const detail::SurfaceHierarchy* tree = searchOf(method()).hierarchyOf(body);
  if (!tree || patch >= tree->nodeCount()) return {};
  const auto leaves = tree->leaves(patch);
  return tree->faceOfLeaf().subspan(leaves.begin, leaves.size());
}

std::span<const Index> RegularityTree::adjacencyOf(Index body, Index patch) const {
  const detail::SurfaceHierarchy* tree = searchOf(method()).hierarchyOf(body);
  return tree && patch < tree->nodeCount() ? tree->adjacency(patch) : std::span<const Index>{};
}

std::vector<std::array<double, 3>> RegularityTree::directions() const {
  const detail::DirectionSamples samples(settings().directions);
  std::vector<std::array<double, 3>> directions;
  for (unsigned axis = 0; axis < samples.axisCount(); ++axis)
    for (const unsigned bit : {axis, axis + 32}) {
      const detail::ViewDirection v = samples.direction(bit);
      const double length = std::hypot(double(v.x), double(v.y), double(v.z));
      directions.push_back({v.x / length, v.y / length, v.z / length});
    }
  return directions;
}

}  // namespace pliant
