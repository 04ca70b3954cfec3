#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/glrender/AbufferLdi.h>
#include <pliant/glrender/AutoLdi.h>
#include <pliant/glrender/UnorderedLdi.h>

#include <chrono>
#include <utility>

#include "MeasuredChoice.h"

namespace pliant {
namespace {

using namespace detail;

std::vector<std::unique_ptr<LdiRenderer>> renderersIn(const std::shared_ptr<GlContext>& context) {
  std::vector<std::unique_ptr<LdiRenderer>> made;
  made.push_back(std::make_unique<AbufferLdi>(context));
  made.push_back(std::make_unique<UnorderedLdi>(context));
  return made;
}

double processorsClock() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct AutoLdi::Impl {
  struct Standing {
    GlStatus status = GlStatus::Ready;
    std::string reason;
  };

  Impl(std::unique_ptr<LdiRenderer> onCpu, std::vector<std::unique_ptr<LdiRenderer>> byGl,
       const AutoLdiSettings& settings)
      : renderers(std::move(byGl)),
        own(renderers.size()),
        choice(settings.choice),
        clock(settings.clock ? settings.clock : processorsClock),
        measured(1 + renderers.size(), settings.share, settings.advantage) {
    renderers.insert(renderers.begin(), std::move(onCpu));
  }

  /// The CPU first; way 0 of `measured`.
  std::vector<std::unique_ptr<LdiRenderer>> renderers;
  Standing context;           ///< what all that use OpenGL have in common
  std::vector<Standing> own;  ///< what each of them fails by itself
  const AutoLdiSettings::Choice choice;
  const std::function<double()> clock;
  MeasuredChoice measured;
  AutoLdiStatus status;
  std::size_t images = 0;  ///< drawn at once
  Listener listener;

  /// False if OpenGL can't be used for it; if it is for the context, others need not be asked.
  template <typename Render>
  bool draws(std::size_t way, const Render& render);
  /// By one that can.
  template <typename Render>
  void draw(const MeasuredChoice::Size& size, const Render& render);
  void tell();
};

template <typename Render>
bool AutoLdi::Impl::draws(std::size_t way, const Render& render) {
  if (way == 0) {
    render(*renderers[0]);
    status.byCpu += images;
    status.drawnByGl = false;
    return true;
  }
  Standing& standing = own[way - 1];
  try {
    render(*renderers[way]);
    status.byGl += images;
    status.drawnByGl = true;
    standing = context = {};
    return true;
  } catch (const GlError& error) {
    const bool byItself = error.status() == GlStatus::TooOld || error.status() == GlStatus::Failed;
    (byItself ? standing : context) = Standing{error.status(), error.what()};
    return false;
  }
}

template <typename Render>
void AutoLdi::Impl::draw(const MeasuredChoice::Size& size, const Render& render) {
  if (choice == AutoLdiSettings::Choice::Measured) {
    for (;;) {
      const std::size_t way = measured.pick(size);
      const double before = clock();
      const bool drawn = draws(way, render);
      const double ms = clock() - before;
      if (drawn) {
        measured.done(size, way, ms);
        return;
      }
      for (std::size_t i = 1; i < renderers.size(); ++i) {
        if (i == way || context.status != GlStatus::Ready) measured.failed(i, ms);
      }
    }
  }
  if (choice == AutoLdiSettings::Choice::OpenGl) {
    for (std::size_t way = 1; way < renderers.size(); ++way) {
      if (draws(way, render)) return;
      if (context.status != GlStatus::Ready) break;
    }
  }
  draws(0, render);
}

/// OpenGL is Ready if any renderer can use it; else as the last one finds it, which needs the least.
void AutoLdi::Impl::tell() {
  const Standing* best = &own.back();
  for (const Standing& standing : own) {
    if (standing.status == GlStatus::Ready) best = &standing;
  }
  if (context.status != GlStatus::Ready) best = &context;
  const bool changed = best->status != status.gl;
  status.gl = best->status;
  status.reason = best->reason;
  if (changed && listener) listener(status.gl, status.reason);
}

AutoLdi::AutoLdi(std::shared_ptr<GlContext> context, const AutoLdiSettings& settings)
    : AutoLdi(std::make_unique<SoftwareLdi>(), renderersIn(context), settings) {}

AutoLdi::AutoLdi(std::unique_ptr<LdiRenderer> cpu, std::vector<std::unique_ptr<LdiRenderer>> gl,
                 const AutoLdiSettings& settings) {
  if (gl.empty() || gl.size() >= MeasuredChoice::kMostWays) {
    throw Error("AutoLdi takes one to three renderers that use OpenGL, not " + std::to_string(gl.size()));
  }
  m_impl = std::make_unique<Impl>(std::move(cpu), std::move(gl), settings);
}

AutoLdi::~AutoLdi() = default;

void AutoLdi::setListener(Listener listener) {
  m_impl->listener = std::move(listener);
}

const AutoLdiStatus& AutoLdi::status() const {
  return m_impl->status;
}

std::string_view AutoLdi::name() const {
  return "ldi-auto";
}

void AutoLdi::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  Impl& impl = *m_impl;
  impl.images = 1;
  impl.draw({surface.faces.size(), view.pixels()},
            [&](LdiRenderer& renderer) { renderer.render(surface, view, image, workers); });
  impl.tell();
}

void AutoLdi::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                          std::span<LayeredDepthImage> images, Workers& workers) {
  Impl& impl = *m_impl;
  impl.images = views.size();
  MeasuredChoice::Size size{views.size() * surface.faces.size(), 0};
  for (const LdiView& view : views) size.pixels += view.pixels();
  impl.draw(size, [&](LdiRenderer& renderer) { renderer.renderViews(surface, views, images, workers); });
  impl.tell();
}

std::size_t AutoLdi::memory() const {
  std::size_t bytes = m_impl->measured.memory();
  for (const auto& renderer : m_impl->renderers) bytes += renderer->memory();
  return bytes;
}

}  // namespace pliant
