#include "papers.h"

#include <pliant/detectors/Error.h>
#include <pliant/papers/makePage.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "StopSignals.h"
#include "glMethods.h"

namespace pliant::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Prints a bar, the part that begins, and the time that is left: the estimate, scaled by the time that the parts took
/// so far. On a terminal the line is rewritten.
class PartBar {
 public:
  void show(const std::string& part, double done, double total) {
    const double passed = std::chrono::duration<double>(Clock::now() - m_start).count();
    const double left = (total - done) * (done > 0 ? passed / done : 1);
    constexpr int kWidth = 30;
    const int filled = total > 0 ? static_cast<int>(kWidth * done / total) : 0;
    std::string bar(kWidth, '.');
    std::fill_n(bar.begin(), std::min(filled, kWidth), '#');
    char time[32];
    if (left >= 90)
      std::snprintf(time, sizeof time, "%.0f min", left / 60);
    else
      std::snprintf(time, sizeof time, "%.0f s", left);
    const bool rewrites = isatty(STDERR_FILENO) == 1;
    std::fprintf(stderr, "%s[%s] %s left: %s%s", rewrites ? "\r\033[K" : "", bar.c_str(), time, part.c_str(),
                 rewrites ? "" : "\n");
    std::fflush(stderr);
  }
  ~PartBar() {
    if (isatty(STDERR_FILENO) == 1) std::fputs("\r\033[K", stderr);
  }

 private:
  Clock::time_point m_start = Clock::now();
};

}  // namespace

void makePapers(const std::string& folder, benchmarks::BenchSettings settings, bool quick) {
  StopSignals signals("\nends after this part; a second signal ends at once\n");
  const bool drawsByGl = !settings.sources.empty();
  bool whole = false, written = false;
  try {
    PartBar bar;
    std::optional<QuietDrivers> quiet;  // during each part
    settings.progress = [](const std::string&) {};
    papers::Run run(folder, std::move(settings), quick);
    whole = papers::makePage(folder, papers::allPapers(), run, [&](const std::string& part, double done, double total) {
      quiet.reset();
      written = done > 0;
      if (StopSignals::caught() != 0) return false;
      bar.show(part, done, total);
      if (drawsByGl) quiet.emplace();
      return true;
    });
  } catch (const Error& error) {
    rethrowNested(error);
  }
  if (written) std::printf("%s/papers.md%s\n", folder.c_str(), whole ? "" : " (incomplete)");
  std::fflush(stdout);
  signals.obey();
}

}  // namespace pliant::cli
