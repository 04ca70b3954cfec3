#include "glMethods.h"

#include <fcntl.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <utility>

#if PLIANT_WITH_GLRENDER
#include <pliant/glrender.h>
#endif

namespace pliant::cli {
namespace {

std::string nameOf(GlLayers layers) {
  constexpr const char* names[] = {"ldi-gl-unordered", "ldi-gl-ordered", "ldi-gl-abuffer"};
  return names[static_cast<std::size_t>(layers)];
}

#if !PLIANT_WITH_GLRENDER

const char kNoOpenGl[] = "this program was built without OpenGL";

#endif

/// Counts the images that the CPU draws.
class Counted final : public LdiRenderer {
 public:
  explicit Counted(std::shared_ptr<std::size_t> images) : m_images(std::move(images)) {}

  std::string_view name() const override { return "ldi"; }
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override {
    m_renderer.render(surface, view, image, workers);
    ++*m_images;
  }
  bool drawsRows() const override { return m_renderer.drawsRows(); }
  void renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last, LayeredDepthImage& image,
                  Workers& workers) override {
    m_renderer.renderRows(surface, view, first, last, image, workers);
    if (first == 0) ++*m_images;
  }
  std::size_t memory() const override { return m_renderer.memory(); }

 private:
  SoftwareLdi m_renderer;
  std::shared_ptr<std::size_t> m_images;
};

}  // namespace

QuietDrivers::QuietDrivers() : m_kept(::dup(STDERR_FILENO)) {
  std::fflush(stderr);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (m_kept >= 0 && nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  if (nowhere >= 0) ::close(nowhere);
}
QuietDrivers::~QuietDrivers() {
  std::fflush(stderr);
  if (m_kept < 0) return;
  ::dup2(m_kept, STDERR_FILENO);
  ::close(m_kept);
}

std::optional<GlDrawing> tryGlDrawing(GlLayers layers, std::string& reason, [[maybe_unused]] Index frame) {
#if PLIANT_WITH_GLRENDER
  const auto context = std::make_shared<HeadlessContext>();
  const GlStatus status = [&] {
    const QuietDrivers quiet;
    return context->check(layers == GlLayers::Abuffer ? AbufferLdi::kLeastVersion : GlContext::kLeastVersion);
  }();
  if (status != GlStatus::Ready) {
    reason = nameOf(layers) + ": " + context->reason();
    return std::nullopt;
  }
  GlDrawing drawing;
  std::unique_ptr<GlLdi> renderer;
  LdiDrawingSettings settings;
  if (frame != 0) settings.frame = frame;
  if (layers == GlLayers::Unordered) renderer = std::make_unique<UnorderedLdi>(context, settings);
  if (layers == GlLayers::Ordered) renderer = std::make_unique<OrderedLdi>(context, settings);
  if (layers == GlLayers::Abuffer) renderer = std::make_unique<AbufferLdi>(context);
  drawing.readBackMs = [of = renderer.get()] { return of->statistics().readBackMs; };
  drawing.lastImage = [of = renderer.get()] {
    const LdiDrawingStatistics& last = of->statistics();
    // AbufferLdi draws several images together.
    return last.mostPasses > 0 ? ImageWork{last.mostPasses, last.mostReadBacks}
                               : ImageWork{last.passes, last.readBacks};
  };
  drawing.renderer = std::move(renderer);
  drawing.driver = context->renderer();
  return drawing;
#else
  reason = nameOf(layers) + ": " + kNoOpenGl;
  return std::nullopt;
#endif
}

GlDrawing makeGlDrawing(GlLayers layers, std::string_view option) {
  std::string reason;
  auto drawing = tryGlDrawing(layers, reason);
  if (!drawing) throw NoOpenGl(std::string(option) + " " + reason);
  return std::move(*drawing);
}

NoOpenGl failedMethod(std::string_view option, const std::string& reason) {
  const char* const remedy = reason.starts_with("ldi-gl-") ? "; ldi-software draws the same images without OpenGL" : "";
  return NoOpenGl(std::string(option) + " " + reason + remedy);
}

void rethrowNamed([[maybe_unused]] std::string_view option, [[maybe_unused]] std::string_view method) {
#if PLIANT_WITH_GLRENDER
  try {
    throw;
  } catch (const GlError& error) {
    throw failedMethod(option, std::string(method) + ": " + error.what());
  }
#else
  throw;
#endif
}

void rethrowNested([[maybe_unused]] const Error& error) {
#if PLIANT_WITH_GLRENDER
  try {
    std::rethrow_if_nested(error);
  } catch (const GlError&) {
    throw NoOpenGl(error.what());
  } catch (const std::exception&) {
    // Another kind of error has the status of the error around it.
  }
#endif
  throw;
}

GlDrawing makeAutoDrawing() {
  GlDrawing drawing;
#if PLIANT_WITH_GLRENDER
  const auto context = std::make_shared<HeadlessContext>();
  const GlStatus status = [&] {
    const QuietDrivers quiet;
    return context->check();
  }();
  if (status == GlStatus::Ready) {
    auto renderer = std::make_unique<AutoLdi>(context);
    drawing.drawnBy = [context, of = renderer.get()] {
      const AutoLdiStatus& now = of->status();
      return DrawnImages{now.byCpu, now.byGl, context->renderer(),
                         now.reason.empty() ? std::string(now.choice) : now.reason};
    };
    drawing.renderer = std::move(renderer);
    return drawing;
  }
  const std::string reason = context->reason();
#else
  const std::string reason = kNoOpenGl;
#endif
  const auto images = std::make_shared<std::size_t>(0);
  drawing.renderer = std::make_unique<Counted>(images);
  drawing.drawnBy = [images, reason] { return DrawnImages{*images, 0, {}, reason}; };
  return drawing;
}

}  // namespace pliant::cli
