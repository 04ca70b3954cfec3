// Presses "Show it", changes settings of methods and the question, and reads the table of steps that the window
// exports.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "followScript.h"

namespace {

using Json = nlohmann::ordered_json;

const std::string kAlone = "resize 640 1190\nbeside off\noverlay none\nshadows off\n";

Json stepsIn(const std::string& file) {
  return Json::parse(ScratchFolder::read(file)).at(0).at("steps");
}

bool finds(const Json& step) {
  double found = step.at("contacts").get<double>() + step.value("pairs_left", 0.0);
  if (step.contains("paper"))
    for (const char* const list : {"vertex_tetrahedron", "face_pairs", "vertices_inside", "volume"})
      found += step["paper"].value(list, 0.0);
  return found > 0;
}

}  // namespace

TEST_CASE("browse: 'Show it' opens a scene in which the method soon finds something") {
  struct Shown {
    std::string detector;
    int steps;
  };
  // Cloth that falls meets itself later than bodies that overlap at the start. Each window shows some methods: one
  // window for all would run too long under a sanitizer.
  const std::vector<std::vector<Shown>> windows{{{"spatial-hash", 5}, {"bucket-tree", 5}, {"regularity-tree", 45}},
                                                {{"ldi-software", 5}, {"ldi", 5}, {"ldi-gl-ordered", 5}},
                                                {{"ldi-gl-unordered", 5}, {"ldi-gl-abuffer", 5}, {"auto", 60}},
                                                {{"brute-force", 5}, {"bullet", 45}, {"none", 45}}};
  for (const std::vector<Shown>& window : windows) {
    const ScratchFolder folder;
    const auto file = [&](const std::string& name) { return folder.path(name + ".json"); };
    // Two rings that do not touch: all methods find nothing there. The text of a method opens with another detector.
    std::string script = kAlone + "scene tori\ndetector " + (window[0].detector == "none" ? "bullet" : "none") + "\n";
    for (const auto& [name, steps] : window)
      script += "frames 2\nscene tori\ndetector " + name + "\nsteps 1\npress Show it\nsteps " + std::to_string(steps) +
                "\nexport " + file(name) + "\n";
    follow(folder, script);
    for (const auto& [name, count] : window) {
      INFO(name);
      const Json steps = stepsIn(file(name));
      REQUIRE(steps.size() == static_cast<std::size_t>(count));
      CHECK(std::any_of(steps.begin(), steps.end(), finds));
    }
  }
}

TEST_CASE("browse: settings and the question are what the controls and the commands set, while a scene runs") {
  const ScratchFolder folder;
  const std::string begin = kAlone + "detector regularity-tree\nscene hand\n", pressed = folder.path("pressed.json"),
                    told = folder.path("told.json"), plain = folder.path("plain.json"), step = folder.path("step.json"),
                    paper = folder.path("paper.json");
  follow(folder, begin + "steps 2\nexport " + plain + "\nscene hand\npress settings\npress setting optimisation1\n" +
                     "press off\nsteps 2\nexport " + pressed + "\npress Defaults\nscene hand\nsteps 1\n" +
                     "setting optimisation1=off\nscene hand\nsteps 2\nexport " + told +
                     "\npress As in the paper\nscene hand\nsteps 2\nexport " + paper +
                     "\nsetting default\nscene hand\npress question\npress Bullet's step\nsteps 2\nexport " + step +
                     "\n");
  const auto calls = [&](const std::string& file) {
    std::vector<int> all;
    for (const Json& one : stepsIn(file)) all.push_back(one.at("paper").at("counters").at("procedure_calls"));
    REQUIRE(all.size() == 2);
    return all;
  };
  CHECK(calls(pressed) == calls(told));
  CHECK(calls(pressed)[0] > calls(plain)[0]);
  // Leaves of one face.
  CHECK(calls(paper)[0] > calls(plain)[0]);
  for (const Json& one : stepsIn(step)) {
    CHECK(!one.contains("paper"));
    CHECK(one.at("candidates") > 0);
  }
  CHECK(!stepsIn(plain)[0].contains("candidates"));
}

TEST_CASE("browse: what is no setting and no question is told") {
  const ScratchFolder folder;
  const auto fault = [&](const std::string& script, const std::string& named) {
    checkFault(runBrowser({"tori", "--script", folder.write("script", script)}), 2, named);
  };
  fault("detector spatial-hash\nsetting hash=foo\n", "line 2: setting 'hash': 'foo' is not xor, additive or rotating");
  fault("detector auto\nsetting hash=xor\n", "line 2: detector 'auto' has no settings");
  fault("detector bucket-tree\nsetting levels=8\nsetting storage=full\n", "line 3:");
  fault("question why\n", "line 1: 'why' is neither step nor paper");
}
