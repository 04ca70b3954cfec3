// Tests the data of the window's plots: they contain only measured values, and the scale ends at the true maximum.

#include <pliant_catch.h>

#include <cmath>
#include <limits>

#include "History.h"

using namespace pliant;
using detail::curveOf, detail::History, detail::lastOf, detail::topOf;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

detail::StepSample sampleOf(int step) {
  detail::StepSample sample;
  sample.step = step;
  sample.contacts = 10;
  sample.measured = true;
  return sample;
}

}  // namespace

TEST_CASE("what was not measured is no number, and counts neither in medians nor as the newest value") {
  History history;
  CHECK(history.contacts(9).empty());
  for (int step = 1; step <= 5; ++step) {
    detail::StepSample sample = sampleOf(step);
    constexpr auto kDetect = static_cast<std::size_t>(StepStage::Detect);
    sample.times.known[kDetect] = step != 2;
    sample.times.ms[kDetect] = step == 2 ? 0 : step;
    if (step > 2) sample.counters.emplace().candidates = std::uint64_t(100 * step);
    if (step == 3) sample.pairs = 7;
    history.add(sample);
  }
  const std::vector<float> detect = history.stage(StepStage::Detect, 9), candidates = history.candidates(9),
                           pairs = history.pairs(9);
  REQUIRE(detect.size() == 5);
  CHECK(std::isnan(detect[1]));
  CHECK(detect[4] == 5);
  CHECK(history.medianStage(StepStage::Detect, 9).value() == Approx(4));  // median of 1, 3, 4, 5
  REQUIRE(candidates.size() == 5);
  CHECK(std::isnan(candidates[0]));
  CHECK(candidates[2] == 300);
  CHECK(std::isnan(history.narrowTests(9)[1]));
  REQUIRE(pairs.size() == 5);
  CHECK(lastOf(pairs) == 7.0f);
  CHECK(history.pairs(2).size() == 2);
  CHECK(!lastOf(history.pairs(2)));
  CHECK(topOf(pairs) == 7);
  CHECK(history.contacts(3) == std::vector<float>(3, 10));
  // A sample that has more of the last step takes its place; one of an earlier moment changes nothing else.
  detail::StepSample judged = sampleOf(5);
  judged.pairs = 9;
  history.add(judged);
  CHECK(history.pairs(9).size() == 5);
  CHECK(lastOf(history.pairs(1)) == 9.0f);
}

TEST_CASE("only the steps of the detector that was chosen last have values, all are kept") {
  History history;
  history.follow("a");
  for (int step = 1; step <= 3; ++step) {
    detail::StepSample sample = sampleOf(step);
    sample.detector = "a";
    sample.times.ms[0] = 5;
    history.add(sample);
  }
  CHECK(history.medianTotal(9) == 5);
  history.follow("b");
  CHECK(history.totals(9).empty());
  CHECK(history.medianTotal(9) == 0);
  CHECK(!history.medianStage(StepStage::Detect, 9));
  detail::StepSample sample = sampleOf(4);
  sample.detector = "b";
  sample.times.ms[0] = 1;
  history.add(sample);
  CHECK(history.totals(9) == std::vector<float>{1});
  // The papers' question is asked again with other settings, without a step.
  sample.answer.emplace().queryMs = 154;
  history.answerAgain(sample);
  CHECK(lastOf(history.answers(9)) == 154.0f);
  sample.answer->queryMs = 7;
  sample.step = 5;
  history.answerAgain(sample);
  CHECK(lastOf(history.answers(9)) == 154.0f);
  CHECK(history.samples().size() == 4);
}

TEST_CASE("a curve goes through all that was measured, up to the true maximum") {
  const std::vector<float> values{1, kNan, 2, 500, 3};
  CHECK(topOf(values) == 500);
  const auto curve = curveOf(values, topOf(values));
  REQUIRE(curve.size() == 4);
  CHECK(curve[0] == std::array{0.0f, 1 / 500.0f});
  CHECK(curve[1] == std::array{0.5f, 2 / 500.0f});
  CHECK(curve[2] == std::array{0.75f, 1.0f});
  CHECK(curve[3][0] == 1);
  // The scale may come from another curve.
  CHECK(curveOf(values, 1000)[2][1] == 0.5f);
  CHECK(curveOf(std::vector<float>{4}, 4).empty());
  CHECK(curveOf(std::vector<float>(3, kNan), 4).empty());
  CHECK(curveOf(std::vector<float>(3, 0), 0).size() == 3);
  CHECK(topOf(std::vector<float>{kNan}) == 0);
  CHECK(!lastOf(std::vector<float>{}));
}
