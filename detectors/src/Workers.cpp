#include <pliant/detectors/Workers.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PLIANT_THREAD_SANITIZER 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define PLIANT_THREAD_SANITIZER 1
#endif
#ifdef PLIANT_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#define PLIANT_UNWATCHED __attribute__((no_sanitize("thread")))
#else
#define PLIANT_UNWATCHED
#endif

namespace pliant {
namespace {

// The thread library orders the caller's writes before the tasks and these before its return. The thread sanitizer does
// not see that, for the library is built without it, and must be told; also when a task throws.
struct Order {
  char begun = 0, ended = 0;  // their addresses name the two points

#ifdef PLIANT_THREAD_SANITIZER
  Order() {
    __tsan_release(&begun);
  }
  ~Order() {
    __tsan_acquire(&ended);
  }
  struct Task {
    explicit Task(Order& order) : m_order(order) { __tsan_acquire(&m_order.begun); }
    ~Task() { __tsan_release(&m_order.ended); }
    Order& m_order;
  };
#else
  struct Task {
    explicit Task(Order&) {}
  };
#endif
};

/// A task. What it holds itself is read before the sanitizer can be told of any order, so not in its sight.
template <typename Work>
struct OrderedTask {
  const Work* work;
  Order* order;

  PLIANT_UNWATCHED void operator()(const tbb::blocked_range<std::size_t>&) const {
    [[maybe_unused]] const Order::Task ordered(*order);
    (*work)();
  }
};

}  // namespace

struct Workers::Impl {
  explicit Impl(unsigned count) : threads(count), arena(static_cast<int>(count)) {}
  unsigned threads;
  tbb::task_arena arena;
};

Workers::Workers(unsigned threads) {
  // The thread library makes no more threads than the process allows, and would say so on standard error.
  const auto allowed = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  threads =
      threads == 0 ? static_cast<unsigned>(allowed) : static_cast<unsigned>(std::min<std::size_t>(threads, allowed));
  if (threads > 1) m_impl = std::make_unique<Impl>(threads);
}

Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

unsigned Workers::threads() const {
  return m_impl ? m_impl->threads : 1;
}

void Workers::run(std::size_t count, std::size_t grain, void* context, Call call) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunks = count / grain + (count % grain != 0);
  const auto runChunk = [=](std::size_t chunk) {
    const std::size_t begin = chunk * grain;
    call(context, chunk, begin, begin + std::min(grain, count - begin));
  };
  if (!m_impl || chunks <= 1) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) runChunk(chunk);
    return;
  }
  // One task a thread, each taking the next chunk that is left: few tasks, so the thread library allocates nothing once
  // its pools are warm, and uneven chunks balance.
  std::atomic<std::size_t> next{0};
  const std::size_t tasks = std::min<std::size_t>(m_impl->threads, chunks);
  const auto work = [&] {
    for (std::size_t chunk; (chunk = next.fetch_add(1, std::memory_order_relaxed)) < chunks;) runChunk(chunk);
  };
  Order order;  // after all that the tasks read
  m_impl->arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, tasks, 1), OrderedTask<decltype(work)>{&work, &order},
                      tbb::simple_partitioner{});
  });
}

}  // namespace pliant
