// Makes seeded random calls of the whole interface. Nothing fails, reports are right, and the number of threads changes
// no bit. The sanitizers check memory accesses. tests/walk runs any number of calls.
#include <pliant_catch.h>

#include <cstdlib>
#include <iostream>

#include "Walk.h"

namespace {

constexpr int kCalls = 500;  // number of calls of one walk

struct Result {
  std::string failure;
  std::uint64_t hash = 0;
  int steps = 0;
  std::uint64_t contacts = 0;
  double worstMs = 0;
  int worstAt = 0;
};

Result run(const walk::Options& options, int calls) {
  walk::Walk walk(options);
  for (int i = 0; i < calls; ++i)
    if (!walk.go()) break;
  return {walk.failure(), walk.hash(), walk.steps(), walk.contacts(), walk.worstMs(), walk.worstAt()};
}

/// Returns the value of an environment variable as an integer, or `otherwise` if it is not set.
int number(const char* name, int otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

}  // namespace

TEST_CASE("a random walk: bodies come, go, change and rest") {
  const Result result = run({.seed = 1}, kCalls);
  CHECK(result.failure == "");
  CHECK(result.contacts > 100);
}

TEST_CASE("a random walk: fast bodies, and bodies put elsewhere") {
  const Result result = run({.seed = 2, .fast = true}, kCalls);
  CHECK(result.failure == "");
  CHECK(result.contacts > 100);
}

TEST_CASE("a random walk: positions that are no numbers") {
  const Result result = run({.seed = 3, .fast = true, .notFinite = true}, kCalls);
  CHECK(result.failure == "");
  CHECK(result.steps > 100);
}

// The faults: bodies that pressed something earlier, and bodies too far away for Bullet's distance field.
TEST_CASE("random walks that once found a fault") {
  const auto found = GENERATE(std::uint64_t{84}, std::uint64_t{129});
  CAPTURE(found);
  const Result result = run({.seed = found, .fast = found % 2 == 0, .notFinite = found % 3 == 0}, kCalls);
  CHECK(result.failure == "");
  CHECK(result.steps > 100);
}

TEST_CASE("a random walk ends the same with more threads") {
  const Result one = run({.seed = 4}, kCalls / 2), more = run({.seed = 4, .moreThreads = 2}, kCalls / 2);
  CHECK(one.failure == "");
  CHECK(more.failure == "");
  CHECK(one.contacts > 100);
  CHECK(one.contacts == more.contacts);
  CHECK(one.hash == more.hash);
}

TEST_CASE("as many random walks as are asked for", "[.][walk]") {
  const int calls = number("PLIANT_WALK_CALLS", kCalls), first = number("PLIANT_WALK_SEED", 1);
  for (int done = 0, walked = first; done < calls; done += kCalls, ++walked) {
    const walk::Options options{
        .seed = static_cast<std::uint64_t>(walked), .fast = walked % 2 == 0, .notFinite = walked % 3 == 0};
    const int count = std::min(kCalls, calls - done);
    std::cout << "seed " << walked << ": " << count << " calls" << std::flush;
    const Result result = run(options, count);
    std::cout << ", " << result.steps << " steps, " << result.contacts << " contacts, longest step " << result.worstMs
              << " ms in call " << result.worstAt << ", positions " << std::hex << result.hash << std::dec << '\n'
              << std::flush;
    CHECK(result.failure == "");
  }
}
