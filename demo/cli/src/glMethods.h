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

/// Thrown if a method needs OpenGL, and there is no suitable OpenGL or it fails.
class NoOpenGl : public Error {
 public:
  using Error::Error;
};

/// Discards standard error while it lives: drivers write there. Status and exceptions report the errors.
class QuietDrivers {
 public:
  QuietDrivers();
  ~QuietDrivers();
  QuietDrivers(const QuietDrivers&) = delete;
  QuietDrivers& operator=(const QuietDrivers&) = delete;

 private:
  int m_kept;  // standard error
};

enum class GlLayers : std::uint8_t { Unordered, Ordered, Abuffer };

struct GlDrawing {
  std::unique_ptr<LdiRenderer> renderer;
  std::string driver;                    ///< GL_RENDERER of the context, if OpenGL draws all images
  std::function<double()> readBackMs;    ///< returns the time to read back the last image [ms]
  std::function<ImageWork()> lastImage;  ///< returns the work for the last image; null unless OpenGL draws all images
  std::function<DrawnImages()> drawnBy;  ///< set if the renderer is chosen for each image, else null
};

inline constexpr GlLayers kGlLayers[] = {GlLayers::Unordered, GlLayers::Ordered, GlLayers::Abuffer};

/// Returns a renderer in a context without a screen.
/// Throws NoOpenGl if there is no such context, or no OpenGL in this build. The message contains `option` and the name
/// of the method.
GlDrawing makeGlDrawing(GlLayers layers, std::string_view option);
/// Returns std::nullopt, and one line in `reason`, if makeGlDrawing() would throw.
/// `frame`: largest width and height of the framebuffer [pixels]; 0: the renderer's default.
std::optional<GlDrawing> tryGlDrawing(GlLayers layers, std::string& reason, Index frame = 0);

/// Returns the error of a method that failed in the middle of its work. `reason` begins with the method's name.
NoOpenGl failedMethod(std::string_view option, const std::string& reason);
/// Call in a catch block. Throws a GlError as failedMethod() does, and other exceptions unchanged.
[[noreturn]] void rethrowNamed(std::string_view option, std::string_view method);
/// Call in the catch block of `error`. Throws NoOpenGl with the error's message if a GlError is nested in it, else the
/// error unchanged.
[[noreturn]] void rethrowNested(const Error& error);

/// Returns a renderer that uses the CPU, or OpenGL without a screen for large images on a graphics card.
GlDrawing makeAutoDrawing();

}  // namespace pliant::cli
