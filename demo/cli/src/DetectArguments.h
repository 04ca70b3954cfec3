#pragma once

#include <pliant/detectors/Types.h>
#include <pliant/models/ModelScene.h>
#include <pliant/pictures/querySteps.h>

#include <optional>
#include <string>
#include <vector>

#include "methods.h"

namespace pliant::cli {

/// The options of `detect` as written on the command line.
struct DetectWords {
  std::string method = "auto";
  bool self = false, between = false, stretched = false, extended = false, exactVertices = false, contacts = false,
       sharedCorners = false, coordinates = false;
  std::optional<std::string> resolution, capHoles, margin, contourTest, threads, repeat, json, screenshot, view,
      overlay;
  std::optional<std::string> scene, frames, faces, angle, exportFolder, steps;
  std::vector<std::string> files, settings;
};

/// The checked options of `detect`.
struct DetectArguments {
  bool self = true, between = true, sharedCorners = false;
  bool coordinates = false;    ///< true: with barycentric coordinates of vertices in tetrahedra
  std::optional<Real> margin;  ///< contact distance of vertices and faces [length], finite and ≥ 0
  unsigned threads = 0;        ///< 0: number of cores of the machine
  unsigned repeat = 1;
  bool contacts = false;  ///< true: shortest separations of the vertices inside
  MethodSettings method;
  std::optional<Index> capHoles;  ///< caps holes of at most this many edges
  std::optional<std::string> json, screenshot;
  double azimuth = 30, elevation = 20;  ///< view direction of the picture [degrees]
  bool showPatches = false;             ///< true: the picture shows visited patches, not what was found
  bool showOutsideFaces = false;        ///< true: the picture shows volumes of interest as well

  struct Body {
    std::string name;                 ///< as on the command line
    std::vector<std::string> frames;  ///< files, one per frame; a body at rest has one
  };
  std::vector<Body> bodies;
  const models::ModelSceneEntry* scene = nullptr;  ///< null if files are given
  models::ModelSceneOptions sceneOptions;
  std::optional<std::string> exportFolder;
  std::optional<std::string> stepsFolder;    ///< folder for pictures of the query's steps
  const StepwiseMethod* stepwise = nullptr;  ///< null without --steps
  std::size_t frames = 1;
};

/// Checks the options.
/// Throws Error in these cases:
/// - A value is not valid or out of range.
/// - The method or the scene does not have the option.
/// - A file name is empty.
/// - Bodies have different numbers of frames.
/// - Neither files nor a scene are given, or both.
DetectArguments checkArguments(const DetectWords& words, const Method& method);

}  // namespace pliant::cli
