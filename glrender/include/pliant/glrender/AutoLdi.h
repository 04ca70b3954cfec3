#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pliant {

/// Settings of AutoLdi.
struct AutoLdiSettings {
  /// Rule by which AutoLdi chooses a renderer.
  enum class Choice : std::uint8_t {
    Measured,  ///< the renderer that was faster for images of about the same size
    Cpu,       ///< always the CPU renderer
    OpenGl,    ///< an OpenGL renderer if OpenGL can be used, otherwise the CPU renderer
  };
  /// Default: Measured.
  Choice choice = Choice::Measured;
  /// Fraction of the time that may be spent on new trials of slower renderers, after the first images of each size.
  /// Range 0 to 1; clamped. Default: 0.01.
  /// 0: the first decision stays, and a renderer that failed is not tried again.
  double share = 0.01;
  /// Factor by which another renderer must be faster to replace the current one.
  /// At least 1; clamped. Default: 1.2.
  double advantage = 1.2;
  /// Returns the time since a fixed moment [ms]. For tests.
  /// Default: null, std::chrono::steady_clock is used.
  std::function<double()> clock;
};

/// State of an AutoLdi.
struct AutoLdiStatus {
  GlStatus gl = GlStatus::Ready;    ///< state of OpenGL; Ready if a renderer can use it, or before the first attempt
  std::string reason;               ///< one line; empty if `gl` is Ready
  bool drawnByGl = false;           ///< true if OpenGL drew the last image
  std::size_t byCpu = 0, byGl = 0;  ///< numbers of images drawn so far by the CPU and by OpenGL
};

/// Renderer that uses OpenGL or the CPU, whichever is faster for images of about as many faces and pixels.
///
/// - Each renderer draws some of the first images of a size. Slower renderers are tried again from time to time.
/// - If OpenGL cannot be used (no context yet, context lost or destroyed, call failed), the CPU draws. status() and the
///   listener report it. OpenGL is used again as soon as possible. So no function throws GlError.
/// - All renderers give bitwise equal images with Mesa's software renderer and on the one NVIDIA card that was tried.
///   Another card may round differently, within the contract of LdiRenderer. Then the bits depend on measured times,
///   unless `choice` is Cpu.
/// - At most one thread uses a renderer and its context at a time.
class PLIANT_GLRENDER_EXPORT AutoLdi final : public LdiRenderer {
 public:
  /// Called when OpenGL becomes usable or unusable, or unusable with another status.
  /// Runs at the end of the rendering or query function, on its thread.
  /// `status`, `reason`: as in AutoLdiStatus.
  using Listener = std::function<void(GlStatus status, const std::string& reason)>;

  /// Chooses between SoftwareLdi, AbufferLdi and UnorderedLdi.
  /// `context`: context of the OpenGL renderers, not null.
  /// Makes no OpenGL call.
  explicit AutoLdi(std::shared_ptr<GlContext> context, const AutoLdiSettings& settings = {});
  /// Chooses between a CPU renderer and one to three OpenGL renderers of one context.
  /// `gl`: in order of preference.
  /// Throws Error for another number of OpenGL renderers.
  AutoLdi(std::unique_ptr<LdiRenderer> cpu, std::vector<std::unique_ptr<LdiRenderer>> gl,
          const AutoLdiSettings& settings = {});
  ~AutoLdi() override;

  /// Sets the listener; null removes it. Default: null.
  void setListener(Listener listener);
  /// Returns the current state; valid while the renderer lives.
  const AutoLdiStatus& status() const;

  /// Returns "ldi-auto".
  std::string_view name() const override;
  /// Renders a surface; replaces `image`.
  /// Throws the errors of LdiRenderer::render(), but not GlError.
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override;
  /// Renders all views by the same renderer.
  /// Throws the errors of render().
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) override;
  /// Returns true if the CPU renderer supports renderRows().
  bool drawsRows() const override;
  /// Renders rows of an image by the CPU renderer, for images that are too large to be rendered as a whole.
  /// Throws the errors of LdiRenderer::renderRows().
  void renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last, LayeredDepthImage& image,
                  Workers& workers) override;
  /// Returns the query interface; null if no renderer has one.
  /// A query runs on the graphics card if the chosen renderer supports it, otherwise on images in main memory.
  /// Valid while the renderer lives.
  LdiAnswering* answering() override;
  /// Returns the main memory of all renderers and of kept images [bytes].
  std::size_t memory() const override;
  /// Returns the memory of all renderers on the graphics card [bytes].
  std::size_t cardMemory() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
