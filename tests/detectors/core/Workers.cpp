#include <pliant/detectors/Workers.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using pliant::Workers;

namespace {

/// Returns the number of executed chunks, out of `count`.
int done(Workers& workers, std::size_t count) {
  std::atomic<int> sum{0};
  workers.forChunks(count, 1, [&](std::size_t, std::size_t, std::size_t) { ++sum; });
  return sum;
}

/// Blocks the first thread that arrives until a second one has arrived, for 20 s at most.
class Meeting {
 public:
  void arrive() {
    if (m_arrived++ > 0) return;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (m_arrived < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  }

 private:
  std::atomic<int> m_arrived{0};
};

}  // namespace

TEST_CASE("every item is done once, in chunks that don't depend on the number of threads") {
  for (const unsigned threads : {1u, 2u, 5u}) {
    Workers workers(threads);
    CHECK(workers.threads() == threads);
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
    CHECK(done(workers, 100) == 100);
  }
}

TEST_CASE("one thread means the calling thread, and zero means as many as there can be") {
  Workers one(1);
  std::set<std::thread::id> seen;
  one.forChunks(50, 1, [&](std::size_t, std::size_t, std::size_t) { seen.insert(std::this_thread::get_id()); });
  CHECK(seen == std::set{std::this_thread::get_id()});
  CHECK(Workers(0).threads() == pliant::test::kMostThreads);
}

TEST_CASE("a second thread takes part, also after a pause in which it fell asleep") {
  Workers workers(2);
  for (int turn = 0; turn < 3; ++turn) {
    Meeting meeting;
    std::atomic<int> others{0};
    const auto me = std::this_thread::get_id();
    workers.forChunks(2, 1, [&](std::size_t, std::size_t, std::size_t) {
      meeting.arrive();
      if (std::this_thread::get_id() != me) ++others;
    });
    CHECK(others == 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_CASE("jobs of the same workers within each other and at the same time are all done") {
  for (const unsigned threads : {2u, 5u}) {
    Workers workers(threads);
    std::atomic<int> sum{0};
    const auto nested = [&] {
      for (int turn = 0; turn < 200; ++turn)
        workers.forChunks(7, 1, [&](std::size_t, std::size_t, std::size_t) { sum += done(workers, 5); });
    };
    std::thread other(nested);
    nested();
    other.join();
    CHECK(sum == 2 * 200 * 7 * 5);
  }
}

TEST_CASE("work is done by the caller where other tasks have all threads, or the host allows but one") {
  Workers host(0);
  host.forChunks(100, 1, [](std::size_t, std::size_t, std::size_t) {
    Workers workers(2);
    if (done(workers, 50) != 50) throw std::runtime_error("chunks are missing");
  });
  Workers workers(2);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  for (int turn = 0; turn < 100; ++turn) CHECK(done(workers, 50) == 50);
}

TEST_CASE("workers may go at any moment after a job") {
  for (int turn = 0; turn < 200; ++turn) {
    Workers workers(2);
    for (int jobs = 0; jobs < turn % 4; ++jobs) REQUIRE(done(workers, 20) == 20);
  }
}

TEST_CASE("all threads round as the calling one does at the time") {
  Workers workers(2);
  const volatile double one = 1, three = 3;
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD}) {
    std::fesetround(rounding);
    const double wanted = one / three;
    std::vector<double> found(64);
    Meeting meeting;
    workers.forChunks(found.size(), 1, [&](std::size_t chunk, std::size_t, std::size_t) {
      meeting.arrive();
      found[chunk] = one / three;
    });
    std::fesetround(FE_TONEAREST);
    CHECK(std::all_of(found.begin(), found.end(), [&](double x) { return x == wanted; }));
  }
}
