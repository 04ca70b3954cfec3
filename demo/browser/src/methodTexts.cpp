#include "methodTexts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pliant::detail {
namespace {

using Needs = MethodText::Needs;

// The first entry whose name is a prefix of the detector's name is used.
constexpr MethodText kTexts[] = {
    {"auto", "Pliant's own",
     "For each pair of bodies, and each body with itself, the hash, the bucket tree and regularity take turns, until "
     "it is known which is the fastest there. That one goes on; the others are tried again now and then, since bodies "
     "fold. All find the same. Small jobs are chosen for as one.",
     "engines", Needs::Faces, "dress"},
    {"spatial-hash", "Teschner and others, 2003",
     "Space is a grid without end, and a hash gives each cell a bucket of a table: empty space takes no memory. First "
     "all vertices go into their cells. Then each tetrahedron looks up the cells that it reaches into, and is tested "
     "against what is there. Faces and edges are hashed likewise. Pairs of bodies and bodies with themselves come out "
     "of the same passes.",
     "cells", Needs::Faces, "tori"},
    {"bucket-tree", "Ganovelli, Dingliana, O'Sullivan, 2000",
     "In each step all primitives of a body fall into the buckets of an octree. Two octrees are descended together: of "
     "two boxes that overlap the smaller gives way to its children, until two buckets are left to compare. A cut costs "
     "nothing. In the paper an octree is whole, and what is in use is marked with the step's number, so that nothing "
     "is cleared (overlay marks); the detector keeps in memory only what is in use, unless it is told otherwise.",
     "buckets", Needs::Faces, "overlap"},
    {"regularity-tree", "Volino, Magnenat-Thalmann, 1994",
     "Faces are grouped into parts, and those into larger ones. A part whose faces all look to one side of some "
     "direction, and whose contour seen along it lies nowhere over itself, can't meet itself: it is left out "
     "(optimisation I). So are two neighbours of which that holds together (II). Only where a surface folds are parts "
     "gone into.",
     "hierarchy,parts", Needs::Surface, "clothedge"},
    {"regularity-hash", "Volino, Magnenat-Thalmann, 1994; Teschner and others, 2003",
     "First what can't meet itself is left out, as by regularity-tree: parts that look to one side (optimisation I), "
     "and neighbours that do so together (II). What is left of a surface is hashed where it is crowded, where "
     "regularity-tree goes through pairs of its parts. The answer is the same.",
     "hierarchy,parts", Needs::Surface, "clothedge"},
    {"ldi", "Heidelberger, Teschner, Gross, 2003, 2004",
     "Parallel rays go through where the boxes of two closed bodies overlap, one for each pixel of an image, which "
     "keeps all depths at which its ray enters and leaves a body: between them is inside. What is inside of both "
     "pushes them apart. What a ray enters twice a body shares with itself. What is smaller than a pixel or so may be "
     "missed.",
     "layers", Needs::Closed, "overlap"},
    {"brute-force", "No paper: the oracle",
     "Every primitive is tested against every other, one pair after the other. Nothing can be missed, so all other "
     "methods are tested against it. Twice as many primitives take four times as long: compare the time of detection "
     "with that of any other method.",
     "intersections", Needs::Faces, "tori"},
    {"bullet-clusters", "Stock Bullet, CL_SS",
     "Each body is divided into clusters of vertices, and their convex hulls are tested against those of other bodies; "
     "faces are not looked at. What is thin or hollow is not what its hulls are. A body is not tested against itself, "
     "but where the scene is a single surface.",
     "intersections", Needs::Stock, "clothedge"},
    {"bullet", "Stock Bullet, VF_SS",
     "Vertices of each body are tested against faces of every other one, and pushed away within a margin. Not tested: "
     "edges against edges, and any body against itself, so cloth falls through itself. A vertex is pushed to the side "
     "on which it is by now: what has got through stays through.",
     "intersections,contacts", Needs::Stock, "clothedge"},
    {"none", "Stock Bullet",
     "Soft bodies are tested against rigid ones alone, and pass through each other and through themselves. It shows "
     "what a step takes without detection, and what there is to be found: faces that intersect are red.",
     "intersections", Needs::Stock, "clothedge"}};

bool isClosed(const std::vector<Triangle>& faces) {
  std::vector<std::pair<Index, Index>> forward, backward;
  for (const Triangle& t : faces)
    for (std::size_t i = 0; i < 3; ++i) {
      forward.emplace_back(t[i], t[(i + 1) % 3]);
      backward.emplace_back(t[(i + 1) % 3], t[i]);
    }
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  return !faces.empty() && forward == backward;
}

}  // namespace

const MethodText* findMethodText(std::string_view detector) {
  const auto* const found = std::find_if(std::begin(kTexts), std::end(kTexts),
                                         [&](const MethodText& text) { return detector.starts_with(text.detector); });
  return found == std::end(kTexts) ? nullptr : found;
}

bool showsMethod(const MethodText& text, const Snapshot& snapshot, bool scripted) {
  if (text.needs == Needs::Stock) return !scripted;
  // The first surfaces of the drawing are the bodies.
  for (std::size_t b = 0; b < snapshot.bodies.size(); ++b) {
    const std::vector<Triangle>& faces = snapshot.drawing.surfaces[b].mesh.faces;
    if (faces.empty()) continue;
    const bool isSurface = b < snapshot.solid.size() && snapshot.solid[b] == 0;
    if (text.needs == Needs::Faces || (text.needs == Needs::Surface && isSurface)) return true;
    if (text.needs == Needs::Closed && isClosed(faces)) return true;
  }
  return false;
}

}  // namespace pliant::detail
