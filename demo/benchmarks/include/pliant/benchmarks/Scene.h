#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Workers.h>
#include <pliant/models/ClosedModel.h>
#include <pliant/models/clothSheet.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pliant::benchmarks {

// Queries for intersecting faces.
inline constexpr Query kWithin{.facePairs = true, .between = false, .self = true};
inline constexpr Query kBetween{.facePairs = true, .between = true, .self = false};
inline constexpr Query kWithinAndBetween{.facePairs = true, .between = true, .self = true};

/// Bodies in a set. Their positions are a function of the frame.
class Scene {
 public:
  using Points = std::vector<std::array<Real, 3>>;
  using Body = models::SurfaceModel;
  /// Computes the points of a body in a frame from its points at rest. Both have the same size.
  using Motion = std::function<void(int frame, std::size_t body, const Points& rest, Points& points)>;
  struct Options {
    bool swept = false;  ///< true: the set also has the positions of the frame before, as positions at t0
    bool self = true;    ///< false: no self-collision
  };

  /// Starts at frame 0. Without a motion the bodies stay where they are.
  Scene(std::vector<Body> bodies, Motion motion, const Options& options);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // The stages of a step, in this order. The time to move is no part of a step.
  void moveTo(int frame);
  void next() { moveTo(m_frame + 1); }
  /// Updates the set with the positions.
  void read() { set.update(workers); }
  /// Writes the detector's results for the positions that were read last to `results`.
  void answer(Detector& detector, const Query& query);

  /// Returns the results of answer().
  Results ask(Detector& detector, const Query& query = kWithin);

  /// Returns a body with its points in this frame.
  const Body& body(std::size_t index) const { return m_bodies[index]; }

  BodySet set;
  Workers workers;
  Results results;

 private:
  std::vector<Body> m_bodies;
  std::vector<Points> m_rest, m_x0;
  Motion m_motion;
  int m_frame = 0;
};

/// A setup of Teschner 2003 (models::tetrahedraSetup), which moves by 0.02 units of time per frame.
/// `name`: A to G. `bodies`: number of bodies of equal size that the objects are joined into; 0: a body per object.
/// `surfaces`: true if the bodies have faces, too.
Scene tetrahedraScene(char name, Index bodies = 0, bool surfaces = false);

/// A lattice of closed surfaces without tetrahedra: ellipsoids of 128 faces and different shapes that sway and ripple,
/// with positions at t0. In every frame a few per cent of the faces intersect faces of neighbours.
/// The mean radius is about 1. Throws Error if `bodies` is 0.
Scene crowdScene(Index bodies);

enum class Touching : std::uint8_t {
  Spheres,  ///< ripple
  Knots,    ///< trefoil knots that sway
};
/// Two closed surfaces that deform in every frame and intersect in a small region, without self-collision.
/// `faces`: approximate number of faces of each surface, at least 8.
Scene touchingScene(Touching shape, Index faces);

/// Surfaces that move slightly in each frame, by a standing wave with oscillating amplitude.
/// The wave folds nothing: except for a few faces, intersecting pairs keep intersecting and separated pairs stay
/// separated.
Scene wavingScene(const std::vector<const models::SurfaceModel*>& models);

/// A cloth of models::clothSheet that moves.
Scene clothScene(std::size_t faces, models::ClothShape shape);

/// A surface from a file, fitted like the papers' models. Holes of up to 1,000 edges, as in scans, are capped.
struct FileModel {
  models::ClosedModel model;
  Index holesCapped = 0;
};
/// Throws Error with the file name if the file can't be read or the surface is not closed after capping.
FileModel fileModel(const std::string& path);

/// Returns the number of faces that intersect another face.
std::size_t cutFaces(const Results& results);

/// Throws Error if the face pairs differ.
void mustAgree(const Results& a, const Results& b);

}  // namespace pliant::benchmarks
