#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/glrender/AbufferLdi.h>
#include <pliant/glrender/AutoLdi.h>
#include <pliant/glrender/UnorderedLdi.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "AutoBackend.h"
#include "AutoChoice.h"

namespace pliant {
namespace {

using namespace detail;

std::vector<std::unique_ptr<LdiRenderer>> renderersIn(const std::shared_ptr<GlContext>& context) {
  std::vector<std::unique_ptr<LdiRenderer>> made;
  made.push_back(std::make_unique<AbufferLdi>(context));
  made.push_back(std::make_unique<UnorderedLdi>(context));
  return made;
}

}  // namespace

bool isGraphicsCard(std::string_view glRenderer) {
  // Software rasterisers of Mesa, Google, Microsoft and Apple.
  constexpr std::string_view rasterisers[] = {"llvmpipe",    "softpipe",
                                              "swrast",      "Software Rasterizer",
                                              "SwiftShader", "Microsoft Basic Render",
                                              "GDI Generic", "Apple Software Renderer"};
  return !glRenderer.empty() &&
         std::none_of(std::begin(rasterisers), std::end(rasterisers),
                      [&](std::string_view name) { return glRenderer.find(name) != std::string_view::npos; });
}

AutoLdiChoice chooseLdi(std::string_view glRenderer, std::size_t faces, std::size_t pixels) {
  if (faces + pixels < kLeastForCard) return {false, "small images"};
  if (!isGraphicsCard(glRenderer)) return {false, "no graphics card"};
  return {true, "large images, and a graphics card"};
}

struct AutoLdi::Impl {
  Impl(std::shared_ptr<GlContext> context, std::unique_ptr<LdiRenderer> cpu,
       std::vector<std::unique_ptr<LdiRenderer>> gl, const AutoLdiSettings& settings)
      : choice(std::move(context), std::move(cpu), std::move(gl), settings), backend(choice) {}

  AutoChoice choice;
  AutoBackend backend;
};

AutoLdi::AutoLdi(std::shared_ptr<GlContext> context, const AutoLdiSettings& settings)
    : AutoLdi(context, std::make_unique<SoftwareLdi>(), renderersIn(context), settings) {}

AutoLdi::AutoLdi(std::shared_ptr<GlContext> context, std::unique_ptr<LdiRenderer> cpu,
                 std::vector<std::unique_ptr<LdiRenderer>> gl, const AutoLdiSettings& settings) {
  if (gl.empty() || gl.size() >= AutoChoice::kMostWays) {
    throw Error("AutoLdi: the number of OpenGL renderers must be from 1 to 3, not " + std::to_string(gl.size()));
  }
  m_impl = std::make_unique<Impl>(std::move(context), std::move(cpu), std::move(gl), settings);
}

AutoLdi::~AutoLdi() = default;

void AutoLdi::setListener(Listener listener) {
  m_impl->choice.listener = std::move(listener);
}

const AutoLdiStatus& AutoLdi::status() const {
  return m_impl->choice.status;
}

std::string_view AutoLdi::name() const {
  return "ldi-auto";
}

void AutoLdi::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  AutoChoice& choice = m_impl->choice;
  choice.run({surface.faces.size(), view.pixels()}, 1,
             [&](std::size_t way) { choice.renderer(way).render(surface, view, image, workers); });
}

void AutoLdi::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                          std::span<LayeredDepthImage> images, Workers& workers) {
  AutoChoice& choice = m_impl->choice;
  AutoChoice::Size size{views.size() * surface.faces.size()};
  for (const LdiView& view : views) size.pixels += view.pixels();
  choice.run(size, views.size(),
             [&](std::size_t way) { choice.renderer(way).renderViews(surface, views, images, workers); });
}

bool AutoLdi::drawsRows() const {
  return m_impl->choice.renderer(0).drawsRows();
}

void AutoLdi::renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last,
                         LayeredDepthImage& image, Workers& workers) {
  AutoChoice& choice = m_impl->choice;
  choice.renderer(0).renderRows(surface, view, first, last, image, workers);
  if (first == 0) choice.done(0, 1);
}

LdiBackend& AutoLdi::backend() {
  return m_impl->backend;
}

std::size_t AutoLdi::cardMemory() const {
  return m_impl->choice.cardMemory();
}

std::size_t AutoLdi::memory() const {
  return m_impl->choice.memory();
}

}  // namespace pliant
