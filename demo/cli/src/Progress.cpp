#include "Progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace pliant::cli {
namespace {

bool canRewriteLines() {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal && std::string_view(terminal) != "dumb";
}

}  // namespace

Progress::Progress(const char* unit, std::size_t total)
    : m_unit(unit),
      m_total(total),
      m_enabled(total > 1 && canRewriteLines()),
      m_next(std::chrono::steady_clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (m_shown) std::fputs("\r\033[K", stderr);
}

void Progress::advance() {
  ++m_done;
  if (!m_enabled) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < m_next) return;
  m_next = now + std::chrono::milliseconds(100);
  m_shown = true;
  constexpr std::size_t kWidth = 30;
  const std::size_t filled = kWidth * m_done / m_total;
  char bar[kWidth + 1] = {};
  for (std::size_t i = 0; i < kWidth; ++i) bar[i] = i < filled ? '#' : '.';
  std::fprintf(stderr, "\r[%s] %s %zu of %zu", bar, m_unit, m_done, m_total);
  std::fflush(stderr);
}

}  // namespace pliant::cli
