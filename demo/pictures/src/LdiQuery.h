#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/querySteps.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "MethodSet.h"
#include "outsideFaces.h"

namespace pliant::detail {

/// The query of layered depth images that is taken apart: the two bodies with the largest volume of interest, or else
/// one body with itself. The grid is that of the settings, with at most kMostPixels along the longest side.
struct LdiQuery {
  static constexpr Index kMostPixels = 128;

  LdiQuery(std::span<const MethodBody> bodies, const StepwiseQuery& asked);

  /// Returns true if no body has a volume.
  bool empty() const { return bodies.empty(); }
  bool isPair() const { return bodies.size() == 2; }
  /// Returns true if the body has faces. A cloud has no image.
  bool isVolume(std::size_t i) const { return method.set.faces(bodies[i]).size() != 0; }
  const LdiView& view(std::size_t i) const { return i == 0 ? views.a : views.b; }
  LdiSurface surface(std::size_t i) const;
  std::string nameOf(std::size_t i) const;  ///< "body 3"
  /// Returns a picture of no additions, with the query's bodies as glass.
  MethodPicture glass() const;

  std::size_t inputs;  ///< number of bodies of the scene
  MethodSet method;
  LdiDetector::Settings settings;
  Index wanted = 0;                       ///< pixels along the longest side by the settings
  std::size_t pairs = 0;                  ///< number of pairs of bodies with a volume of interest
  std::vector<Index> bodies;              ///< body indices: two, one or none
  LdiPairViews views;                     ///< one body: the first
  PairOfBoxes boxes;                      ///< one body: its box twice
  std::vector<LayeredDepthImage> images;  ///< one per body, rendered on the CPU; empty for a cloud

 private:
  LdiGrid gridFor(Index a, Index b);
};

/// Appends the steps that all ways to draw an image share: volume of interest, outside faces, faces that cover no pixel
/// centre. A query without bodies: a step that says so.
void appendVolumeSteps(const LdiQuery& query, std::vector<QueryStep>& steps);
/// Appends the steps after the images: intersection volume and vertices in volume (Heidelberger 2003, 3.3), or the
/// volume that one body shares with itself (2004, 3.1).
void appendResultSteps(const LdiQuery& query, std::vector<QueryStep>& steps);

/// Returns the points of the layers [first, last) of all images, with the frame of the volume.
MethodPicture drawQueryLayers(const LdiQuery& query, std::size_t first, std::size_t last);
/// Returns the images of both bodies side by side, each as its layers.
Image layersOf(const LdiQuery& query);
/// Returns the size of an image pixel in a flat picture [pixels], smaller for larger images.
int pixelScale(const LdiQuery& query);
/// Returns "17" or, for several bodies, "17 and 4", with the number of each body that has an image.
std::string numbersOf(const LdiQuery& query, std::size_t (*count)(const LayeredDepthImage&));

}  // namespace pliant::detail
