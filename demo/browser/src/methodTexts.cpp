#include "methodTexts.h"

#include <pliant/detectors/methods.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace pliant::detail {
namespace {

using Needs = MethodText::Needs;

// The first entry whose name is a prefix of the detector's name is used.
constexpr MethodText kTexts[] = {
    {"auto", "Pliant's own",
     "A rule chooses for each pair of bodies, and for each body with itself. If the moving bodies have 20,000 faces or "
     "more together, patches gather all pairs of a step. Else small closed bodies are hashed, and so are clouds, ropes "
     "and bodies that are new or have just been cut; everything else goes by regularity. The bucket tree is used only "
     "for a body that is set to it. All methods find the same pairs.",
     "methods", Needs::Steps, "room", 60},
    {"spatial-hash", "Teschner and others, 2003",
     "Space is an infinite grid. A hash function maps each cell to a bucket of a table, so empty space takes no "
     "memory. First all vertices are stored in their cells. Then each tetrahedron is tested against the vertices in "
     "the cells that it overlaps. Faces and edges are hashed in the same way. The same passes find pairs between "
     "bodies and within bodies.",
     "cells,tetrahedra", Needs::Faces, "setupB", 2},
    {"bucket-tree", "Ganovelli, Dingliana, O'Sullivan, 2000",
     "Each body has an octree of its own: its box is halved along x, y and z, again and again, down to buckets. Each "
     "triangle is in one bucket, and each node knows the box around its triangles. The octrees are filled anew in each "
     "step, without topology or an earlier shape, so a cut costs nothing. To find what meets, two octrees are "
     "descended "
     "together, or one with itself: of two nodes whose boxes overlap, the smaller one is replaced by its children, "
     "until two buckets meet; all other pairs are dropped. Then the triangles of both buckets are compared, first by "
     "boxes, "
     "then exactly. Algorithm 1 computes each bucket; Algorithm 2 reads it from sorted arrays, which change little in "
     "a step; both sort the triangles by their bucket's code, so a bucket is a range of one array. Full storage has "
     "all buckets, and marks those in use with the step's number, so that nothing must be "
     "cleared (overlay marks).",
     "buckets", Needs::Faces, "overlap", 2},
    {"regularity-tree", "Volino, Magnenat-Thalmann, 1994",
     "Faces are grouped into patches, and these into larger patches. If the normals of all faces of a patch have "
     "positive products with one of some fixed directions, and its contour does not cross itself when projected along "
     "it, the patch can't meet itself: it is skipped (optimisation I). Two neighbours that together satisfy this are "
     "skipped too (II). So only folded "
     "patches are divided, down to leaves, whose faces are compared by boxes. With setting leaf=1 overlay parts is the "
     "paper's picture.",
     "hierarchy,parts", Needs::Surface, "clothedge", 30},
    {"ldi-gl-ordered", "Heidelberger, Teschner, Gross, 2004, 3.2: ordered layers",
     "Parallel rays pass through the overlap of two bodies' boxes, one for each pixel. OpenGL peels their layers off, "
     "nearest first: each pass draws the faces that lie behind the layer before, by a second depth test. Front and "
     "back "
     "faces have passes of their own. A pass that draws no pixel is the last. Up to 16 layers are read back at once.",
     "layers", Needs::Closed, "overlap", 2},
    {"ldi-gl-unordered", "Heidelberger, Teschner, Gross, 2003, 3.2; 2004, 3.3: unordered layers",
     "Parallel rays pass through the overlap of two bodies' boxes, one for each pixel. The first pass counts the "
     "layers "
     "of each pixel in the stencil buffer. Pass n then keeps the n-th face that is drawn, whatever its depth. The CPU "
     "sorts the entries of each pixel. All layers are drawn beside each other, so two read-backs an image "
     "are enough.",
     "layers", Needs::Closed, "overlap", 2},
    {"ldi-gl-abuffer", "Pliant's own way to draw the images of Heidelberger, Teschner, Gross, 2003",
     "Parallel rays pass through the overlap of two bodies' boxes, one for each pixel. OpenGL 4.3 stores the faces of "
     "all layers in one pass, in lists, and shaders sort them. The images stay on the graphics card, where questions "
     "are answered too.",
     "layers", Needs::Closed, "overlap", 2},
    {"ldi-software", "Heidelberger, Teschner, Gross, 2004, 3.4: in software",
     "Parallel rays pass through the overlap of two closed bodies' boxes, one for each pixel. The CPU leaves out faces "
     "beyond the overlap, draws all layers in one pass and sorts the entries and exits of each pixel. Spans inside "
     "both "
     "bodies are their common volume, as exact as the pixels are small. Nothing is read back. In small scenes this is "
     "the fastest way.",
     "layers", Needs::Closed, "overlap", 2},
    {"ldi", "Heidelberger, Teschner, Gross, 2003, 2004",
     "Parallel rays pass through the overlap of two bodies' boxes, one for each pixel of an image. The image stores "
     "all depths at which a ray enters and leaves a closed body; between them is the inside. Where a ray enters a body "
     "twice, the body intersects itself. In a simulation, volume inside both bodies pushes them apart. Overlaps "
     "smaller "
     "than about a pixel may be missed. The CPU draws the images, or a graphics card if they are large.",
     "layers", Needs::Closed, "overlap", 2},
    {"patches", "Pliant's own, for large surfaces in motion",
     "Faces are divided into patches of at most 32 neighbours. Each patch, and each element, has one box at the start "
     "of "
     "the step and one at its end. Two are apart if one axis parts them on the same side at both: then it parts them "
     "in "
     "between, too. Only elements of near patches are compared. Nothing is kept from step to step.",
     "patchboxes,contacts", Needs::Steps, "clothedge", 45},
    {"brute-force", "No paper: the reference",
     "Every primitive is tested against every other one. Nothing can be missed, so all other methods are compared "
     "with it. Twice as many primitives take four times as long: compare the time of detection with that of other "
     "methods.",
     "intersections", Needs::Faces, "overlap", 2},
    {"bullet-clusters", "Stock Bullet, CL_SS",
     "Each body is divided into clusters of vertices. Their convex hulls are tested against those of other bodies; "
     "faces are not tested. The hulls of thin and hollow bodies differ from the bodies. A body is tested against "
     "itself only if the scene is a single surface.",
     "intersections", Needs::Stock, "clothedge", 45},
    {"bullet-deformable", "Stock Bullet's deformable world, VF_DD",
     "Vertices of each body are tested against faces of every other body, and of the body itself if it asks for it, at "
     "the positions before the motion. Springs push them apart. Edges are not tested against edges, and nothing stops "
     "what crosses in one step. Each vertex is pushed once for each of its faces, so much contact adds energy.",
     "intersections,contacts", Needs::Stock, "dclothedge", 45},
    {"bullet", "Stock Bullet, VF_SS",
     "Vertices of each body are tested against faces of every other body, and pushed away within a margin. Edges are "
     "not tested against edges, and no body against itself, so cloth falls through itself. A vertex is pushed to the "
     "side where it is now. So a vertex that has passed through stays on the wrong side.",
     "intersections,contacts", Needs::Stock, "clothedge", 45},
    {"none", "Stock Bullet",
     "Soft bodies are tested only against rigid bodies. They pass through each other and through themselves. This "
     "shows the time of a step without detection, and the pairs to be found: intersecting faces are red.",
     "intersections", Needs::Stock, "clothedge", 45}};

/// Returns kTexts, and the descriptions of the methods that have no text there.
std::vector<MethodText> allTexts() {
  std::vector<MethodText> all(std::begin(kTexts), std::end(kTexts));
  for (const DetectionMethod& method : detectionMethods())
    if (std::none_of(std::begin(kTexts), std::end(kTexts),
                     [&](const MethodText& text) { return method.name.starts_with(text.detector); }))
      all.push_back({method.name, "Pliant's own", method.description, "intersections", Needs::Faces, "overlap", 2});
  return all;
}

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
  static const std::vector<MethodText> texts = allTexts();
  const auto found = std::find_if(texts.begin(), texts.end(),
                                  [&](const MethodText& text) { return detector.starts_with(text.detector); });
  return found == texts.end() ? nullptr : &*found;
}

bool findsSomething(const Snapshot& snapshot) {
  const StepSample& sample = snapshot.sample;
  const bool found = sample.answer && sample.answer->found();
  return found || sample.contacts > 0 || (snapshot.pairs && *snapshot.pairs > 0);
}

bool showsMethod(const MethodText& text, const Snapshot& snapshot, bool scripted) {
  if (scripted && text.needs == Needs::Steps) return false;
  if (text.needs == Needs::Stock) return !scripted;
  // The first surfaces of the drawing are the bodies.
  for (std::size_t b = 0; b < snapshot.bodies.size(); ++b) {
    const std::vector<Triangle>& faces = snapshot.drawing.surfaces[b].mesh.faces;
    if (faces.empty()) continue;
    const bool isSurface = b < snapshot.solid.size() && snapshot.solid[b] == 0;
    if (text.needs == Needs::Faces || text.needs == Needs::Steps || (text.needs == Needs::Surface && isSurface))
      return true;
    if (text.needs == Needs::Closed && isClosed(faces)) return true;
  }
  return false;
}

}  // namespace pliant::detail
