#include "regularitytree/DualTraversal.h"

namespace pliant::detail {
namespace {

/// Pairs of adjacent patches with at most kWorthATest · (bottom − 1) faces get no contour test: box tests are faster.
constexpr Index kWorthATest = 12;
/// Number of pairs that are taken from the stack at once.
constexpr std::size_t kAtOnce = 32;

float extent(const float* box) {
  return (box[4] - box[0]) + (box[5] - box[1]) + (box[6] - box[2]);
}

}  // namespace

void DualTraversal::call(const PartPair& pair, Task& task) const {
  task.stack.makeRoom(1);
  task.found.makeRoom(1);
  ++task.counters.procedureCalls;
  if (pair.within()) return task.stack.pushIf(true, pair);
  const SurfaceParts &partsA = *m_parts[pair.slotA], &partsB = *m_parts[pair.slotB];
  const bool meet = boxesMeet(partsA.box(pair.a), partsB.box(pair.b));
  const bool bottom = partsA.isBottom(pair.a) && partsB.isBottom(pair.b);
  ++task.counters.boxTests;
  task.stack.pushIf(meet && !bottom, pair);
  task.found.pushIf(meet && bottom, pair);
  task.counters.nodesVisited += meet && bottom;
  task.counters.elementTests += meet && partsA.tree().isLeaf(pair.a) && partsB.tree().isLeaf(pair.b);
  if (task.notesUsed && (bottom || !meet)) note(pair, meet ? UsedParts::End::Tested : UsedParts::End::Apart, task);
}

/// Does the same as call() for each child of one of the two. The overlap of boxes is hard to predict, so there is no
/// branch.
void DualTraversal::callChildren(const PartPair& pair, bool divideA, Task& task) const {
  const SurfaceParts& divided = *m_parts[divideA ? pair.slotA : pair.slotB];
  const SurfaceParts& whole = *m_parts[divideA ? pair.slotB : pair.slotA];
  const Index node = divideA ? pair.a : pair.b, other = divideA ? pair.b : pair.a;
  const Index begin = divided.tree().firstChild(node), end = divided.tree().endChild(node);
  const float* const box = whole.box(other);
  const bool isBottom = whole.isBottom(other), isLeaf = whole.tree().isLeaf(other);
  const Index leaves = isLeaf ? divided.tree().leafCount() : 0;
  task.stack.makeRoom(end - begin);
  task.found.makeRoom(end - begin);
  Index tested = 0, leavesTested = 0;
  for (Index child = begin; child < end; ++child) {
    const bool meet = boxesMeet(divided.box(child), box), bottom = isBottom & divided.isBottom(child);
    const PartPair next{pair.slotA, pair.slotB, divideA ? child : other, divideA ? other : child, pair.adjacent};
    task.stack.pushIf(meet & !bottom, next);
    task.found.pushIf(meet & bottom, next);
    tested += meet & bottom;
    leavesTested += meet & (child < leaves);
    if (task.notesUsed && (bottom || !meet)) note(next, meet ? UsedParts::End::Tested : UsedParts::End::Apart, task);
  }
  task.counters.procedureCalls += end - begin;
  task.counters.boxTests += end - begin;
  task.counters.nodesVisited += tested;
  task.counters.elementTests += leavesTested;
}

void DualTraversal::visit(const PartPair& pair, Task& task) const {
  note(pair, pair.within() ? visitPart(pair, task) : visitTwo(pair, task), task);
}

void DualTraversal::finish(Task& task) const {
  // Pairs are taken in batches: the next pair then does not depend on the results of the last one, so the processor can
  // overlap their work.
  std::array<PartPair, kAtOnce> next;
  while (const std::size_t count = task.stack.pop(next))
    for (std::size_t i = 0; i < count; ++i) visit(next[i], task);
}

UsedParts::End DualTraversal::visitPart(const PartPair& pair, Task& task) const {
  const SurfaceParts& parts = *m_parts[pair.slotA];
  const Index node = pair.a, slot = pair.slotA;
  if (m_settings.skipParts && !parts.tree().isLeaf(node) &&
      task.test.regular(m_bodies, parts, node, m_samples, m_settings.test)) {
    ++task.counters.partsSkipped;
    return UsedParts::End::Skipped;
  }
  ++task.counters.nodesVisited;
  if (parts.isBottom(node)) {
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

UsedParts::End DualTraversal::visitTwo(const PartPair& pair, Task& task) const {
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
  const bool divideA =
      partsB.isBottom(pair.b) || (!partsA.isBottom(pair.a) && extent(partsA.box(pair.a)) >= extent(partsB.box(pair.b)));
  PartPair next = pair;
  next.adjacent = adjacent;
  callChildren(next, divideA, task);
  return UsedParts::End::Divided;
}

}  // namespace pliant::detail
