#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// Settings of AutoLdi.
struct AutoLdiSettings {
  /// Way in which AutoLdi chooses a renderer.
  enum class Choice : std::uint8_t {
    ByRule,  ///< chooseLdi()
    Cpu,     ///< always the CPU renderer
    OpenGl,  ///< an OpenGL renderer if OpenGL can be used, otherwise the CPU renderer
  };
  /// Default: ByRule.
  Choice choice = Choice::ByRule;
};

/// Returns true if GL_RENDERER names a graphics card: it is not empty and no known software rasteriser.
PLIANT_GLRENDER_EXPORT bool isGraphicsCard(std::string_view glRenderer);

/// A choice between CPU and OpenGL.
struct AutoLdiChoice {
  bool byGl = false;        ///< true: OpenGL draws
  std::string_view reason;  ///< a few words; a constant
};

/// Least number of faces and pixels, together, for which a graphics card is used.
/// An NVIDIA H100 took as long as one core of its host for 160,000 faces.
inline constexpr std::size_t kLeastForCard = 200000;

/// The rule by which AutoLdi chooses: OpenGL if its renderer is a graphics card and the images are large, else the CPU.
/// `glRenderer`: GL_RENDERER.
/// `faces`, `pixels`: sums over the views that are drawn or queried together.
PLIANT_GLRENDER_EXPORT AutoLdiChoice chooseLdi(std::string_view glRenderer, std::size_t faces, std::size_t pixels);

/// State of an AutoLdi.
struct AutoLdiStatus {
  GlStatus gl = GlStatus::Ready;    ///< state of OpenGL; Ready if a renderer can use it, or before the first attempt
  std::string reason;               ///< one line; empty if `gl` is Ready
  bool drawnByGl = false;           ///< true if OpenGL drew the last image
  std::string_view choice;          ///< why that renderer was chosen; a constant, empty before the first image
  std::size_t byCpu = 0, byGl = 0;  ///< numbers of images drawn so far by the CPU and by OpenGL
};

/// Renderer that uses the CPU, or OpenGL for large images on a graphics card: chooseLdi().
///
/// - The context is not entered before the first large image. Its GL_RENDERER is then taken to stay the same.
/// - If OpenGL cannot be used (no context yet, context lost or destroyed, call failed), the CPU draws. status() and the
///   listener report it. OpenGL is tried again after 64 large images; for each image if it is set. So no function
///   throws GlError.
/// - All renderers give bitwise equal images with Mesa's software renderer and on the one NVIDIA card that was tried.
///   Another card may round differently, within the contract of LdiRenderer.
/// - At most one thread uses a renderer and its context at a time.
class PLIANT_GLRENDER_EXPORT AutoLdi final : public LdiRenderer {
 public:
  /// Called when OpenGL becomes usable or unusable, or unusable with another status.
  /// Runs at the end of the rendering or query function, on its thread.
  /// `status`, `reason`: as in AutoLdiStatus.
  using Listener = std::function<void(GlStatus status, const std::string& reason)>;

  /// Chooses between SoftwareLdi and AbufferLdi. Choice::OpenGl uses UnorderedLdi if the context is too old for
  /// AbufferLdi.
  /// `context`: context of the OpenGL renderers, not null.
  /// Makes no OpenGL call.
  explicit AutoLdi(std::shared_ptr<GlContext> context, const AutoLdiSettings& settings = {});
  /// Chooses between a CPU renderer and one to three OpenGL renderers of one context.
  /// `gl`: in order of preference; the rule chooses only the first.
  /// Throws Error for another number of OpenGL renderers.
  AutoLdi(std::shared_ptr<GlContext> context, std::unique_ptr<LdiRenderer> cpu,
          std::vector<std::unique_ptr<LdiRenderer>> gl, const AutoLdiSettings& settings = {});
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
  /// Returns the backend, which passes each query to the backend of the chosen renderer.
  LdiBackend& backend() override;
  /// Returns the main memory of all renderers [bytes].
  std::size_t memory() const override;
  /// Returns the memory of all renderers on the graphics card [bytes].
  std::size_t cardMemory() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
