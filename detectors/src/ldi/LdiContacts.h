#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/InsideContact.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"

namespace pliant::detail {

/// Volume of a body, for the contacts of another body's vertices inside it.
struct ContactVolume {
  Index vertexBody, volumeBody;  // body ids
  Index vertexBodyIndex, volumeBodyIndex;
  const LayeredDepthImage* image;  // image of the volume; may be null
  const SurfaceTree* tree;
  bool inward;
};

/// Computes the contact of each vertex in `inside`. `volumes` is sorted by (vertexBody, volumeBody) and contains the
/// volume of each vertex. The search for the nearest face starts with the face of the image entry that is nearest to
/// the vertex on its pixel's ray.
void findContacts(const BodySet& bodies, std::span<const ContactVolume> volumes, std::span<const InsideVertex> inside,
                  InsideContact* contacts, Workers& workers);

}  // namespace pliant::detail
