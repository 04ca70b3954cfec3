// Verdicts and ranges that follow from numbers.

#include <pliant/detectors/Error.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/judging.h>
#include <pliant_catch.h>

#include <string>
#include <vector>

#include "Judged.h"
#include "heidelberger2003/parts.h"

using namespace pliant;
using namespace pliant::papers;

TEST_CASE("a claim holds if it is fulfilled in all cases, partly if in some, and not if in none") {
  const auto above = [](std::vector<double> values) { return verdictOf(values, [](double x) { return x > 1.5; }); };
  CHECK(above({2, 3}) == papers::Verdict::Held);
  CHECK(above({2, 1}) == papers::Verdict::Partly);
  CHECK(above({1, 1.5}) == papers::Verdict::NotHeld);
  CHECK(above({}) == papers::Verdict::NotTried);
  const auto counted = [](std::size_t fulfilled, std::size_t cases) { return verdictOf(fulfilled, cases); };
  CHECK(counted(2, 2) == papers::Verdict::Held);
  CHECK(counted(1, 2) == papers::Verdict::Partly);
  CHECK(counted(0, 2) == papers::Verdict::NotHeld);
}

TEST_CASE("each verdict has its own reason") {
  const Reasons reasons{.held = "a", .partly = "b", .notHeld = "c", .notTried = "d"};
  const auto reason = [&](papers::Verdict verdict, const std::string& after = {}) {
    Judged run;
    addJudged(run.run, {.place = "1", .claim = "x", .paper = "", .ours = "2", .verdict = verdict}, reasons, after);
    run.take();
    CHECK(run.verdict("x") == verdict);
    CHECK(run.claim("x").ours == "2");
    return run.reason("x");
  };
  CHECK(reason(papers::Verdict::Held) == "a");
  CHECK(reason(papers::Verdict::Held, "z") == "a. z");
  CHECK(reason(papers::Verdict::Partly) == "b");
  CHECK(reason(papers::Verdict::NotHeld) == "c");
  CHECK(reason(papers::Verdict::NotTried) == "d");
  CHECK(Reasons::same("e").of(papers::Verdict::Partly) == "e");
}

TEST_CASE("a range is written as two numbers, or as one if both read the same") {
  CHECK(rangeOf({3, 1, 2}).text() == "1 to 3");
  CHECK(rangeOf({1.234, 1.2341}).text() == "1.23");
  CHECK_THROWS_AS(rangeOf(std::vector<double>{}), Error);
  benchmarks::Table table{"t", "", {"name", "ms"}};
  CHECK_THROWS_AS(rangeOf(table, "ms"), Error);
  table.add("a", 4);
  table.add("b", 2);
  CHECK(rangeOf(table, "ms").text() == "2 to 4");
  CHECK(numbersOf(table, "ms") == std::vector<double>{4, 2});
  CHECK(hasColumn(table, "ms"));
  CHECK_FALSE(hasColumn(table, "s"));
}

TEST_CASE("particles in real time are judged by the faster of two ways to draw") {
  const auto verdict = [](double byCpu, double byGl) {
    Judged judged;
    ldi2003::judgeParticles(judged.run, 770, byCpu, byGl, "a driver");
    CHECK(Judged::contains(judged.run.takeText(), byGl > 0 ? "OpenGL by a driver" : "no OpenGL here"));
    judged.take();
    return judged.verdict("real time");
  };
  CHECK(verdict(15, 60) == papers::Verdict::Held);
  CHECK(verdict(15, 20) == papers::Verdict::Partly);
  CHECK(verdict(15, 0) == papers::Verdict::Partly);
}
