// Presses "Show it", changes settings of methods and the question, and reads the table of steps that the window
// exports.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "followScript.h"
#include "methodTexts.h"

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

TEST_CASE("browse: 'Show it' goes on to a step in which the method finds something, and stops there") {
  // Each window shows some methods: one window for all would run too long under a sanitizer.
  const std::vector<std::vector<std::string>> windows{{"spatial-hash", "bucket-tree", "regularity-tree"},
                                                      {"ldi-software", "ldi", "ldi-gl-ordered"},
                                                      {"ldi-gl-unordered", "ldi-gl-abuffer", "auto"},
                                                      {"brute-force", "patches", "bullet", "none"}};
  for (const std::vector<std::string>& window : windows) {
    const ScratchFolder folder;
    const auto file = [&](const std::string& name) { return folder.path(name + ".json"); };
    std::string script = kAlone + "detector " + (window[0] == "none" ? "bullet" : "none") + "\n";
    for (const std::string& name : window) {
      // Nothing touches at the start. The text of a method opens with another detector.
      script += "frames 2\nscene " + std::string(name == "patches" ? "clothedge" : "tori") + "\ndetector " + name +
                "\nsteps 1\npress Show it\nexport " + file(name) + "\n";
    }
    follow(folder, script);
    for (const std::string& name : window) {
      INFO(name);
      const Json steps = stepsIn(file(name));
      // A scene that has not yet come so far goes on, another one is opened.
      REQUIRE(steps.size() == static_cast<std::size_t>(pliant::detail::findMethodText(name)->step));
      CHECK(steps.back().at("step") == steps.size());
      CHECK(finds(steps.back()));
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
