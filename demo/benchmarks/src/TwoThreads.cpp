#include "TwoThreads.h"

#include <pliant/benchmarks/Clock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "HashRun.h"

namespace pliant::benchmarks {
namespace {

constexpr std::size_t kChunks = 64;

// Time after which an idle helper thread sleeps [ms].
constexpr double kRest = 0.2;

/// Returns the wall time of `task` [ms]. Waits first until no helper thread spins, as at the start of a program's step.
template <typename Task>
double wallTime(Task&& task) {
  const double begin = wallMilliseconds();
  while (wallMilliseconds() < begin + kRest) {
  }
  const double start = wallMilliseconds();
  task();
  return wallMilliseconds() - start;
}

void loop(std::size_t turns, Workers& workers) {
  workers.forChunks(kChunks, 1, [turns](std::size_t chunk, std::size_t, std::size_t) {
    std::uint64_t state = chunk;
    for (std::size_t i = 0; i < turns; ++i) state = (state ^ (state >> 7)) * 0x9e3779b97f4a7c15u + 1;
    [[maybe_unused]] volatile std::uint64_t kept = state;
  });
}

/// Times with one thread and with two threads [ms].
struct Pair {
  std::vector<double> one, two;

  void add(double first, double second) {
    one.push_back(first);
    two.push_back(second);
  }
  double median1() const { return Spread::of(one).median; }
  double median2() const { return Spread::of(two).median; }
  double gain() const { return median1() / median2(); }
};

struct Asked {
  std::unique_ptr<Detector> detector;
  Results results;

  void run(const ThreadedStep& step, Workers& workers) {
    detector->update(step.set, workers);
    detector->query(step.set, step.query, results, workers);
  }
};

}  // namespace

std::vector<std::string> threadColumns() {
  return {"1 thread",   "2 threads", "gain",          "copies 1",     "copies 2",   "copies gain",
          "floor gain", "loop gain", "gain / copies", "gain / floor", "gain / loop"};
}

std::vector<Table::Cell> oneAndTwoThreads(const ThreadedStep& step, int steps) {
  Workers alone, two(2);
  Asked single{step.make(), {}}, both{step.make(), {}}, copies[2] = {{step.make(), {}}, {step.make(), {}}};
  Floor floor;
  Pair detector, copied, floors, loops;
  int passes = 1;
  std::size_t turns = 1000;
  const auto ask = [&](Asked& asked, Workers& workers) {
    return wallTime([&] {
      step.set.update(workers);
      asked.run(step, workers);
    });
  };
  const auto askCopies = [&](Workers& workers) {
    return wallTime([&] {
      workers.forChunks(2, 1, [&](std::size_t copy, std::size_t, std::size_t) {
        Workers own;
        copies[copy].run(step, own);
      });
    });
  };
  const auto pass = [&](Workers& workers) {
    return wallTime([&] {
      for (int i = 0; i < passes; ++i) step.floorPass(floor, workers);
    });
  };
  const auto turn = [&](Workers& workers) { return wallTime([&] { loop(turns, workers); }); };
  for (int i = -kWarmUp; i < steps; ++i) {
    step.move();
    step.set.update(alone);
    const double d1 = ask(single, alone), d2 = ask(both, two);
    const double c1 = askCopies(alone), c2 = askCopies(two);
    const double f1 = pass(alone), f2 = pass(two);
    const double l1 = turn(alone), l2 = turn(two);
    if (i < 0) {
      passes = std::max(1, static_cast<int>(std::lround(passes * d1 / f1)));
      turns = std::max<std::size_t>(1, static_cast<std::size_t>(double(turns) * d1 / l1));
      continue;
    }
    detector.add(d1, d2);
    copied.add(c1, c2);
    floors.add(f1, f2);
    loops.add(l1, l2);
  }
  return {detector.median1(),
          detector.median2(),
          detector.gain(),
          copied.median1(),
          copied.median2(),
          copied.gain(),
          floors.gain(),
          loops.gain(),
          detector.gain() / copied.gain(),
          detector.gain() / floors.gain(),
          detector.gain() / loops.gain()};
}

}  // namespace pliant::benchmarks
