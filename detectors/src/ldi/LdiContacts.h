#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/InsideContact.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"

namespace pliant::detail {

/// A volume, as those of a body's vertices that it holds need it.
struct ContactVolume {
  Index vertexBody, volumeBody;  // ids
  Index vertexSlot, volumeSlot;
  const LayeredDepthImage* image;  // of the volume; null where there is none
  const SurfaceTree* tree;
  bool inward;
};

/// Contacts of vertices, each of which has its volume among `volumes`, sorted by (vertexBody, volumeBody). The face
/// that the image has nearest to the vertex on its ray begins the search for the nearest of all.
void findContacts(const BodySet& bodies, std::span<const ContactVolume> volumes, std::span<const InsideVertex> inside,
                  InsideContact* contacts, Workers& workers);

}  // namespace pliant::detail
