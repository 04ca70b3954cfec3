// Makes seeded random calls of the whole interface. Nothing fails, reports are right, and the number of threads changes
// no bit. The sanitizers check memory accesses. tests/walk runs any number of calls.
#include <pliant_catch.h>

#include <cstdlib>
#include <iostream>

#include "Walk.h"

namespace {

constexpr int kCalls = 500;  // number of calls of one walk

std::unique_ptr<walk::Walk> run(const walk::Options& options, int calls) {
  auto walk = std::make_unique<walk::Walk>(options);
  for (int i = 0; i < calls; ++i)
    if (!walk->go()) break;
  return walk;
}

/// Returns the value of an environment variable as an integer, or `otherwise` if it is not set.
int number(const char* name, int otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

}  // namespace

TEST_CASE("a random walk: bodies come, go, change and rest") {
  const auto walk = run({.seed = 1}, kCalls);
  CHECK(walk->failure() == "");
  CHECK(walk->contacts() > 100);
}

TEST_CASE("a random walk: fast bodies, and bodies put elsewhere") {
  const auto walk = run({.seed = 2, .fast = true}, kCalls);
  CHECK(walk->failure() == "");
  CHECK(walk->contacts() > 100);
}

TEST_CASE("a random walk: positions that are no numbers") {
  const auto walk = run({.seed = 3, .fast = true, .notFinite = true}, kCalls);
  CHECK(walk->failure() == "");
  CHECK(walk->steps() > 100);
}

// The faults: bodies that pressed something earlier, and bodies too far away for Bullet's distance field.
TEST_CASE("random walks that once found a fault") {
  const auto found = GENERATE(std::uint64_t{84}, std::uint64_t{129});
  CAPTURE(found);
  const auto walk = run({.seed = found, .fast = found % 2 == 0, .notFinite = found % 3 == 0}, kCalls);
  CHECK(walk->failure() == "");
  CHECK(walk->steps() > 100);
}

TEST_CASE("a random walk ends the same with more threads") {
  const auto one = run({.seed = 4}, kCalls / 2), more = run({.seed = 4, .moreThreads = 2}, kCalls / 2);
  CHECK(one->failure() == "");
  CHECK(more->failure() == "");
  CHECK(one->contacts() > 100);
  CHECK(one->contacts() == more->contacts());
  CHECK(one->hash() == more->hash());
}

TEST_CASE("as many random walks as are asked for", "[.][walk]") {
  const int calls = number("PLIANT_WALK_CALLS", kCalls), first = number("PLIANT_WALK_SEED", 1);
  for (int done = 0, walked = first; done < calls; done += kCalls, ++walked) {
    const walk::Options options{
        .seed = static_cast<std::uint64_t>(walked), .fast = walked % 2 == 0, .notFinite = walked % 3 == 0};
    const int count = std::min(kCalls, calls - done);
    std::cout << "seed " << walked << ": " << count << " calls" << std::flush;
    const auto walk = run(options, count);
    std::cout << ", " << walk->steps() << " steps, " << walk->contacts() << " contacts, longest step "
              << walk->worstMs() << " ms in call " << walk->worstAt() << ", positions " << std::hex << walk->hash()
              << std::dec << '\n'
              << std::flush;
    CHECK(walk->failure() == "");
  }
}
