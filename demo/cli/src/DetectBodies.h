#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/capHoles.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "DetectArguments.h"

namespace pliant::cli {

/// The bodies of `detect`, at rest or moving from frame to frame.
class DetectBodies {
 public:
  virtual ~DetectBodies() = default;
  virtual Index count() const = 0;
  virtual const std::string& name(Index body) const = 0;
  virtual bool moves(Index body) const = 0;
  /// Returns the body in the current frame, at first frame 0. Valid until setFrame() or cap().
  virtual BodyView view(Index body) const = 0;
  virtual void setFrame(std::size_t frame) = 0;
  /// After this call, views need to contain only positions.
  /// Frees the elements of bodies from files, since BodySet has a copy.
  virtual void keepPositionsOnly() {}
  /// Closes the body's holes of at most `mostEdges` edges, with the shape in the current frame.
  /// The caps are appended to its faces. A tetrahedral file without triangles has no holes.
  HoleCaps cap(Index body, Index mostEdges);
  /// Returns the body's tetrahedra if its surface is of a scene, else nothing.
  virtual std::span<const Tetrahedron> tetrahedra(Index) const { return {}; }
  std::span<const Triangle> faces(Index body) const { return const_cast<DetectBodies*>(this)->ownFaces(body); }

 protected:
  virtual std::vector<Triangle>& ownFaces(Index body) = 0;
};

/// Returns the bodies of the arguments' files or scene.
/// Throws Error as readMeshFrames does, or if the scene is not available with the chosen number of faces.
std::unique_ptr<DetectBodies> detectBodies(const DetectArguments& arguments);

}  // namespace pliant::cli
