#include "ThreadTeam.h"

#include <chrono>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#define PLIANT_THREAD_SANITIZER 1
#elif defined(__has_feature)  // Clang; with GCC, Eigen defines it as 0
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

// oneTBB orders memory accesses before the spawn of a task before the task, and accesses of the task before the end of
// a wait for it. oneTBB is built without the thread sanitizer, which therefore needs these annotations.
#ifdef PLIANT_THREAD_SANITIZER
void annotateBefore(void* point) {
  __tsan_release(point);
}
void annotateAfter(void* point) {
  __tsan_acquire(point);
}
#else
void annotateBefore(void*) {}
void annotateAfter(void*) {}
#endif

/// Time for which a helper spins without work. In a pile of solids one thread solves the contacts between two
/// iterations of the links. Two threads gained nothing there (scene pile64) if the helper slept after 50 µs, and 1.3
/// times by 200.
constexpr std::chrono::microseconds kHelperSpin{200};
/// Time for which the calling thread spins while helpers finish.
constexpr std::chrono::microseconds kCallerSpin{100};
constexpr int kPausesPerClockRead = 8;  // pauses between two reads of the clock
constexpr std::uint64_t kMostChunks = 0xffffffff;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Spins until a time limit since the last renewal.
class SpinWait {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SpinWait(Clock::duration limit) : m_limit(limit) {}
  void renew() { m_pauses = 0; }
  /// Pauses shortly. Returns false after the time limit.
  bool wait() {
    if (m_pauses == 0) m_end = Clock::now() + m_limit;
    pause();
    return ++m_pauses % kPausesPerClockRead != 0 || Clock::now() < m_end;
  }

 private:
  Clock::duration m_limit;
  Clock::time_point m_end;
  unsigned m_pauses = 0;
};

/// Restores a thread's floating-point environment (rounding mode, treatment of denormals) in the destructor.
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

/// A helper task. Its member is read before the annotation, so the thread sanitizer is disabled for the call operator.
struct ThreadTeam::HelperTask {
  ThreadTeam* team;

  PLIANT_UNWATCHED void operator()() const {
    ThreadTeam* const called = team;
    annotateAfter(&called->m_called);
    called->help();
  }
};

ThreadTeam::ThreadTeam(unsigned threads) : m_queues(threads), m_arena(static_cast<int>(threads)) {}

ThreadTeam::~ThreadTeam() {
  if (!m_arena.is_active()) return;
  m_closing = true;
  m_arena.execute([this] { m_group.wait(); });
  annotateAfter(&m_gone);
}

void ThreadTeam::run(std::size_t chunks, const void* context, Call call) {
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

/// Spins, then sleeps, since a helper may have lost its processor. Does not yield: another process could then keep the
/// processor for much longer than the wait.
void ThreadTeam::waitForOthers() {
  SpinWait spin(kCallerSpin);
  while (m_unfinished.load() != 0) {
    if (spin.wait()) continue;
    std::unique_lock lock(m_sleep);
    m_sleeping = true;
    m_wake.wait(lock, [&] { return m_unfinished.load() == 0; });
    m_sleeping = false;
  }
}

void ThreadTeam::finish(std::size_t chunks) {
  if (m_unfinished.fetch_sub(chunks) != chunks || !m_sleeping) return;
  const std::lock_guard lock(m_sleep);
  m_wake.notify_one();
}

void ThreadTeam::publish(std::size_t chunks, const void* context, Call call) {
  m_job.context = context;
  m_job.call = call;
  ++m_job.number;
  std::fegetenv(&m_job.arithmetic);
  m_failed.store(false, std::memory_order_relaxed);
  m_unfinished.store(chunks);
  for (std::size_t queue = 0; queue < m_queues.size(); ++queue) {
    const std::uint64_t begin = chunks * queue / m_queues.size(), end = chunks * (queue + 1) / m_queues.size();
    m_queues[queue].chunks.store(end << 32 | begin, std::memory_order_release);
  }
}

/// Takes a chunk, calls before(), and runs the chunk. Returns false if no chunk is left.
template <typename Before>
bool ThreadTeam::workOnChunk(std::size_t queue, const Before& before) {
  if (workInQueue(queue, true, before)) return true;
  for (std::size_t other = queue + 1; other < m_queues.size(); ++other)
    if (workInQueue(other, false, before)) return true;
  for (std::size_t other = 0; other < queue; ++other)
    if (workInQueue(other, false, before)) return true;
  return false;
}

/// Runs a chunk from the beginning of the thread's own queue, or from the end of another queue.
template <typename Before>
bool ThreadTeam::workInQueue(std::size_t queue, bool own, const Before& before) {
  std::atomic<std::uint64_t>& chunks = m_queues[queue].chunks;
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

/// Stores the first exception, and removes all chunks that are not taken.
void ThreadTeam::fail() {
  if (!m_failed.exchange(true, std::memory_order_relaxed)) m_error = std::current_exception();
  for (Queue& queue : m_queues) {
    const std::uint64_t left = queue.chunks.exchange(0, std::memory_order_relaxed);
    m_unfinished.fetch_sub((left >> 32) - (left & kMostChunks));
  }
}

/// Acquires a helper thread: increments their number. Returns false if there are enough.
bool ThreadTeam::acquireHelper() {
  std::size_t helpers = m_helpers.load();
  while (helpers + 1 < m_queues.size())
    if (m_helpers.compare_exchange_weak(helpers, helpers + 1)) return true;
  return false;
}

/// Calls helpers. If oneTBB cannot spawn a task, the job runs without it.
void ThreadTeam::callHelpers(std::size_t wanted) {
  while (m_helpers.load() < wanted && acquireHelper()) {
    annotateBefore(&m_called);
    try {
      m_arena.execute([this] { m_group.run(HelperTask{this}); });
    } catch (...) {
      m_helpers.fetch_sub(1);
      return;
    }
  }
}

/// A job that starts while a helper leaves is not missed: the helper first decrements m_helpers, then reads
/// m_unfinished; run() first writes m_unfinished, then reads m_helpers. So the helper finds the job, or run() calls a
/// helper.
void ThreadTeam::help() {
  do {
    stayWhileThereIsWork();
    annotateBefore(&m_gone);
    m_helpers.fetch_sub(1);
  } while (m_unfinished.load() != 0 && !m_closing && acquireHelper());
}

void ThreadTeam::stayWhileThereIsWork() {
  std::size_t queue = 1;
  while (queue + 1 < m_queues.size() && m_queues[queue].owned.exchange(true, std::memory_order_relaxed)) ++queue;
  const OwnArithmetic own;
  unsigned number = 0;
  const auto arithmeticOfJob = [&] {
    if (std::exchange(number, m_job.number) != m_job.number) std::fesetenv(&m_job.arithmetic);
  };
  SpinWait spin(kHelperSpin);
  while (!m_closing.load(std::memory_order_relaxed)) {
    if (workOnChunk(queue, arithmeticOfJob)) {
      spin.renew();
    } else if (!spin.wait()) {
      break;
    }
  }
  m_queues[queue].owned.store(false, std::memory_order_relaxed);
}

}  // namespace pliant::detail
