// Tests "Step through" in the browser's window: a query taken apart into the steps of a method.

#include <pliant/pictures/querySteps.h>

#include <string>
#include <vector>

#include "followScript.h"

using namespace pliant;

namespace {

/// Begins with two bodies that overlap, under a method that has steps.
std::string beginWith(std::string_view method) {
  return "resize 1000 700\nshadows off\nbeside off\noverlay none\nscene overlap\ndetector " + std::string(method) +
         "\nsteps 1\n";
}

/// Returns true if two windows differ where Pliant's picture is, above the panel of the steps.
bool bodiesDiffer(const Halves& a, const Halves& b) {
  return pictures::differences(a.image, b.image, {a.left, 150, a.right, 350}) > 50;
}

}  // namespace

TEST_CASE("browse: the steps of a query are shown one by one, forward and back, and then the scene again") {
  // A method that lets others answer, one with a flat picture, one that OpenGL draws.
  for (const char* const method : {"auto", "spatial-hash", "ldi-gl-unordered"}) {
    CAPTURE(method);
    const std::vector<Halves> seen = picturesOf(
        beginWith(method), "",
        {"", "stepthrough on\n", "stepthrough back\n", "stepthrough forward\n", "stepthrough back\nframes 3\n",
         "stepthrough 2\n", "stepthrough forward\n", "stepthrough forward\n", "stepthrough off\n"});
    const Halves &scene = seen[0], &first = seen[1], &second = seen[3];
    CHECK(!first.sameAs(scene));
    CHECK(seen[2].sameAs(first));  // there is none before the first
    CHECK(!second.sameAs(first));
    CHECK(seen[4].sameAs(first));
    CHECK(seen[5].sameAs(second));
    CHECK(seen[8].sameAs(scene));
    // Some step adds something to the bodies.
    const bool differ = bodiesDiffer(second, first) || bodiesDiffer(seen[6], first) || bodiesDiffer(seen[7], first);
    CHECK(differ);
  }
}

TEST_CASE("browse: the controls of the steps do what the commands do") {
  const std::string begin = beginWith(stepwiseMethods().front().name);
  const std::vector<std::string> pressed{"press Step through\n", "press Forward\n", "press Back\n",
                                         "press Forward\npress Leave\n"},
      told{"stepthrough on\nframes 5\n", "stepthrough forward\n", "stepthrough back\n", "stepthrough off\n"};
  const std::vector<Halves> byHand = picturesOf(begin, "", pressed), byScript = picturesOf(begin, "", told);
  for (std::size_t i = 0; i < told.size(); ++i) {
    CAPTURE(pressed[i]);
    CHECK(byHand[i].sameAs(byScript[i]));
  }
}

TEST_CASE("browse: a scene stands while its query is stepped through, and then goes on if it went before") {
  const ScratchFolder folder;
  const auto table = [&](const char* name) { return folder.path(name) + std::string(".csv"); };
  const auto exported = [&](const char* name) { return "export " + table(name) + "\n"; };
  follow(folder, beginWith(stepwiseMethods().front().name) + "run\nframes 3\nstepthrough on\n" + exported("begun") +
                     "frames 5\n" + exported("stands") + "stepthrough off\nframes 3\n" + exported("runs") +
                     "stepthrough on\nsteps 2\nstepthrough on\nframes 2\n" + exported("stepped") +
                     "stepthrough off\nframes 4\n" + exported("paused"));
  const auto rows = [&](const char* name) { return rowsOf(table(name)).size(); };
  CHECK(rows("begun") > 2);
  CHECK(rows("stands") == rows("begun"));
  CHECK(rows("runs") > rows("stands") + 1);
  CHECK(rows("stepped") >= rows("runs") + 2);
  CHECK(rows("paused") == rows("stepped"));
}

TEST_CASE("browse: what can't be stepped through is told in one line") {
  const ScratchFolder folder;
  const auto scripted = [&](const std::string& script) {
    return runBrowser({"--script", folder.write("script", script)});
  };
  const std::string begin = beginWith(stepwiseMethods().front().name);
  checkFault(scripted("scene tori\ndetector brute-force\nsteps 1\nstepthrough on\n"), 2,
             "line 4: detector 'brute-force' has no steps; detectors with steps are ");
  checkFault(scripted(begin + "stepthrough forward\n"), 2, "no query is taken apart");
  checkFault(scripted("scene overlap\nstepthrough on\nstepthrough 99\n"), 2, "'99' is not a whole number from 1 to ");
  checkFault(scripted(begin + "stepthrough on\nstepthrough aside\n"), 2, "'aside' is not a number");
}
