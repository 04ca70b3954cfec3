#pragma once

#include <pliant/detectors/Types.h>
#include <pliant/models/ModelScene.h>

#include <optional>
#include <string>
#include <vector>

#include "methods.h"

namespace pliant::cli {

/// The options of `detect` as they were written.
struct DetectWords {
  std::string method = "auto";
  bool self = false, between = false, stretched = false, exactVertices = false, sharedCorners = false;
  std::optional<std::string> resolution, capHoles, margin, contourTest, threads, repeat, json, screenshot, view,
      overlay;
  std::optional<std::string> scene, frames, faces, angle, exportFolder;
  std::vector<std::string> files;
};

/// The options of `detect`, checked.
struct DetectArguments {
  bool self = true, between = true, sharedCorners = false;
  std::optional<Real> margin;  ///< world units, finite and ≥ 0
  unsigned threads = 0;        ///< 0: as many as the machine has cores
  unsigned repeat = 1;
  MethodSettings method;
  std::optional<Index> capHoles;  ///< most edges of a hole that is capped
  std::optional<std::string> json, screenshot;
  double azimuth = 30, elevation = 20;  ///< of the picture, degrees
  bool showParts = false;               ///< in the picture, instead of what was found

  struct Body {
    std::string name;                 ///< as written
    std::vector<std::string> frames;  ///< files; one for a body that stands still
  };
  std::vector<Body> bodies;
  const models::ModelSceneEntry* scene = nullptr;  ///< instead of files
  models::ModelSceneOptions sceneOptions;
  std::optional<std::string> exportFolder;
  std::size_t frames = 1;
};

/// Throws Error on a value that is none or out of range, an option that the method or the scene does not know, a name
/// of a file that is empty, bodies of unequal numbers of frames, or where there is neither file nor scene, or both.
DetectArguments checkArguments(const DetectWords& words, const Method& method);

}  // namespace pliant::cli
