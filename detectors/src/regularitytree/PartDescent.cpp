#include "regularitytree/PartDescent.h"

namespace pliant::detail {
namespace {

/// Two parts of fewer faces, as a multiple of bottom ones, are done sooner by boxes than by a contour test.
constexpr Index kWorthATest = 12;

float extent(const float* box) {
  return (box[4] - box[0]) + (box[5] - box[1]) + (box[6] - box[2]);
}

}  // namespace

void PartDescent::call(const PartPair& pair, Task& task) const {
  task.stack.makeRoom(1);
  task.found.makeRoom(1);
  if (!pair.within()) return callTwo(pair, task);
  ++task.counters.procedureCalls;
  task.stack.pushIf(true, pair);
}

/// Most boxes of two meet or don't as by chance.
inline void PartDescent::callTwo(const PartPair& pair, Task& task) const {
  const SurfaceParts &partsA = *m_parts[pair.slotA], &partsB = *m_parts[pair.slotB];
  const bool meet = boxesMeet(partsA.box(pair.a), partsB.box(pair.b));
  const bool bottom = isBottom(partsA, pair.a) && isBottom(partsB, pair.b);
  ++task.counters.procedureCalls;
  ++task.counters.boxTests;
  task.stack.pushIf(meet && !bottom, pair);
  task.found.pushIf(meet && bottom, pair);
  task.counters.nodesVisited += meet && bottom;
  task.counters.elementTests += meet && partsA.tree().isLeaf(pair.a) && partsB.tree().isLeaf(pair.b);
  if (task.notesUsed && (bottom || !meet)) note(pair, meet ? UsedParts::End::Tested : UsedParts::End::Apart, task);
}

void PartDescent::visit(const PartPair& pair, Task& task) const {
  note(pair, pair.within() ? visitPart(pair, task) : visitTwo(pair, task), task);
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
    task.found.push(pair);
    return UsedParts::End::Tested;
  }
  const Index begin = parts.tree().firstChild(node), end = parts.tree().endChild(node);
  for (Index i = begin; i < end; ++i) {
    call({slot, slot, i, i}, task);
    for (Index j = i + 1; j < end; ++j) call({slot, slot, i, j}, task);
  }
  return UsedParts::End::Divided;
}

UsedParts::End PartDescent::visitTwo(const PartPair& pair, Task& task) const {
  const SurfaceParts &partsA = *m_parts[pair.slotA], &partsB = *m_parts[pair.slotB];
  bool adjacent = pair.adjacent && pair.slotA == pair.slotB;
  const Index faces = partsA.tree().leaves(pair.a).size() + partsB.tree().leaves(pair.b).size();
  if (m_settings.skipAdjacent && adjacent && faces > kWorthATest * (m_settings.bottom - 1) &&
      PartTest::directions(partsA, pair.a, pair.b) != 0) {
    adjacent = partsA.tree().adjacent(pair.a, pair.b);
    if (adjacent && task.test.regular(m_bodies, partsA, pair.a, pair.b, m_samples, m_settings.test)) {
      ++task.counters.pairsSkipped;
      return UsedParts::End::Skipped;
    }
  }
  ++task.counters.nodesVisited;
  const bool divideA = isBottom(partsB, pair.b) ||
                       (!isBottom(partsA, pair.a) && extent(partsA.box(pair.a)) >= extent(partsB.box(pair.b)));
  const SurfaceHierarchy& tree = divideA ? partsA.tree() : partsB.tree();
  const Index node = divideA ? pair.a : pair.b, begin = tree.firstChild(node), end = tree.endChild(node);
  task.stack.makeRoom(end - begin);
  task.found.makeRoom(end - begin);
  PartPair next = pair;
  next.adjacent = adjacent;
  for (Index child = begin; child < end; ++child) {
    (divideA ? next.a : next.b) = child;
    callTwo(next, task);
  }
  return UsedParts::End::Divided;
}

}  // namespace pliant::detail
