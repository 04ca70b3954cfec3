#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/scenes/Simulation.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pliant::cli {

/// A method needs OpenGL, and there is none that will do.
class NoOpenGl : public Error {
 public:
  using Error::Error;
};

enum class GlLayers : std::uint8_t { Unordered, Ordered, Abuffer };

struct GlDrawing {
  std::unique_ptr<LdiRenderer> renderer;
  std::string driver;                    ///< as OpenGL names what draws all, GL_RENDERER
  std::function<double()> readBackMs;    ///< of the renderer's last image
  std::function<DrawnImages()> drawnBy;  ///< where it is chosen from image to image what draws
};

inline constexpr GlLayers kGlLayers[] = {GlLayers::Unordered, GlLayers::Ordered, GlLayers::Abuffer};

/// In a context without a screen. Throws NoOpenGl with `option`, by which it was named, and the method's name, where
/// there is none, or no OpenGL in this build.
GlDrawing makeGlDrawing(GlLayers layers, std::string_view option);
/// Nothing, and in `reason` one line, where that can't be.
std::optional<GlDrawing> tryGlDrawing(GlLayers layers, std::string& reason);

/// OpenGL, in a context without a screen, or the CPU, whichever is the faster; the CPU where there is no OpenGL.
GlDrawing makeAutoDrawing();

}  // namespace pliant::cli
