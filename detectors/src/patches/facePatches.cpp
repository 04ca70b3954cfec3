#include <pliant/detectors/facePatches.h>

#include "patches/PatchLayout.h"

namespace pliant {

std::vector<Index> facePatches(const BodySet& bodies) {
  detail::PatchLayout layout;
  layout.update(bodies);
  std::vector<Index> patchOf(bodies.faces().size(), kNoIndex);
  for (Index patch = 0; patch < layout.patches.size(); ++patch)
    for (Index place = layout.patches[patch].faces.begin; place < layout.patches[patch].faces.end; ++place)
      patchOf[layout.faces[place]] = patch;
  return patchOf;
}

}  // namespace pliant
