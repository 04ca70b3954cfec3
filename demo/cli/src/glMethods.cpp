#include "glMethods.h"

#if PLIANT_WITH_GLRENDER
#include <fcntl.h>
#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/glrender.h>
#include <unistd.h>

#include <cstdio>
#include <type_traits>
#endif

namespace pliant::cli {
namespace {

std::string nameOf(GlLayers layers) {
  switch (layers) {
    case GlLayers::Unordered:
      return "ldi-gl-unordered";
    case GlLayers::Ordered:
      return "ldi-gl-ordered";
    case GlLayers::Abuffer:
      break;
  }
  return "ldi-gl-abuffer";
}

#if PLIANT_WITH_GLRENDER

/// Keeps off standard error what drivers say to it: what is to be told comes by the status.
class Silence {
 public:
  Silence() : m_kept(::dup(STDERR_FILENO)) {
    std::fflush(stderr);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    if (m_kept >= 0 && nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0) ::close(nowhere);
  }
  ~Silence() {
    std::fflush(stderr);
    if (m_kept < 0) return;
    ::dup2(m_kept, STDERR_FILENO);
    ::close(m_kept);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int m_kept;
};

/// Draws and answers in silence. That OpenGL fails is no fault of the input.
template <typename Renderer>
class Drawing final : public LdiRenderer, public LdiAnswering {
 public:
  Drawing(GlLayers layers, std::shared_ptr<GlContext> context) : m_layers(layers), m_renderer(std::move(context)) {}

  std::string_view name() const override { return m_renderer.name(); }
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override {
    quietly([&] { m_renderer.render(surface, view, image, workers); });
  }
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) override {
    quietly([&] { m_renderer.renderViews(surface, views, images, workers); });
  }
  std::size_t memory() const override { return m_renderer.memory(); }
  double readBackMs() const { return m_renderer.statistics().readBackMs; }

  LdiAnswering* answering() override { return m_renderer.answering() == nullptr ? nullptr : this; }
  std::unique_ptr<LdiKeptImage> makeImage() override { return m_renderer.answering()->makeImage(); }
  void answer(const LdiPairQuestion& question, Workers& workers) override {
    quietly([&] { m_renderer.answering()->answer(question, workers); });
  }
  LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) override {
    LdiFigures figures;
    quietly([&] { figures = m_renderer.answering()->selfIntersection(subject, workers); });
    return figures;
  }
  void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) override {
    quietly([&] { m_renderer.answering()->read(subject, image, workers); });
  }

 private:
  template <typename Do>
  void quietly(Do&& act) {
    try {
      const Silence silence;
      act();
    } catch (const GlError& error) {
      throw NoOpenGl(nameOf(m_layers) + ": " + error.what());
    }
  }

  GlLayers m_layers;
  Renderer m_renderer;
};

#endif

}  // namespace

std::optional<GlDrawing> tryGlDrawing(GlLayers layers, std::string& reason) {
#if PLIANT_WITH_GLRENDER
  const auto context = std::make_shared<HeadlessContext>();
  const GlStatus status = [&] {
    const Silence silence;
    return context->check(layers == GlLayers::Abuffer ? AbufferLdi::kLeastVersion : GlContext::kLeastVersion);
  }();
  if (status != GlStatus::Ready) {
    reason = nameOf(layers) + ": " + context->reason();
    return std::nullopt;
  }
  GlDrawing drawing;
  const auto make = [&]<typename Renderer>(std::type_identity<Renderer>) {
    auto renderer = std::make_unique<Drawing<Renderer>>(layers, context);
    drawing.readBackMs = [of = renderer.get()] { return of->readBackMs(); };
    drawing.renderer = std::move(renderer);
  };
  if (layers == GlLayers::Unordered) make(std::type_identity<UnorderedLdi>());
  if (layers == GlLayers::Ordered) make(std::type_identity<OrderedLdi>());
  if (layers == GlLayers::Abuffer) make(std::type_identity<AbufferLdi>());
  drawing.driver = context->renderer();
  return drawing;
#else
  reason = nameOf(layers) + ": this program was built without OpenGL";
  return std::nullopt;
#endif
}

GlDrawing makeGlDrawing(GlLayers layers, std::string_view option) {
  std::string reason;
  auto drawing = tryGlDrawing(layers, reason);
  if (!drawing) throw NoOpenGl(std::string(option) + " " + reason);
  return std::move(*drawing);
}

}  // namespace pliant::cli
