// Presses the browser's controls one by one. Each must have the same effect as the script's command.

#include <pliant_share.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "followScript.h"

namespace {

// A large window has all controls. A small one is drawn faster.
const std::string kLarge = "resize 900 1180\n", kSmall = "resize 300 200\n";
const std::string kBegin =
    kLarge +
    "detector spatial-hash\nbeside off\noverlay none\nwires off\nshadows off\ndark off\nkeys off\n"
    "scene tori\n";

/// Returns a picture after each variant. Each variant starts from the beginning.
std::vector<Halves> seenAfter(const std::vector<std::string>& variants) {
  return picturesOf("", kBegin + "steps 1\n", variants);
}

}  // namespace

TEST_CASE("browse: each control of what is shown does what the command does") {
  struct Pair {
    std::string control, command;
  };
  std::vector<Pair> pairs{{"press wires\n", "wires on\n"},
                          {"press shadows\n", "shadows on\n"},
                          {"press dark\n", "dark on\n"},
                          {"press wires\npress shadows\npress dark\npress dark\npress shadows\npress wires\n",
                           "wires off\nshadows off\ndark off\n"},
                          {"orbit 30 10\npress Camera home\n", "orbit 20 0\nhome\n"},
                          {"press Keys\n", "keys on\nframes 3\n"},
                          {"press Keys\npress Keys\n", "keys off\nframes 3\n"},
                          {"press Step\npress Step\n", "steps 1\nsteps 1\n"},
                          {"press scene\npress hat\nsteps 2\n", "scene hat\nsteps 2\n"}};
  for (const char* const overlay : {"cells", "marks", "hierarchy", "directions", "adjacency", "parts"})
    pairs.push_back({std::string("press ") + overlay + "\n", std::string("overlay ") + overlay + "\nframes 3\n"});
  pairs.push_back({"press cells\npress buckets\npress cells\n", "overlay buckets\nframes 3\n"});
  pairs.push_back({"overlay cells,buckets\npress parts\n", "overlay cells,parts\nframes 3\n"});
  pairs.push_back({"overlay hierarchy\npress parts\n", "overlay hierarchy,parts\nframes 3\n"});
  pairs.push_back({"press detector\npress bucket-tree\npress Show it\n",
                   "detector bucket-tree\nscene overlap\noverlay buckets\nsteps 2\n"});
  // A sheet has no inside, so another scene is opened.
  pairs.push_back({"scene cloth\nsteps 1\ndetector ldi-software\npress Show it\n",
                   "detector ldi-software\nscene overlap\noverlay layers\nsteps 2\n"});
  pairs.push_back(
      {"press How it works\npress How it works\npress Show it\n", "scene setupB\noverlay cells,tetrahedra\nsteps 2\n"});
  // Each window tests some controls: one window for all would run too long under a sanitizer.
  constexpr std::size_t kInWindow = share::sanitized ? 5 : 20;
  for (std::size_t first = 0; first < pairs.size(); first += kInWindow) {
    const std::size_t end = std::min(first + kInWindow, pairs.size());
    std::vector<std::string> variants{""};
    for (std::size_t p = first; p < end; ++p) variants.insert(variants.end(), {pairs[p].control, pairs[p].command});
    const std::vector<Halves> seen = seenAfter(variants);
    for (std::size_t p = first; p < end; ++p) {
      INFO(pairs[p].control);
      const Halves &pressed = seen[1 + 2 * (p - first)], &told = seen[2 + 2 * (p - first)];
      CHECK(pressed.sameAs(told));
      const bool anew = pairs[p].command.find("off") != std::string::npos || pairs[p].command.ends_with("home\n");
      CHECK(pressed.sameAs(seen[0]) == anew);
    }
  }
}

TEST_CASE("browse: a box before a value gives the scene another one, from the restart on") {
  // Each value is tested in a scene in which it has an effect.
  struct Value {
    std::string scene, name, first;
    int steps;
  };
  const std::vector<Value> values{{"slide", "friction", "0.5", 20},
                                  {"curtain", "mass", "1", 40},
                                  {"plate", "margin", "0.04", 30},
                                  {"plate", "pressure", "5", 10},
                                  {"pile27", "stiffness", "0.7", 10}};
  // Each window tests some values: one window for all would run too long under a sanitizer.
  const std::size_t inWindow = share::sanitized ? 1 : values.size();
  for (std::size_t first = 0; first < values.size(); first += inWindow) {
    const std::size_t last = std::min(first + inWindow, values.size());
    std::vector<std::string> variants;
    for (std::size_t v = first; v < last; ++v) {
      const Value& value = values[v];
      const std::string begin = "scene " + value.scene + "\nsteps 1\n",
                        end = kSmall + "steps " + std::to_string(value.steps) + "\n" + kLarge;
      for (const std::string& change : {std::string("press Restart\n"), "press set " + value.name + "\npress Restart\n",
                                        "set " + value.name + " " + value.first + "\nrestart\n"})
        variants.push_back(begin + change + end);
    }
    const std::vector<Halves> seen = seenAfter(variants);
    for (std::size_t v = first; v < last; ++v) {
      INFO(values[v].name);
      const Halves* const three = &seen[3 * (v - first)];
      CHECK(three[1].sameAs(three[2]));
      CHECK(!three[1].sameAs(three[0]));
    }
  }
}

TEST_CASE("browse: the controls of motion, of detectors and of files do what they say") {
  const ScratchFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path(""));
  const auto table = [&](const char* name) { return folder.path(name) + std::string(".csv"); };
  const auto exported = [&](const char* name) { return "export " + table(name) + "\n"; };
  follow(folder, kBegin + "pause\npress Step\npress Step\npress Step\n" + exported("three") +
                     "press Table\npress JSON\n" + "press detector\npress bucket-tree\nsteps 1\n" +
                     exported("changed") + "steps 1\npress Table\npress show stock Bullet\npress Step\n" +
                     exported("beside") +
                     "press show stock Bullet\npress Restart\npress Run\nframes 5\npress Pause\nframes 2\n" +
                     exported("ran") + "frames 5\n" + exported("stands") + "press Picture\npress Record\npress Step\n" +
                     "press Step\npress Stop\npress Step\n" +
                     "detector auto\nscene tori\noverlay methods\npress for each body\npress left ring\n" +
                     "press regularity-tree\nsteps 4\nscreenshot " + folder.path("pressed.png") +
                     "\nscene tori\nbodydetector left ring regularity-tree\nsteps 4\nscreenshot " +
                     folder.path("told.png") + "\nscene tori\nsteps 4\nscreenshot " + folder.path("auto.png") +
                     "\npress ms of each stage\n" + "press detect\n");
  std::filesystem::current_path(before);

  using Rows = Words;
  const Rows three{"spatial-hash,1", "spatial-hash,2", "spatial-hash,3"};
  CHECK(rowsOf(table("three")) == three);
  CHECK(rowsOf(folder.path("pliant-steps.csv")) == three);
  CHECK(rowsOf(folder.path("pliant-steps-2.csv")).size() == 5);  // the first file is not overwritten
  CHECK(ScratchFolder::read(folder.path("pliant-steps.json")).find("\"spatial-hash\"") != std::string::npos);
  CHECK(rowsOf(table("changed")) == Rows{"spatial-hash,1", "spatial-hash,2", "spatial-hash,3", "bucket-tree,4"});
  CHECK(rowsOf(table("beside")) == Rows{"bullet,1", "bucket-tree,1"});
  CHECK(rowsOf(table("ran")).size() > 4);
  CHECK(rowsOf(table("ran")) == rowsOf(table("stands")));
  CHECK(Halves(folder.path("pliant-browser.png")).image.width() == 900);
  CHECK((std::filesystem::exists(folder.path("pliant-browser.mp4")) ||
         std::filesystem::exists(std::filesystem::path(folder.path("pliant-browser-frames")) / "00002.png")));
  const Halves pressed(folder.path("pressed.png")), told(folder.path("told.png")), own(folder.path("auto.png"));
  CHECK(pressed.sameAs(told));
  CHECK(!pressed.sameAs(own));
}

TEST_CASE("browse: a control that is not to be seen is told") {
  const ScratchFolder folder;
  for (const char* const script : {"press Camera home\n", "frames 2\npress no such thing\n"}) {
    checkFault(runBrowser({"tori", "--script", folder.write("script", script)}), 2, "is visible");
  }
}
