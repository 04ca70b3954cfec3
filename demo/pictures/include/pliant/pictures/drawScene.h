#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Simulation.h>

namespace pliant {

/// What a picture shows beside the bodies.
struct Overlay {
  bool intersections = true;  ///< faces that meet others, in red
  bool inside = false;        ///< a red dot for each vertex in another body
  bool contacts = false;      ///< an orange dot for each of Pliant's contacts
  bool volumes = false;       ///< what closed bodies share with each other in red, with themselves in green
  bool engines = false;  ///< bodies in the colours of the engines that AutoDetector chose for them, see engineColour
};

/// Blue: hash, or not measured; orange: buckets; green: regularity.
Colour engineColour(AutoDetector::Engine engine);

/// The scene as it stands, from the scene's camera. `verdict` is of the same positions.
Drawing drawScene(const Simulation& simulation, const Verdict& verdict, const Overlay& overlay = {});

}  // namespace pliant
