#include "AutoChoice.h"

#include <chrono>

namespace pliant::detail {
namespace {

double processorsClock() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

AutoChoice::AutoChoice(std::unique_ptr<LdiRenderer> onCpu, std::vector<std::unique_ptr<LdiRenderer>> byGl,
                       const AutoLdiSettings& settings)
    : m_renderers(std::move(byGl)),
      m_own(m_renderers.size()),
      m_choice(settings.choice),
      m_clock(settings.clock ? settings.clock : processorsClock),
      m_measured(1 + m_renderers.size(), settings.share, settings.advantage) {
  m_renderers.insert(m_renderers.begin(), std::move(onCpu));
}

std::size_t AutoChoice::memory() const {
  std::size_t bytes = m_measured.memory();
  for (const auto& renderer : m_renderers) bytes += renderer->memory();
  return bytes;
}

std::size_t AutoChoice::cardMemory() const {
  std::size_t bytes = 0;
  for (const auto& renderer : m_renderers) bytes += renderer->cardMemory();
  return bytes;
}

void AutoChoice::done(std::size_t way, std::size_t images) {
  (way == 0 ? status.byCpu : status.byGl) += images;
  status.drawnByGl = way != 0;
  if (way != 0) m_own[way - 1] = m_context = {};
}

void AutoChoice::failed(std::size_t way, const GlError& error) {
  const bool byItself = error.status() == GlStatus::TooOld || error.status() == GlStatus::Failed;
  if (byItself) m_context = {};  // the context could be entered
  (byItself ? m_own[way - 1] : m_context) = Standing{error.status(), error.what()};
}

/// Updates `status` and calls the listener. OpenGL is Ready if any renderer can use it. Otherwise the status is that of
/// the last renderer, which has the lowest requirements.
void AutoChoice::tell() {
  const Standing* best = &m_own.back();
  for (const Standing& standing : m_own) {
    if (standing.status == GlStatus::Ready) best = &standing;
  }
  if (m_context.status != GlStatus::Ready) best = &m_context;
  const bool changed = best->status != status.gl;
  status.gl = best->status;
  status.reason = best->reason;
  if (changed && listener) listener(status.gl, status.reason);
}

}  // namespace pliant::detail
