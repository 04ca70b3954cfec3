#include "regularitytree/DualTraversal.h"

namespace pliant::detail {
namespace {

/// Pairs of adjacent patches with at most kWorthATest · (leafPatch − 1) faces get no contour test: box tests are
/// faster.
constexpr Index kWorthATest = 12;
/// Number of pairs that are taken from the stack at once.
constexpr std::size_t kAtOnce = 32;

float extent(const float* box) {
  return (box[4] - box[0]) + (box[5] - box[1]) + (box[6] - box[2]);
}

}  // namespace

void DualTraversal::call(const PatchPair& pair, Task& task) const {
  task.stack.makeRoom(1);
  task.found.makeRoom(1);
  ++task.counters.procedureCalls;
  if (pair.within()) return task.stack.pushIf(true, pair);
  const SurfacePatches &partsA = *m_patches[pair.slotA], &partsB = *m_patches[pair.slotB];
  const bool meet = boxesMeet(partsA.box(pair.a), partsB.box(pair.b));
  const bool leafPatch = partsA.isLeafPatch(pair.a) && partsB.isLeafPatch(pair.b);
  ++task.counters.boxTests;
  task.stack.pushIf(meet && !leafPatch, pair);
  task.found.pushIf(meet && leafPatch, pair);
  task.counters.nodesVisited += meet && leafPatch;
  task.counters.elementTests += meet && partsA.tree().isLeaf(pair.a) && partsB.tree().isLeaf(pair.b);
  if (task.recordsUsed && (leafPatch || !meet))
    note(pair, meet ? UsedPatches::End::Tested : UsedPatches::End::Apart, task);
}

/// Does the same as call() for each child of one of the two. The overlap of boxes is hard to predict, so there is no
/// branch.
void DualTraversal::callChildren(const PatchPair& pair, bool divideA, Task& task) const {
  const SurfacePatches& divided = *m_patches[divideA ? pair.slotA : pair.slotB];
  const SurfacePatches& whole = *m_patches[divideA ? pair.slotB : pair.slotA];
  const Index node = divideA ? pair.a : pair.b, other = divideA ? pair.b : pair.a;
  const Index begin = divided.tree().firstChild(node), end = divided.tree().endChild(node);
  const float* const box = whole.box(other);
  const bool isLeafPatch = whole.isLeafPatch(other), isLeaf = whole.tree().isLeaf(other);
  const Index leaves = isLeaf ? divided.tree().leafCount() : 0;
  task.stack.makeRoom(end - begin);
  task.found.makeRoom(end - begin);
  Index tested = 0, leavesTested = 0;
  for (Index child = begin; child < end; ++child) {
    const bool meet = boxesMeet(divided.box(child), box), leafPatch = isLeafPatch & divided.isLeafPatch(child);
    const PatchPair next{pair.slotA, pair.slotB, divideA ? child : other, divideA ? other : child, pair.adjacent};
    task.stack.pushIf(meet & !leafPatch, next);
    task.found.pushIf(meet & leafPatch, next);
    tested += meet & leafPatch;
    leavesTested += meet & (child < leaves);
    if (task.recordsUsed && (leafPatch || !meet))
      note(next, meet ? UsedPatches::End::Tested : UsedPatches::End::Apart, task);
  }
  task.counters.procedureCalls += end - begin;
  task.counters.boxTests += end - begin;
  task.counters.nodesVisited += tested;
  task.counters.elementTests += leavesTested;
}

void DualTraversal::visit(const PatchPair& pair, Task& task) const {
  note(pair, pair.within() ? visitPart(pair, task) : visitTwo(pair, task), task);
}

void DualTraversal::finish(Task& task) const {
  // Pairs are taken in batches: the next pair then does not depend on the results of the last one, so the processor can
  // overlap their work.
  std::array<PatchPair, kAtOnce> next;
  while (const std::size_t count = task.stack.pop(next))
    for (std::size_t i = 0; i < count; ++i) visit(next[i], task);
}

UsedPatches::End DualTraversal::visitPart(const PatchPair& pair, Task& task) const {
  const SurfacePatches& parts = *m_patches[pair.slotA];
  const Index node = pair.a, slot = pair.slotA;
  if (m_settings.skipParts && !parts.tree().isLeaf(node) &&
      task.test.regular(m_bodies, parts, node, node, m_samples, m_settings.test)) {
    ++task.counters.patchesSkipped;
    return UsedPatches::End::Skipped;
  }
  ++task.counters.nodesVisited;
  if (parts.isLeafPatch(node)) {
    task.found.push(pair);
    return UsedPatches::End::Tested;
  }
  const Index begin = parts.tree().firstChild(node), end = parts.tree().endChild(node);
  for (Index i = begin; i < end; ++i) {
    call({slot, slot, i, i}, task);
    for (Index j = i + 1; j < end; ++j) call({slot, slot, i, j}, task);
  }
  return UsedPatches::End::Divided;
}

UsedPatches::End DualTraversal::visitTwo(const PatchPair& pair, Task& task) const {
  const SurfacePatches &partsA = *m_patches[pair.slotA], &partsB = *m_patches[pair.slotB];
  bool adjacent = pair.adjacent && pair.slotA == pair.slotB;
  const Index faces = partsA.tree().leaves(pair.a).size() + partsB.tree().leaves(pair.b).size();
  if (m_settings.skipAdjacent && adjacent && faces > kWorthATest * (m_settings.leafPatch - 1) &&
      (partsA.directions(pair.a) & partsA.directions(pair.b)) != 0) {
    adjacent = partsA.tree().adjacent(pair.a, pair.b);
    if (adjacent && task.test.regular(m_bodies, partsA, pair.a, pair.b, m_samples, m_settings.test)) {
      ++task.counters.pairsSkipped;
      return UsedPatches::End::Skipped;
    }
  }
  ++task.counters.nodesVisited;
  const bool divideA = partsB.isLeafPatch(pair.b) ||
                       (!partsA.isLeafPatch(pair.a) && extent(partsA.box(pair.a)) >= extent(partsB.box(pair.b)));
  PatchPair next = pair;
  next.adjacent = adjacent;
  callChildren(next, divideA, task);
  return UsedPatches::End::Divided;
}

}  // namespace pliant::detail
