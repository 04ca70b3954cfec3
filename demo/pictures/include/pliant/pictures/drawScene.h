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

inline constexpr std::size_t kMostLevelParts = 1000000;

/// What a picture shows beside the bodies.
struct Overlay {
  bool intersections = true;  ///< faces that meet others, in red
  bool inside = false;        ///< a red dot for each vertex in another body
  bool contacts = false;      ///< an orange dot for each contact, see contactsOf
  bool volumes = false;       ///< what closed bodies share with each other in red, with themselves in green
  /// What AutoDetector chose for each job, see engineColour: a body with itself by its faces, in as many shares as
  /// there are questions about it; two bodies by a ball between them for each question.
  bool engines = false;
  // What a method makes of the present positions, whichever detector steps the scene, see drawMethods.h.
  bool cells = false;       ///< occupied cells of the spatial hash, by how full they are
  bool buckets = false;     ///< boxes of the octrees' buckets, orange where two of them overlap
  bool marks = false;       ///< boxes of the octrees' nodes that are or were in use, by the age of their marks
  bool hierarchy = false;   ///< parts of a level of the regularity tree
  bool directions = false;  ///< the direction masks of the same parts
  bool parts = false;       ///< the parts that the regularity tree comes to, by what becomes of them, see fateColour
  bool layers = false;      ///< layered depth images, as points
  bool normals = false;     ///< a rod along the normal of each contact
  bool allLevels = false;   ///< of hierarchy: contours of several levels, down to that one, see drawLevels
  std::size_t levelParts = kPartsOfLevel;  ///< of hierarchy and directions: of the level that has about so many
};

/// One thing that an overlay may show.
struct OverlayKind {
  std::string_view name, description;
  bool Overlay::*shown;
  bool coloursFaces = false;  ///< and would hide another that does
};
std::span<const OverlayKind> overlayKinds();

/// Names with commas between them, or `none`; hierarchy and directions also as `hierarchy:N`, with about N parts, and
/// several levels at once as `hierarchy:levels` or `hierarchy:N:levels`.
/// Throws Error for one that is unknown.
Overlay parseOverlay(const std::string& names);
std::string overlayNames(const Overlay& overlay);

/// Blue: hash, or not measured; orange: buckets; green: regularity; violet: regularity, then hash.
Colour engineColour(AutoDetector::Engine engine);

/// Pliant's contacts, or of stock Bullet those of vertices with faces (m_scontacts): body A is the vertex's, and
/// places, depth and contact distance are as the step has left them. Of its clusters there are none.
std::vector<SoftContact> contactsOf(const Simulation& simulation);

/// How its vertices lie in the table of the spatial hash, whose cells the overlay shows.
SpatialHash::Load hashLoad(const Simulation& simulation);

/// What of a scene's steps so far goes into its pictures: see MarkTrail.
class SceneTrail {
 public:
  /// After each step, and before a picture; a step that it knows is not taken again. What the overlay does not show is
  /// forgotten.
  void follow(const Simulation& simulation, const Overlay& overlay);
  const MarkTrail& marks() const { return m_marks; }

 private:
  MarkTrail m_marks;
  std::optional<int> m_step;
};

/// The scene as it stands, from the scene's camera. `verdict` is of the same positions. Without a trail that has
/// followed it, a picture has no history.
Drawing drawScene(const Simulation& simulation, const Verdict& verdict, const Overlay& overlay = {},
                  const SceneTrail* trail = nullptr);

}  // namespace pliant
