#pragma once

#include <pliant/detectors/Export.h>

#include <cstddef>
#include <memory>
#include <type_traits>

namespace pliant {

/// The threads that detectors share.
/// Work is divided into chunks that do not depend on the number of threads.
/// So results that are merged by chunk are bitwise equal for any number of threads.
class PLIANT_DETECTORS_EXPORT Workers {
 public:
  /// `threads`: number of threads, the calling one included.
  /// 0: number of cores, or the limit that tbb::global_control sets; larger numbers are reduced to it.
  /// 1: all work runs on the calling thread, and no oneTBB function is called.
  explicit Workers(unsigned threads = 1);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  /// Returns the number of threads, the calling one included.
  unsigned threads() const;

  /// Calls task(chunk, begin, end) for each chunk of `grain` items of [0, count), and returns when all are done.
  /// The last chunk may be smaller.
  /// Rethrows the first exception of a task; chunks that have not begun are skipped then.
  /// A call within a task, or from another thread during the call, runs on its calling thread alone.
  template <typename Task>
  void forChunks(std::size_t count, std::size_t grain, Task&& task) {
    using Function = std::remove_reference_t<Task>;
    run(count, grain, const_cast<void*>(static_cast<const void*>(&task)),
        [](void* context, std::size_t chunk, std::size_t begin, std::size_t end) {
          (*static_cast<Function*>(context))(chunk, begin, end);
        });
  }

 private:
  using Call = void (*)(void* context, std::size_t chunk, std::size_t begin, std::size_t end);
  void run(std::size_t count, std::size_t grain, void* context, Call call);

  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
