#pragma once

#include <pliant/detectors/Export.h>

#include <cstddef>
#include <memory>
#include <type_traits>

namespace pliant {

/// The threads that detectors share. Work is cut into chunks that don't depend on the number of threads, so results
/// that are merged by chunk have the same bits for any number.
class PLIANT_DETECTORS_EXPORT Workers {
 public:
  /// 0: as many as the machine has cores, which is also the most there can be (or what the host set by
  /// tbb::global_control). 1: all on the calling thread, the thread library is never entered.
  explicit Workers(unsigned threads = 1);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  unsigned threads() const;

  /// Calls task(chunk, begin, end) for each chunk of `grain` items of [0, count); returns when all are done. An
  /// exception in a task is passed on to the caller. A call within a task, or by another thread meanwhile, is done by
  /// its caller alone.
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
