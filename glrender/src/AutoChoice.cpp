#include "AutoChoice.h"

#include <utility>

namespace pliant::detail {
namespace {

/// Number of large work items that the CPU draws after OpenGL failed, because a failure may take long.
constexpr std::size_t kPause = 64;

constexpr std::string_view kNotUsable = "OpenGL cannot be used";

}  // namespace

AutoChoice::AutoChoice(std::shared_ptr<GlContext> context, std::unique_ptr<LdiRenderer> onCpu,
                       std::vector<std::unique_ptr<LdiRenderer>> byGl, const AutoLdiSettings& settings)
    : m_glContext(std::move(context)),
      m_renderers(std::move(byGl)),
      m_own(settings.choice == AutoLdiSettings::Choice::OpenGl ? m_renderers.size() : 1),
      m_choice(settings.choice) {
  m_renderers.insert(m_renderers.begin(), std::move(onCpu));
}

std::size_t AutoChoice::memory() const {
  std::size_t bytes = 0;
  for (const auto& renderer : m_renderers) bytes += renderer->memory();
  return bytes;
}

std::size_t AutoChoice::cardMemory() const {
  std::size_t bytes = 0;
  for (const auto& renderer : m_renderers) bytes += renderer->cardMemory();
  return bytes;
}

AutoLdiChoice AutoChoice::decide(const Size& size) {
  if (size.inBands && renderer(0).drawsRows()) return {false, "drawn in bands"};
  if (m_choice != AutoLdiSettings::Choice::ByRule) return {m_choice == AutoLdiSettings::Choice::OpenGl, "set"};
  if (size.faces + size.pixels >= kLeastForCard) {
    if (m_pause > 0) {
      --m_pause;
      return {false, kNotUsable};
    }
    if (m_glContext->renderer().empty()) {
      const GlStatus found = m_glContext->check();
      if (found != GlStatus::Ready) {
        failed(1, found, m_glContext->reason());
        return {false, kNotUsable};
      }
      m_own[0] = m_context = {};
    }
  }
  return chooseLdi(m_glContext->renderer(), size.faces, size.pixels);
}

void AutoChoice::done(std::size_t way, std::size_t images) {
  (way == 0 ? status.byCpu : status.byGl) += images;
  status.drawnByGl = way != 0;
  if (way != 0) m_own[way - 1] = m_context = {};
}

void AutoChoice::failed(std::size_t way, GlStatus why, const std::string& reason) {
  const bool byItself = why == GlStatus::TooOld || why == GlStatus::Failed;
  if (byItself) m_context = {};  // the context could be entered
  (byItself ? m_own[way - 1] : m_context) = Standing{why, reason};
  m_pause = kPause;
  status.choice = kNotUsable;
}

/// Updates `status` and calls the listener. OpenGL is Ready if any renderer can use it. Otherwise the status is that of
/// the last renderer, which has the lowest requirements.
void AutoChoice::report() {
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
