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

/// Threads that go through one job after another.
///
/// A job is a number of chunks. Whoever comes takes some: the calling thread, and helpers, which are tasks of the
/// thread library. It waits for nobody who has not taken a chunk, so a job gets done also where no helper comes,
/// because the library's threads are busy or few. Each has a lane of chunks that lie side by side, and takes from the
/// ends of others when that is empty: so a thread meets in each job of a step about what it had in the one before, and
/// has it in its cache. Waking a thread takes as long as a small job, so helpers stay awake for a moment after each.
class Team {
 public:
  using Call = void (*)(const void* context, std::size_t chunk);

  /// `threads` with the calling one, at least 2.
  explicit Team(unsigned threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  unsigned threads() const { return static_cast<unsigned>(m_lanes.size()); }

  /// Calls call(context, chunk) for each of `chunks`; returns when all are done, or passes on an exception of one of
  /// them. A job within a job, or of another thread meanwhile, is done by its caller alone.
  void run(std::size_t chunks, const void* context, Call call);

 private:
  // What several threads write has a cache line of its own.
  static constexpr std::size_t kLine = 64;

  struct alignas(kLine) Lane {
    std::atomic<std::uint64_t> chunks{0};  // that nobody has taken: end in the upper half, begin in the lower
    std::atomic<bool> manned{false};
  };
  struct Job {
    const void* context = nullptr;
    Call call = nullptr;
    unsigned number = 0;
    std::fenv_t arithmetic;  // of the calling thread: helpers round as it does
  };

  void publish(std::size_t chunks, const void* context, Call call);
  template <typename Before>
  bool workOnChunk(std::size_t lane, const Before& before);
  template <typename Before>
  bool workInLane(std::size_t lane, bool own, const Before& before);
  void waitForOthers();
  void finish(std::size_t chunks);
  void fail();
  bool enlist();
  void callHelpers(std::size_t wanted);
  void help();
  void stayWhileThereIsWork();

  struct HelperTask;

  std::vector<Lane> m_lanes;                                // the first is the calling thread's
  alignas(kLine) std::atomic<std::size_t> m_unfinished{0};  // chunks that are not done
  alignas(kLine) Job m_job;  // written while no chunk is unfinished, read by those who have taken one
  std::exception_ptr m_error;
  std::atomic<bool> m_failed{false};
  alignas(kLine) std::atomic<bool> m_sleeping{false};  // the calling thread
  std::mutex m_sleep;
  std::condition_variable m_wake;
  std::atomic<bool> m_busy{false};
  std::atomic<bool> m_closing{false};
  std::atomic<std::size_t> m_helpers{0};  // here, or called and not come yet
  char m_called = 0, m_gone = 0;          // for the thread sanitizer: their addresses name the two points
  tbb::task_arena m_arena;
  tbb::task_group_context m_isolated{tbb::task_group_context::isolated};
  tbb::task_group m_group{m_isolated};
};

}  // namespace pliant::detail
