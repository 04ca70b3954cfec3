#include "regularitytree/PartDescent.h"

namespace pliant::detail {
namespace {

/// Two parts of fewer faces, as a multiple of bottom ones, are done sooner by boxes than by a contour test.
constexpr Index kWorthATest = 8;

float extent(const float* box) {
  return (box[4] - box[0]) + (box[5] - box[1]) + (box[6] - box[2]);
}

}  // namespace

void PartDescent::visit(const PartPair& pair, Task& task) const {
  ++task.counters.procedureCalls;
  const UsedParts::End end = pair.within() ? visitPart(pair, task) : visitTwo(pair, task);
  if (task.notesUsed) task.used.push_back({pair.slotA, pair.a, pair.slotB, pair.b, end});
}

UsedParts::End PartDescent::visitPart(const PartPair& pair, Task& task) const {
  const SurfaceParts& parts = *m_parts[pair.slotA];
  const Index node = pair.a, slot = pair.slotA;
  if (m_settings.skipParts && !parts.tree().isLeaf(node) &&
      task.test.regular(m_bodies, parts, node, m_samples, m_settings.test)) {
    ++task.counters.partsSkipped;
    return UsedParts::End::Skipped;
  }
  ++task.counters.nodesVisited;
  if (isBottom(parts, node)) {
    task.found.push_back(pair);
    return UsedParts::End::Tested;
  }
  const Index begin = parts.tree().firstChild(node), end = parts.tree().endChild(node);
  for (Index i = begin; i < end; ++i) {
    task.stack.push_back({slot, slot, i, i});
    for (Index j = i + 1; j < end; ++j) task.stack.push_back({slot, slot, i, j});
  }
  return UsedParts::End::Divided;
}

UsedParts::End PartDescent::visitTwo(const PartPair& pair, Task& task) const {
  const SurfaceParts &partsA = *m_parts[pair.slotA], &partsB = *m_parts[pair.slotB];
  const float *boxA = partsA.box(pair.a), *boxB = partsB.box(pair.b);
  ++task.counters.boxTests;
  if (!boxesMeet(boxA, boxB)) return UsedParts::End::Apart;
  const bool bottomA = isBottom(partsA, pair.a), bottomB = isBottom(partsB, pair.b);
  const bool single = partsA.tree().isLeaf(pair.a) && partsB.tree().isLeaf(pair.b);
  bool adjacent = pair.adjacent && pair.slotA == pair.slotB;
  const Index faces = partsA.tree().leaves(pair.a).size() + partsB.tree().leaves(pair.b).size();
  if (m_settings.skipAdjacent && adjacent && !(bottomA && bottomB) && faces > kWorthATest * (m_settings.bottom - 1) &&
      PartTest::directions(partsA, pair.a, pair.b) != 0) {
    adjacent = partsA.tree().adjacent(pair.a, pair.b);
    if (adjacent && task.test.regular(m_bodies, partsA, pair.a, pair.b, m_samples, m_settings.test)) {
      ++task.counters.pairsSkipped;
      return UsedParts::End::Skipped;
    }
  }
  ++task.counters.nodesVisited;
  if (bottomA && bottomB) {
    task.counters.elementTests += single;
    task.found.push_back(pair);
    return UsedParts::End::Tested;
  }
  if (bottomB || (!bottomA && extent(boxA) >= extent(boxB))) {
    for (Index child = partsA.tree().firstChild(pair.a); child < partsA.tree().endChild(pair.a); ++child)
      task.stack.push_back({pair.slotA, pair.slotB, child, pair.b, adjacent});
  } else {
    for (Index child = partsB.tree().firstChild(pair.b); child < partsB.tree().endChild(pair.b); ++child)
      task.stack.push_back({pair.slotA, pair.slotB, pair.a, child, adjacent});
  }
  return UsedParts::End::Divided;
}

}  // namespace pliant::detail
