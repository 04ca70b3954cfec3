#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/capHoles.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "DetectArguments.h"

namespace pliant::cli {

/// What `detect` looks at: bodies that stand still or move from frame to frame.
class DetectBodies {
 public:
  virtual ~DetectBodies() = default;
  virtual Index count() const = 0;
  virtual const std::string& name(Index body) const = 0;
  virtual bool moves(Index body) const = 0;
  /// In the present frame, at first 0; valid until the next.
  virtual BodyView view(Index body) const = 0;
  virtual void setFrame(std::size_t frame) = 0;
  /// Views need hold no more than positions from now on: what a large file has of elements is kept once.
  virtual void keepPositionsOnly() {}
  /// Adds caps for holes of at most so many edges to the body's faces, by its shape in the present frame. A
  /// tetrahedral file without triangles has no holes.
  HoleCaps cap(Index body, Index mostEdges);
  std::span<const Triangle> faces(Index body) const { return const_cast<DetectBodies*>(this)->ownFaces(body); }

 protected:
  virtual std::vector<Triangle>& ownFaces(Index body) = 0;
};

/// The arguments' files, or their scene. Throws Error as readMeshFrames does, or where the scene has no such choice.
std::unique_ptr<DetectBodies> detectBodies(const DetectArguments& arguments);

}  // namespace pliant::cli
