#include <pliant/detectors/Workers.h>
#include <pliant_catch.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using pliant::Workers;

TEST_CASE("every item is done once, in chunks that don't depend on the number of threads") {
  for (const unsigned threads : {1u, 2u, 5u}) {
    Workers workers(threads);
    CHECK((workers.threads() >= 1 && workers.threads() <= threads));
    for (const std::size_t count : {0u, 1u, 7u, 64u, 1000u, 4097u})
      for (const std::size_t grain : {0u, 1u, 3u, 64u, 5000u}) {
        std::vector<int> done(count, 0);
        const std::size_t g = grain ? grain : 1;
        std::atomic<int> wrong{0};
        workers.forChunks(count, grain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          if (begin != chunk * g || end != std::min(count, begin + g) || begin >= end) ++wrong;
          for (std::size_t i = begin; i < end; ++i) ++done[i];
        });
        CHECK(wrong == 0);
        CHECK(std::all_of(done.begin(), done.end(), [](int n) { return n == 1; }));
      }
  }
}

TEST_CASE("an exception in a task reaches the caller, and the workers go on working") {
  for (const unsigned threads : {1u, 2u}) {
    Workers workers(threads);
    const auto fail = [](std::size_t chunk, std::size_t, std::size_t) {
      if (chunk == 5) throw std::runtime_error("chunk 5");
    };
    CHECK_THROWS_WITH(workers.forChunks(100, 1, fail), "chunk 5");
    std::atomic<int> sum{0};
    workers.forChunks(100, 1, [&](std::size_t, std::size_t, std::size_t) { ++sum; });
    CHECK(sum == 100);
  }
}

TEST_CASE("one thread means the calling thread, and zero means as many as there are cores") {
  Workers one(1);
  std::set<std::thread::id> seen;
  one.forChunks(50, 1, [&](std::size_t, std::size_t, std::size_t) { seen.insert(std::this_thread::get_id()); });
  CHECK(seen == std::set{std::this_thread::get_id()});
  CHECK(Workers(0).threads() >= 1);
}
