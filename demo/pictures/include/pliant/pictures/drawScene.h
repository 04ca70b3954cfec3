#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/pictures/MarkTrail.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/plugin/SoftContact.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Simulation.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

inline constexpr std::size_t kMostLevelPatches = 1000000;

/// Additions to a picture of the bodies.
struct Overlay {
  bool intersections = true;  ///< intersecting faces in red
  bool inside = false;        ///< a red dot for each vertex in another body
  bool contacts = false;      ///< an orange dot for each contact, see contactsOf
  bool volumes = false;       ///< intersection volumes of closed bodies in red, self-intersection volumes in green
  /// Methods that AutoDetector chose for each work item, see methodColour. Self-collision of a body: its faces, grey if
  /// none was chosen. Two bodies: a ball between them.
  bool methods = false;
  bool cutSides = false;  ///< the two sides of each cut in two colours, see kCutColours
  // Data of one method for the current positions, independent of the scene's detector, see drawMethods.h.
  bool tetrahedra = false;                     ///< vertices in tetrahedra, with the edges of these
  bool cells = false;                          ///< occupied cells of the spatial hash, coloured by load
  bool buckets = false;                        ///< boxes of the octrees' buckets, orange if two overlap
  bool colliding = false;                      ///< faces in buckets that overlap one of another body, in black
  bool marks = false;                          ///< boxes of octree nodes with marks, coloured by age
  bool hierarchy = false;                      ///< patches of a level of the regularity tree
  bool directions = false;                     ///< the direction masks of the same patches
  bool adjacency = false;                      ///< the adjacency vertices of the same patches
  bool patches = false;                        ///< patches that the regularity tree visits, see fateColour
  bool facePatches = false;                    ///< patches of method patches, with their boxes
  bool layers = false;                         ///< layered depth images, as points
  bool voi = false;                            ///< volumes of interest, outside faces and view directions
  bool normals = false;                        ///< a rod along the normal of each contact
  bool allLevels = false;                      ///< hierarchy: contours of several levels, see drawLevels
  std::size_t levelPatches = kPatchesOfLevel;  ///< hierarchy, directions, adjacency: of the level
};

/// An option of an overlay.
struct OverlayKind {
  std::string_view name, description;
  bool Overlay::*shown;
  bool coloursFaces = false;  ///< true if it would hide other options that colour faces
  bool ofStock = false;       ///< true if it shows something of bodies under stock Bullet, too
};
std::span<const OverlayKind> overlayKinds();

/// Parses names with commas between them, or `none`. `hierarchy:N`, `directions:N` and `adjacency:N` select a level
/// with about N patches, `hierarchy:levels` and `hierarchy:N:levels` several levels. Throws Error for an unknown name.
Overlay parseOverlay(const std::string& names);
std::string overlayNames(const Overlay& overlay);
/// Returns a line for each option that is shown: its name and what its colours mean.
std::vector<std::string> overlayKeys(const Overlay& overlay);
/// Returns the options that show something of bodies under stock Bullet, without what Pliant's methods build.
Overlay withoutMethods(Overlay overlay);

/// Blue: hash; orange: buckets; green: regularity; violet: patches.
Colour methodColour(AutoDetector::Method method);
inline constexpr Colour kUnchosenColour{0.62f, 0.63f, 0.65f};  ///< of a body for which no method was chosen

/// Colours of the faces at the two sides of a cut, and of a pair of their vertices whose contact distance the opening
/// of the cut still limits.
inline constexpr Colour kCutColours[] = {{0.10f, 0.42f, 0.80f}, {0.95f, 0.58f, 0.10f}}, kCutPair{0.75f, 0.02f, 0.10f};

/// Returns Pliant's contacts or, under stock Bullet, the vertex-face contacts in m_scontacts: body A owns the vertex,
/// and positions, depth and contact distance are the values at the end of the step. Contacts of Bullet's clusters are
/// not included.
std::vector<SoftContact> contactsOf(const Simulation& simulation);

/// Returns the bodies of the simulation at their current positions. Valid until the next step.
std::vector<MethodBody> methodBodies(const Simulation& simulation);

/// Returns the load of the spatial hash's table, whose cells the overlay shows.
SpatialHash::Load hashLoad(const Simulation& simulation);

/// State of earlier steps that pictures need: see MarkTrail.
class SceneTrail {
 public:
  /// Call after each step and before a picture. A second call for the same step has no effect. State that the overlay
  /// does not show is discarded.
  void follow(const Simulation& simulation, const Overlay& overlay);
  const MarkTrail& marks() const { return m_marks; }

 private:
  MarkTrail m_marks;
  std::optional<int> m_step;
};

/// Draws the scene from the scene's camera. `verdict` must be of the same positions. `trail` must have followed the
/// scene; null: the picture shows no earlier steps.
Drawing drawScene(const Simulation& simulation, const Verdict& verdict, const Overlay& overlay = {},
                  const SceneTrail* trail = nullptr);

}  // namespace pliant
