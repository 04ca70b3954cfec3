#include <pliant/detectors/Workers.h>
#include <tbb/global_control.h>

#include <algorithm>

#include "ThreadTeam.h"

namespace pliant {

struct Workers::Impl {
  explicit Impl(unsigned threads) : team(threads) {}
  detail::ThreadTeam team;
};

Workers::Workers(unsigned threads) {
  if (threads == 1) return;
  // oneTBB prints a warning on standard error for more threads than the process allows.
  const auto allowed = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  threads =
      threads == 0 ? static_cast<unsigned>(allowed) : static_cast<unsigned>(std::min<std::size_t>(threads, allowed));
  if (threads > 1) m_impl = std::make_unique<Impl>(threads);
}

Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

unsigned Workers::threads() const {
  return m_impl ? m_impl->team.threads() : 1;
}

void Workers::run(std::size_t count, std::size_t grain, void* context, Call call) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunks = count / grain + (count % grain != 0);
  const auto runChunk = [=](std::size_t chunk) {
    const std::size_t begin = chunk * grain;
    call(context, chunk, begin, begin + std::min(grain, count - begin));
  };
  if (!m_impl) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) runChunk(chunk);
    return;
  }
  using RunChunk = decltype(runChunk);
  m_impl->team.run(chunks, &runChunk,
                   [](const void* run, std::size_t chunk) { (*static_cast<const RunChunk*>(run))(chunk); });
}

}  // namespace pliant
