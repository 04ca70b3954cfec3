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
  const SurfacePatches &patchesA = *m_patches[pair.bodyA], &patchesB = *m_patches[pair.bodyB];
  const bool meet = boxesMeet(patchesA.box(pair.a), patchesB.box(pair.b));
  const bool leafPatch = patchesA.isLeafPatch(pair.a) && patchesB.isLeafPatch(pair.b);
  ++task.counters.boxTests;
  task.stack.pushIf(meet && !leafPatch, pair);
  task.found.pushIf(meet && leafPatch, pair);
  task.counters.nodesVisited += meet && leafPatch;
  task.counters.elementTests += meet && patchesA.tree().isLeaf(pair.a) && patchesB.tree().isLeaf(pair.b);
  if (task.recordsUsed && (leafPatch || !meet))
    record(pair, meet ? UsedPatches::End::Tested : UsedPatches::End::Separated, task);
}

/// Does the same as call() for each child of one of the two. The overlap of boxes is hard to predict, so there is no
/// branch.
void DualTraversal::callChildren(const PatchPair& pair, bool divideA, Task& task) const {
  const SurfacePatches& divided = *m_patches[divideA ? pair.bodyA : pair.bodyB];
  const SurfacePatches& whole = *m_patches[divideA ? pair.bodyB : pair.bodyA];
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
    const PatchPair next{pair.bodyA, pair.bodyB, divideA ? child : other, divideA ? other : child, pair.adjacent};
    task.stack.pushIf(meet & !leafPatch, next);
    task.found.pushIf(meet & leafPatch, next);
    tested += meet & leafPatch;
    leavesTested += meet & (child < leaves);
    if (task.recordsUsed && (leafPatch || !meet))
      record(next, meet ? UsedPatches::End::Tested : UsedPatches::End::Separated, task);
  }
  task.counters.procedureCalls += end - begin;
  task.counters.boxTests += end - begin;
  task.counters.nodesVisited += tested;
  task.counters.elementTests += leavesTested;
}

void DualTraversal::visit(const PatchPair& pair, Task& task) const {
  record(pair, pair.within() ? visitPatch(pair, task) : visitTwo(pair, task), task);
}

void DualTraversal::finish(Task& task) const {
  // Pairs are taken in batches: the next pair then does not depend on the results of the last one, so the processor can
  // overlap their work.
  std::array<PatchPair, kAtOnce> next;
  while (const std::size_t count = task.stack.pop(next))
    for (std::size_t i = 0; i < count; ++i) visit(next[i], task);
}

UsedPatches::End DualTraversal::visitPatch(const PatchPair& pair, Task& task) const {
  const SurfacePatches& patches = *m_patches[pair.bodyA];
  const Index node = pair.a, body = pair.bodyA;
  if (m_settings.skipPatches && !patches.tree().isLeaf(node) &&
      task.test.regular(m_bodies, patches, node, node, m_samples, m_settings.test)) {
    ++task.counters.patchesSkipped;
    return UsedPatches::End::Skipped;
  }
  ++task.counters.nodesVisited;
  if (patches.isLeafPatch(node)) {
    task.found.push(pair);
    return UsedPatches::End::Tested;
  }
  const Index begin = patches.tree().firstChild(node), end = patches.tree().endChild(node);
  for (Index i = begin; i < end; ++i) {
    call({body, body, i, i}, task);
    for (Index j = i + 1; j < end; ++j) call({body, body, i, j}, task);
  }
  return UsedPatches::End::Divided;
}

UsedPatches::End DualTraversal::visitTwo(const PatchPair& pair, Task& task) const {
  const SurfacePatches &patchesA = *m_patches[pair.bodyA], &patchesB = *m_patches[pair.bodyB];
  bool adjacent = pair.adjacent && pair.bodyA == pair.bodyB;
  const Index faces = patchesA.tree().leaves(pair.a).size() + patchesB.tree().leaves(pair.b).size();
  if (m_settings.skipAdjacent && adjacent && faces > kWorthATest * (m_settings.leafPatch - 1) &&
      (patchesA.directions(pair.a) & patchesA.directions(pair.b)) != 0) {
    adjacent = patchesA.tree().adjacent(pair.a, pair.b);
    if (adjacent && task.test.regular(m_bodies, patchesA, pair.a, pair.b, m_samples, m_settings.test)) {
      ++task.counters.pairsSkipped;
      return UsedPatches::End::Skipped;
    }
  }
  ++task.counters.nodesVisited;
  const bool divideA = patchesB.isLeafPatch(pair.b) ||
                       (!patchesA.isLeafPatch(pair.a) && extent(patchesA.box(pair.a)) >= extent(patchesB.box(pair.b)));
  PatchPair next = pair;
  next.adjacent = adjacent;
  callChildren(next, divideA, task);
  return UsedPatches::End::Divided;
}

}  // namespace pliant::detail
