// The overlays' words.

#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>
#include <pliant/pictures/drawScene.h>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace pliant {
namespace {

/// Parses and removes the text behind a colon: the number of patches of a level and, for the hierarchy, ":levels".
void takePatches(std::string& word, Overlay& overlay) {
  constexpr std::string_view kLevels = ":levels";
  const std::string whole = word;
  if (word.starts_with("hierarchy:") && word.ends_with(kLevels)) {
    overlay.allLevels = true;
    word.resize(word.size() - kLevels.size());
  }
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos) return;
  const std::string name = word.substr(0, colon), text = word.substr(colon + 1);
  std::size_t patches = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), patches);
  const bool isNumber = end.ec == std::errc() && end.ptr == text.data() + text.size();
  const bool hasLevel = name == "hierarchy" || name == "directions" || name == "adjacency";
  if (!hasLevel || !isNumber || patches == 0 || patches > kMostLevelPatches)
    throw Error("unknown overlay '" + whole + "'; 'hierarchy:N', 'directions:N' and 'adjacency:N' take 1 to " +
                std::to_string(kMostLevelPatches) + " patches, 'hierarchy:levels' shows several levels");
  word = name;
  overlay.levelPatches = patches;
}

}  // namespace

std::span<const OverlayKind> overlayKinds() {
  static constexpr OverlayKind kKinds[] = {
      {"intersections", "intersecting faces in red, found by a test of all faces, independently of the method",
       &Overlay::intersections, false, true},
      {"inside", "a red dot for each vertex in another body", &Overlay::inside, false, true},
      {"contacts", "an orange dot for each contact; under stock Bullet only contacts of vertices with faces",
       &Overlay::contacts, false, true},
      {"volumes", "volumes that closed bodies share with each other in red, with themselves in green",
       &Overlay::volumes, false, true},
      {"methods",
       "what auto chose for each body with itself, and for two bodies, a dot between them: spatial-hash blue, "
       "regularity-tree green, patches violet; bucket-tree orange, only where it is set; grey: no choice",
       &Overlay::methods, true},
      {"tetrahedra", "a red dot for each vertex in a tetrahedron, with the edges of that tetrahedron",
       &Overlay::tetrahedra},
      {"cutsides",
       "the two sides of each cut in blue and orange; a red dot for two vertices that were one and are still so near "
       "that they may not push each other away as others do",
       &Overlay::cutSides, true},
      {"cells", "occupied cells of the spatial hash, from blue to yellow by their number of vertices", &Overlay::cells},
      {"buckets",
       "boxes of the octrees' buckets, orange if the descent of two octrees reached overlapping ones; blue lines "
       "join buckets that were compared; a crowd of them is cut to a slice",
       &Overlay::buckets, true},
      {"colliding",
       "the box of each body; buckets that overlap one of another body: their boxes in orange, their faces in black",
       &Overlay::colliding},
      {"marks",
       "boxes of the octrees' nodes, thinner for buckets: violet if marked in this step, orange if in the last 8, "
       "paler if longer ago; at the start all are new",
       &Overlay::marks},
      {"hierarchy",
       "patches of one level of the regularity tree, with contours; only contours if another overlay colours the faces",
       &Overlay::hierarchy},
      {"directions",
       "patches as in hierarchy: a rod along each direction that agrees with the normals of all faces; greener the "
       "more "
       "there are, red if there is none",
       &Overlay::directions, true},
      {"adjacency",
       "patches as in hierarchy: a yellow dot at each vertex of their adjacency lists, where a patch's largest "
       "neighbour changes",
       &Overlay::adjacency, true},
      {"parts",
       "patches that the regularity tree visits: blue can't meet itself (optimisation I); ochre can't meet a neighbour "
       "(optimisation II); grey if its box meets no other; red if tested with any other",
       &Overlay::patches, true},
      {"patchboxes",
       "the patches of method patches, of at most 32 faces, in a colour each, and boxes of some: only faces in boxes "
       "that "
       "come near each other in a step are compared",
       &Overlay::facePatches, true},
      {"layers", "layered depth images of closed bodies: rays enter at bluish points and leave at yellowish ones",
       &Overlay::layers},
      {"voi",
       "volumes of interest of layered depth images: boxes of two closed bodies in their colours, and what these share "
       "in black (white in a dark window); a grid is the outside face from which a body is drawn, an arrow the view "
       "direction",
       &Overlay::voi},
      {"normals",
       "a rod along the normal of each contact (of some if there are more than 300), longer if deeper; under stock "
       "Bullet only vertices with faces",
       &Overlay::normals, false, true}};
  return kKinds;
}

Overlay parseOverlay(const std::string& names) {
  Overlay overlay{.intersections = false};
  std::stringstream words(names);
  for (std::string word; std::getline(words, word, ',');) {
    takePatches(word, overlay);
    const auto kinds = overlayKinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const OverlayKind& known) { return known.name == word; });
    if (kind != kinds.end())
      overlay.*(kind->shown) = true;
    else if (word != "none")
      throw Error("unknown overlay '" + word + "'; overlays are " + joined(overlayKinds(), ", ", &OverlayKind::name) +
                  ", none");
  }
  return overlay;
}

std::string overlayNames(const Overlay& overlay) {
  std::string names;
  for (const OverlayKind& kind : overlayKinds()) {
    if (!(overlay.*(kind.shown))) continue;
    if (!names.empty()) names.append(",");
    names.append(kind.name);
    const bool hasLevel =
        kind.shown == &Overlay::hierarchy || kind.shown == &Overlay::directions || kind.shown == &Overlay::adjacency;
    if (hasLevel && overlay.levelPatches != kPatchesOfLevel)
      names.append(":").append(std::to_string(overlay.levelPatches));
    if (overlay.allLevels && kind.shown == &Overlay::hierarchy) names.append(":levels");
  }
  if (names.empty()) names.append("none");
  return names;
}

std::vector<std::string> overlayKeys(const Overlay& overlay) {
  std::vector<std::string> keys;
  for (const OverlayKind& kind : overlayKinds())
    if (overlay.*(kind.shown)) keys.push_back(std::string(kind.name) + ": " + std::string(kind.description));
  return keys;
}

Overlay withoutMethods(Overlay overlay) {
  for (const OverlayKind& kind : overlayKinds())
    if (!kind.ofStock) overlay.*(kind.shown) = false;
  return overlay;
}

}  // namespace pliant
