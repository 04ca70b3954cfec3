#include "Team.h"

#include <algorithm>
#include <chrono>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#define PLIANT_THREAD_SANITIZER 1
#elif defined(__has_feature)  // Clang's; with GCC Eigen defines it, to 0
#if __has_feature(thread_sanitizer)
#define PLIANT_THREAD_SANITIZER 1
#endif
#endif
#ifdef PLIANT_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#define PLIANT_UNWATCHED __attribute__((no_sanitize("thread")))
#else
#define PLIANT_UNWATCHED
#endif

namespace pliant::detail {
namespace {

// The thread library orders what was done before a task was called, and what it does before it is waited for. The
// thread sanitizer does not see that, for the library is built without it, and must be told.
#ifdef PLIANT_THREAD_SANITIZER
void tellBefore(void* point) {
  __tsan_release(point);
}
void tellAfter(void* point) {
  __tsan_acquire(point);
}
#else
void tellBefore(void*) {}
void tellAfter(void*) {}
#endif

/// How long a helper stays awake without work: of the order of what it takes to wake one.
constexpr std::chrono::microseconds kLinger{50};
/// How long the calling thread stays awake while others finish.
constexpr std::chrono::microseconds kWatch{100};
constexpr int kPausesPerLook = 8;  // at the clock
constexpr std::uint64_t kMostChunks = 0xffffffff;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Time since the last renewal.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Patience(Clock::duration limit) : m_limit(limit) {}
  void renew() { m_turns = 0; }
  /// Waits for a moment; false once the time is over.
  bool wait() {
    if (m_turns == 0) m_end = Clock::now() + m_limit;
    pause();
    return ++m_turns % kPausesPerLook != 0 || Clock::now() < m_end;
  }

 private:
  Clock::duration m_limit;
  Clock::time_point m_end;
  unsigned m_turns = 0;
};

/// Gives a thread its own arithmetic back: rounding, and what becomes of tiny numbers.
class OwnArithmetic {
 public:
  OwnArithmetic() { std::fegetenv(&m_own); }
  ~OwnArithmetic() { std::fesetenv(&m_own); }
  OwnArithmetic(const OwnArithmetic&) = delete;
  OwnArithmetic& operator=(const OwnArithmetic&) = delete;

 private:
  std::fenv_t m_own;
};

}  // namespace

/// What it holds itself is read before the sanitizer can be told of any order, so not in its sight.
struct Team::HelperTask {
  Team* team;

  PLIANT_UNWATCHED void operator()() const {
    Team* const called = team;
    tellAfter(&called->m_called);
    called->help();
  }
};

Team::Team(unsigned threads) : m_lanes(threads), m_arena(static_cast<int>(threads)) {}

Team::~Team() {
  if (!m_arena.is_active()) return;
  m_closing = true;
  m_arena.execute([this] { m_group.wait(); });
  tellAfter(&m_gone);
}

void Team::run(std::size_t chunks, const void* context, Call call) {
  if (chunks <= 1 || chunks > kMostChunks || m_busy.exchange(true, std::memory_order_acquire)) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) call(context, chunk);
    return;
  }
  publish(chunks, context, call);
  callHelpers(chunks - 1);
  while (workOnChunk(0, [] {})) {
  }
  waitForOthers();
  const std::exception_ptr error = std::exchange(m_error, nullptr);
  m_busy.store(false, std::memory_order_release);
  if (error) std::rethrow_exception(error);
}

/// Sleeps where it lasts, as one of them may have lost its processor. Doesn't yield: others could then keep this one
/// for far longer than what is waited for.
void Team::waitForOthers() {
  Patience patience(kWatch);
  while (m_unfinished.load() != 0) {
    if (patience.wait()) continue;
    std::unique_lock lock(m_sleep);
    m_sleeping = true;
    m_wake.wait(lock, [&] { return m_unfinished.load() == 0; });
    m_sleeping = false;
  }
}

void Team::finish(std::size_t chunks) {
  if (m_unfinished.fetch_sub(chunks) != chunks || !m_sleeping) return;
  const std::lock_guard lock(m_sleep);
  m_wake.notify_one();
}

void Team::publish(std::size_t chunks, const void* context, Call call) {
  m_job.context = context;
  m_job.call = call;
  ++m_job.number;
  std::fegetenv(&m_job.arithmetic);
  m_failed.store(false, std::memory_order_relaxed);
  m_unfinished.store(chunks);
  for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
    const std::uint64_t begin = chunks * lane / m_lanes.size(), end = chunks * (lane + 1) / m_lanes.size();
    m_lanes[lane].chunks.store(end << 32 | begin, std::memory_order_release);
  }
}

/// Takes a chunk and does it; false where none is left. Calls `before` in between.
template <typename Before>
bool Team::workOnChunk(std::size_t lane, const Before& before) {
  if (workInLane(lane, true, before)) return true;
  for (std::size_t other = lane + 1; other < m_lanes.size(); ++other)
    if (workInLane(other, false, before)) return true;
  for (std::size_t other = 0; other < lane; ++other)
    if (workInLane(other, false, before)) return true;
  return false;
}

/// A chunk from the begin of one's own lane, or from the end of another's.
template <typename Before>
bool Team::workInLane(std::size_t lane, bool own, const Before& before) {
  std::atomic<std::uint64_t>& chunks = m_lanes[lane].chunks;
  std::uint64_t left = chunks.load(std::memory_order_relaxed), chunk = 0;
  do {
    const std::uint64_t begin = left & kMostChunks, end = left >> 32;
    if (begin == end) return false;
    chunk = own ? begin : end - 1;
  } while (!chunks.compare_exchange_weak(left, own ? left + 1 : left - (std::uint64_t{1} << 32),
                                         std::memory_order_acquire, std::memory_order_relaxed));
  before();
  try {
    m_job.call(m_job.context, chunk);
  } catch (...) {
    fail();
  }
  finish(1);
  return true;
}

/// Keeps the first exception, and nobody needs to take what is left.
void Team::fail() {
  if (!m_failed.exchange(true, std::memory_order_relaxed)) m_error = std::current_exception();
  for (Lane& lane : m_lanes) {
    const std::uint64_t left = lane.chunks.exchange(0, std::memory_order_relaxed);
    m_unfinished.fetch_sub((left >> 32) - (left & kMostChunks));
  }
}

/// Counts one helper more; false where there are enough.
bool Team::enlist() {
  std::size_t helpers = m_helpers.load();
  while (helpers + 1 < m_lanes.size())
    if (m_helpers.compare_exchange_weak(helpers, helpers + 1)) return true;
  return false;
}

/// Where the thread library can't take a task the job is done without.
void Team::callHelpers(std::size_t wanted) {
  while (m_helpers.load() < wanted && enlist()) {
    tellBefore(&m_called);
    try {
      m_arena.execute([this] { m_group.run(HelperTask{this}); });
    } catch (...) {
      m_helpers.fetch_sub(1);
      return;
    }
  }
}

/// A job that comes while a helper leaves finds it gone and calls another, or the helper finds the job: each looks
/// after it has told.
void Team::help() {
  do {
    stayWhileThereIsWork();
    tellBefore(&m_gone);
    m_helpers.fetch_sub(1);
  } while (m_unfinished.load() != 0 && !m_closing && enlist());
}

void Team::stayWhileThereIsWork() {
  std::size_t lane = 1;
  while (lane + 1 < m_lanes.size() && m_lanes[lane].manned.exchange(true, std::memory_order_relaxed)) ++lane;
  const OwnArithmetic own;
  unsigned number = 0;
  const auto arithmeticOfJob = [&] {
    if (std::exchange(number, m_job.number) != m_job.number) std::fesetenv(&m_job.arithmetic);
  };
  Patience patience(kLinger);
  while (!m_closing.load(std::memory_order_relaxed)) {
    if (workOnChunk(lane, arithmeticOfJob)) {
      patience.renew();
    } else if (!patience.wait()) {
      break;
    }
  }
  m_lanes[lane].manned.store(false, std::memory_order_relaxed);
}

}  // namespace pliant::detail
