#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant {

/// Returns the patch of each face of a set, as Patches divides the bodies: an index from 0, for pictures. Faces of
/// different bodies have different patches.
PLIANT_DETECTORS_EXPORT std::vector<Index> facePatches(const BodySet& bodies);

}  // namespace pliant
