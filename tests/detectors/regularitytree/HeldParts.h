#pragma once

#include <memory>

#include "regularitytree/SurfacePatches.h"
#include "shapes/SurfaceMeshes.h"

namespace regularity {

/// A body and its patches.
struct Held {
  meshes::Body body;
  pliant::BodySet set;
  std::unique_ptr<pliant::detail::SurfacePatches> parts;

  explicit Held(meshes::Body from, unsigned children = 3) : body(std::move(from)) {
    set.add(body.view());
    set.update();
    parts = std::make_unique<pliant::detail::SurfacePatches>(set, 0, children);
  }
  const pliant::detail::SurfaceHierarchy& tree() const { return parts->tree(); }
};

}  // namespace regularity
