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

struct AutoLdiSettings {
  enum class Choice : std::uint8_t {
    Measured,  ///< what was the faster for images of about the same size
    Cpu,       ///< always
    OpenGl,    ///< whenever it can be used, else the CPU
  };
  Choice choice = Choice::Measured;
  /// Most of the time to be spent on measuring again what was slower, once the first images of each size are drawn; 0
  /// to 1. 0: what was decided stays, and what once failed is not tried again.
  double share = 0.01;
  /// How many times as fast the other must be to take the place of the one in use. At least 1.
  double advantage = 1.2;
  /// Time in ms since whenever; null: of the processor's clock. For tests.
  std::function<double()> clock;
};

struct AutoLdiStatus {
  GlStatus gl = GlStatus::Ready;    ///< as the last attempt to draw by OpenGL found it
  std::string reason;               ///< one line; empty if Ready
  bool drawnByGl = false;           ///< the last image
  std::size_t byCpu = 0, byGl = 0;  ///< images so far
};

/// Draws layered depth images by OpenGL or on the CPU, whichever is the faster for images of about as many faces and
/// pixels: the first images of a size are drawn by each in turn, and what is slower is tried again now and then. Where
/// OpenGL can't be used, because a context isn't there yet, is lost or gone, or because it fails, the CPU draws, and
/// status() and the listener say so; once it can, it is taken up again. So render never throws GlError.
///
/// The images are the same bits either way with Mesa's software renderer and on the NVIDIA card that was tried; another
/// card may round otherwise, within LdiRenderer's contract. Then which bits come out depends on times, unless `choice`
/// is fixed.
class PLIANT_GLRENDER_EXPORT AutoLdi final : public LdiRenderer {
 public:
  /// Called at the end of render, on its thread, each time OpenGL becomes usable or unusable or is so for another
  /// status. `reason` as in AutoLdiStatus.
  using Listener = std::function<void(GlStatus status, const std::string& reason)>;

  /// Between SoftwareLdi, AbufferLdi and UnorderedLdi in `context`.
  explicit AutoLdi(std::shared_ptr<GlContext> context, const AutoLdiSettings& settings = {});
  /// Between `cpu` and one to three others in one context, the preferred ones first. Throws Error for other numbers.
  AutoLdi(std::unique_ptr<LdiRenderer> cpu, std::vector<std::unique_ptr<LdiRenderer>> gl,
          const AutoLdiSettings& settings = {});
  ~AutoLdi() override;

  void setListener(Listener listener);
  const AutoLdiStatus& status() const;

  /// "ldi-auto".
  std::string_view name() const override;
  /// Throws Error as LdiRenderer says.
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override;
  /// All by the same one.
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) override;
  /// Rows of an image are drawn on the CPU, if that can: those of images too large to be drawn whole.
  bool drawsRows() const override;
  void renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last, LayeredDepthImage& image,
                  Workers& workers) override;
  /// Where OpenGL is chosen and its renderer answers, that one; else by images in main memory.
  LdiAnswering* answering() override;
  std::size_t memory() const override;
  std::size_t cardMemory() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
