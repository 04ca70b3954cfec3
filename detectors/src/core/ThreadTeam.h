#pragma once

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cfenv>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

namespace pliant::detail {

/// A thread team that runs one job at a time.
///
/// - A job is a number of chunks. The calling thread and the helper threads take chunks; helpers are oneTBB tasks.
/// - The calling thread waits only for chunks that a helper has taken, so a job completes without any helper.
/// - Each thread has a queue (Queue) of consecutive chunks, and steals from the ends of other queues when it is empty.
///   So a thread processes similar chunks in each job of a step, which are then in its cache.
/// - Waking a thread takes as long as a small job, so a helper spins for a short time after each job.
class ThreadTeam {
 public:
  using Call = void (*)(const void* context, std::size_t chunk);

  /// `threads`: number of threads, the calling one included, at least 2.
  explicit ThreadTeam(unsigned threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  unsigned threads() const { return static_cast<unsigned>(m_queues.size()); }

  /// Calls call(context, chunk) for each chunk, and returns when all are done.
  /// Rethrows the first exception of a chunk; chunks that nobody has taken are skipped then.
  /// A call within a job, or from another thread during a job, runs on its calling thread alone.
  void run(std::size_t chunks, const void* context, Call call);

 private:
  // Data written by several threads is aligned to separate cache lines.
  static constexpr std::size_t kLine = 64;

  struct alignas(kLine) Queue {
    std::atomic<std::uint64_t> chunks{0};  // chunks not taken: end in the upper half, begin in the lower
    std::atomic<bool> owned{false};        // a helper owns the queue
  };
  struct Job {
    const void* context = nullptr;
    Call call = nullptr;
    unsigned number = 0;
    std::fenv_t arithmetic;  // floating-point environment of the calling thread
  };

  void publish(std::size_t chunks, const void* context, Call call);
  template <typename Before>
  bool workOnChunk(std::size_t queue, const Before& before);
  template <typename Before>
  bool workInQueue(std::size_t queue, bool own, const Before& before);
  void waitForOthers();
  void finish(std::size_t chunks);
  void fail();
  bool acquireHelper();
  void callHelpers(std::size_t wanted);
  void help();
  void stayWhileThereIsWork();

  struct HelperTask;

  std::vector<Queue> m_queues;                              // the first is the calling thread's
  alignas(kLine) std::atomic<std::size_t> m_unfinished{0};  // chunks that are not done
  alignas(kLine) Job m_job;  // written while no chunk is unfinished, read by threads that have taken one
  std::exception_ptr m_error;
  std::atomic<bool> m_failed{false};
  alignas(kLine) std::atomic<bool> m_sleeping{false};  // the calling thread waits for m_wake
  std::mutex m_sleep;
  std::condition_variable m_wake;
  std::atomic<bool> m_busy{false};
  std::atomic<bool> m_closing{false};
  std::atomic<std::size_t> m_helpers{0};  // helpers that run or have been called
  char m_called = 0, m_gone = 0;          // addresses that identify two points for the thread sanitizer
  tbb::task_arena m_arena;
  tbb::task_group_context m_isolated{tbb::task_group_context::isolated};
  tbb::task_group m_group{m_isolated};
};

}  // namespace pliant::detail
