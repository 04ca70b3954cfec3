#include "regularitytree/pairElements.h"

#include <algorithm>

#include "surfaces/boxPairs.h"

namespace pliant::detail {
namespace {

using surface::ElementBoxes;
using surface::Exclusion;
using surface::KeyOrder;
using surface::RunPair;

constexpr std::size_t kRunsAtOnce = 64;

/// `in`: range of the stored elements; `of`: range of the walkers.
RunPair runPair(const SurfaceHierarchy::Leaves& in, const SurfaceHierarchy::Leaves& of, bool own, const float* boxA,
                const float* boxB) {
  RunPair run{in.begin, in.end, of.begin, of.end, {}, own};
  for (std::size_t k = 0; k < 3; ++k) {
    run.region[k] = std::max(boxA[k], boxB[k]);
    run.region[3 + k] = std::min(boxA[4 + k], boxB[4 + k]);
  }
  return run;
}

}  // namespace

void pairElements(std::span<const PatchPair> leafPatches, const PairedBody& a, const PairedBody& b,
                  const CandidateQuery& query, surface::FoundPairs::TaskPairs& found) {
  const SurfacePatches &patchesA = a.patches, &patchesB = b.patches;
  const auto add = [&](surface::List list, const ElementBoxes& stored, const ElementBoxes& walkers, Exclusion exclusion,
                       KeyOrder order, const auto& runOf) {
    if (&patchesA != &patchesB) exclusion = Exclusion::None;
    found.add(list, [&](surface::PairBuffer& pairs) {
      RunPair runs[kRunsAtOnce];
      std::size_t count = 0;
      const auto flush = [&] {
        surface::pairRuns(runs, count, stored, walkers, exclusion, order, pairs, found.counters);
        count = 0;
      };
      for (const PatchPair& pair : leafPatches) {
        runs[count] = runOf(pair, patchesA.box(pair.a), patchesB.box(pair.b));
        count += runs[count].first < runs[count].last && runs[count].begin < runs[count].end;
        if (count == kRunsAtOnce) flush();
      }
      flush();
    });
  };
  if (query.faceFace)
    add(surface::kFaceFace, b.elements.faces(), a.elements.faces(), Exclusion::FaceFace, KeyOrder::SmallerFirst,
        [&](const PatchPair& pair, const float* boxA, const float* boxB) {
          return runPair(patchesB.tree().leaves(pair.b), patchesA.tree().leaves(pair.a), pair.within(), boxA, boxB);
        });
  if (query.edgeEdge)
    add(surface::kEdgeEdge, b.elements.edges(), a.elements.edges(), Exclusion::EdgeEdge, KeyOrder::SmallerFirst,
        [&](const PatchPair& pair, const float* boxA, const float* boxB) {
          return runPair(patchesB.edgesOf(pair.b), patchesA.edgesOf(pair.a), pair.within(), boxA, boxB);
        });
  if (!query.vertexFace) return;
  add(surface::kVertexFace, b.elements.faces(), a.elements.vertices(), Exclusion::VertexFace, KeyOrder::WalkerFirst,
      [&](const PatchPair& pair, const float* boxA, const float* boxB) {
        return runPair(patchesB.tree().leaves(pair.b), patchesA.verticesOf(pair.a), false, boxA, boxB);
      });
  add(surface::kVertexFace, a.elements.faces(), b.elements.vertices(), Exclusion::VertexFace, KeyOrder::WalkerFirst,
      [&](const PatchPair& pair, const float* boxA, const float* boxB) {
        // For a patch with itself, the first call has found all pairs.
        return pair.within() ? RunPair{}
                             : runPair(patchesA.tree().leaves(pair.a), patchesB.verticesOf(pair.b), false, boxA, boxB);
      });
}

}  // namespace pliant::detail
