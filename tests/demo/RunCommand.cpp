#include <pliant/io/readMesh.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Judge.h>
#include <pliant_catch.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "RunScene.h"

using namespace pliant;

namespace {

Words orderedKeys(const Json& object) {
  Words names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("the report of a run counts what detection did and what it left out") {
  const auto counters = [](const char* detector) {
    return runScene({"cloth", "--detector", detector, "--steps", "60", "--check-every", "60"})["counters"];
  };
  const Json tree = counters("regularity-tree"), hash = counters("spatial-hash");
  for (const char* const name :
       {"procedure_calls", "parts_skipped", "pairs_skipped", "nodes_visited", "narrow_tests"}) {
    INFO(name);
    CHECK(tree[name] > 0);
  }
  CHECK(tree["cells_visited"] == 0);
  CHECK(hash["cells_visited"] > 0);
  CHECK(hash["parts_skipped"] == 0);
  CHECK(hash["pairs_skipped"] == 0);
  const ProgramRun run = runPliant({"run", "clothedge", "--detector", "regularity-tree", "--steps", "10"});
  for (const std::string counter : {"patches skipped (I) ", "pairs skipped (II) "}) {
    INFO(run.output);
    const std::size_t at = run.output.find(counter);
    REQUIRE(at != std::string::npos);
    CHECK(std::stod(run.output.substr(at + counter.size())) > 0);
  }
}

TEST_CASE("a run uses the settings of the method that are given, and reports them") {
  const auto run = [](const Words& settings) {
    return runScene(with({"clothedge", "--detector", "regularity-tree", "--steps", "30"}, settings));
  };
  const Json plain = run({}), boxes = run({"--setting", "optimisation1=off", "--setting", "optimisation2=off"}),
             paper = run({"--setting", "paper", "--setting", "contours=exact"});
  CHECK(!plain.contains("settings"));
  CHECK(boxes["settings"] == Json{{"optimisation1", "off"}, {"optimisation2", "off"}});
  CHECK(boxes["counters"]["parts_skipped"] == 0);
  CHECK(plain["counters"]["parts_skipped"] > 0);
  CHECK(paper["settings"]["leaf"] == "1");
  CHECK(paper["settings"]["contours"] == "exact");
  CHECK(boxes["positions_hash"] == plain["positions_hash"]);
  CHECK(paper["positions_hash"] == plain["positions_hash"]);
  const auto refuses = [](const std::string& detector, const std::string& setting, const std::string& named) {
    pliantRefuses({"run", "tori", "--detector", detector, "--setting", setting}, named);
  };
  refuses("spatial-hash", "hash=foo", "--setting: setting 'hash': 'foo' is not xor, additive or rotating");
  refuses("spatial-hash", "leaf=1", "detector 'spatial-hash' has no setting 'leaf'; it has hash, table, cell");
  refuses("bucket-tree", "levels", "'levels' is neither NAME=VALUE nor 'paper' nor 'default'");
  refuses("auto", "paper", "detector 'auto' has no settings");
  refuses("bullet", "hash=xor", "detector 'bullet' has no settings");
}

TEST_CASE("the report of a run has the keys that are promised, under stock Bullet and under Pliant") {
  for (const std::string detector :
       {"bullet", "bullet-clusters", "none", "spatial-hash", "auto", "bucket-tree", "ldi-software", "ldi"}) {
    INFO(detector);
    Json report = runScene({"impact50", "--detector", detector, "--steps", "10", "--check-every", "4"});
    CHECK(report.contains("drawn_by") == (detector == "ldi"));
    report.erase("drawn_by");
    const bool stock = detector == "none" || detector.starts_with("bullet");
    CHECK(report.contains("counters") != stock);
    report.erase("counters");
    // Only auto has this key, and only after it has chosen something.
    if (detector == "auto") report.erase("chosen");
    REQUIRE(orderedKeys(report) == Words{"scene", "detector", "steps", "dt", "threads", "bodies", "ms", "checks",
                                         "scene_figures", "ended", "positions_hash"});
    CHECK(report["scene"] == "impact50");
    CHECK(report["detector"] == detector);
    CHECK(report["steps"] == 10);
    CHECK(report["dt"].get<double>() == Approx(1.0 / 60));
    CHECK(report["ended"] == "done");
    CHECK(report["positions_hash"].get<std::string>().size() == 16);
    REQUIRE(report["bodies"].size() == 2);
    REQUIRE(orderedKeys(report["bodies"][0]) == Words{"name", "vertices", "faces", "tetrahedra", "margin"});
    CHECK(report["bodies"][0]["vertices"] == 216);
    CHECK(report["bodies"][0]["tetrahedra"] == 750);
    CHECK(report["bodies"][0]["margin"].get<double>() == Approx(0.04));
    const Json& ms = report["ms"];
    REQUIRE(orderedKeys(ms) == Words{"predict", "broadphase", "detect", "response", "solve", "update", "total"});
    CHECK(ms["total"].get<double>() > 0);
    CHECK(ms["response"].is_null() == stock);
    std::vector<int> steps;
    for (const Json& check : report["checks"]) {
      REQUIRE(orderedKeys(check) == Words{"step", "pairs_between", "pairs_self", "vertices_inside", "worst_depth",
                                          "kinetic", "potential", "driver_work", "momentum", "worst_stretch",
                                          "contacts", "volume_contacts", "nan"});
      CHECK(check["momentum"].size() == 3);
      CHECK_FALSE(check["nan"].get<bool>());
      steps.push_back(check["step"].get<int>());
    }
    CHECK(steps == std::vector<int>{0, 4, 8, 10});
    CHECK(report["checks"][0]["momentum"][0].get<double>() == Approx(50));
    for (const char* figure : {"end_velocity_bullet", "end_velocity_target", "swapped"}) {
      CHECK(report["scene_figures"].contains(figure));
    }
  }
}

TEST_CASE("tori tell their linking number at each check") {
  const Json report = runScene({"tori", "--detector", "none", "--steps", "9"});
  const Json& numbers = report["scene_figures"]["linking_number"];
  REQUIRE(numbers.size() == report["checks"].size());
  for (const Json& number : numbers) CHECK(std::abs(number.get<double>()) == Approx(1).margin(1e-6));
}

TEST_CASE("a step in which stock Bullet hangs ends in a report that says so") {
  const ScratchFolder folder;
  const std::string picture = folder.path("start.png");
  const Json report =
      runScene({"parts", "--detector", "bullet", "--steps", "5", "--step-limit", "1", "--screenshot", picture});
  CHECK(report["ended"] == "hang");
  CHECK(report["steps"].get<int>() < 5);
  CHECK(report["checks"].size() >= 1);
  CHECK(report["ms"]["total"].is_null());
  CHECK(report["scene_figures"]["ended_in_step"].get<int>() == report["steps"].get<int>() + 1);
  // The caption is below.
  CHECK(Image::load(picture).height() > RenderSettings{}.height + 20);
  // The same body works under Pliant.
  CHECK(runScene({"parts", "--detector", "spatial-hash", "--steps", "5"})["ended"] == "done");
}

TEST_CASE("a fault of stock Bullet ends in a report that says so, one of Pliant in an error") {
  for (const std::string detector : {"bullet", "spatial-hash"}) {
    INFO(detector);
    const ScratchFolder folder;
    const std::string exported = folder.path("bodies"), json = folder.path("run.json");
    const pid_t program = startPliant({"run", "pile64", "--steps", "1000000", "--check-every", "1", "--detector",
                                       detector, "--step-limit", "1000", "--export", exported, "--json", json});
    waitUntil([&] { return std::filesystem::exists(exported + "/2-0.mesh"); });
    const std::string id = std::to_string(program);
    const std::string children = ScratchFolder::read("/proc/" + id + "/task/" + id + "/children");
    INFO("children: " << children);
    REQUIRE_FALSE(children.empty());
    REQUIRE(::kill(std::stoi(children), SIGABRT) == 0);
    int status = 0;
    ::waitpid(program, &status, 0);
    REQUIRE(WIFEXITED(status));
    if (detector == "bullet") {
      CHECK(WEXITSTATUS(status) == 0);
      const Json report = Json::parse(ScratchFolder::read(json));
      CHECK(report["ended"] == "crash");
      CHECK(report["steps"].get<int>() >= 2);
      CHECK(report["checks"].size() >= 3);
      CHECK(report["ms"]["total"].is_null());
    } else {
      CHECK(WEXITSTATUS(status) == 1);
      CHECK_FALSE(std::filesystem::exists(json));
    }
  }
}

TEST_CASE("a run that is ended from outside leaves no picture, neither of its start nor a part of one") {
  const ScratchFolder folder;
  const std::string picture = folder.path("end.png"), exported = folder.path("bodies");
  for (const std::string detector : {"bullet", "spatial-hash"}) {
    INFO(detector);
    const pid_t child = startPliant({"run", "pile64", "--steps", "1000000", "--check-every", "1", "--detector",
                                     detector, "--screenshot", picture, "--export", exported});
    // The run has started: its first checks have written their files.
    waitUntil([&] { return std::filesystem::exists(exported + "/2-0.mesh"); });
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    // The child process for the scene ends a little later and may still write files.
    waitUntil([&] {
      std::error_code ignored;
      std::filesystem::remove_all(exported, ignored);
      return !std::filesystem::exists(exported);
    });
    std::size_t pictures = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("."))) {
      INFO(entry.path().string());
      pictures += entry.path().extension() == ".png" || entry.path().extension() == ".tmp";
    }
    CHECK(pictures == 0);
  }
}

TEST_CASE("a run that is out of time says so") {
  const Json report = runScene({"pile64", "--detector", "bullet", "--steps", "100000", "--limit", "0.2"});
  CHECK(report["ended"] == "time limit");
  CHECK(report["steps"].get<int>() >= 1);
  CHECK(report["steps"].get<int>() < 100000);
  CHECK(report["checks"].back()["step"] == report["steps"]);
}

TEST_CASE("what is exported is judged the same when read back") {
  const ScratchFolder folder;
  const Json report = runScene({"pile27", "--detector", "none", "--spacing", "0.85", "--steps", "3", "--check-every",
                                "2", "--export", folder.path("bodies")});
  REQUIRE(report["checks"].size() == 3);
  for (const Json& check : report["checks"]) {
    std::vector<Mesh> meshes;
    for (std::size_t body = 0; body < report["bodies"].size(); ++body) {
      const std::string name = std::to_string(check["step"].get<int>()) + "-" + std::to_string(body) + ".mesh";
      meshes.push_back(readMesh(folder.path("bodies") + "/" + name));
      CHECK(meshes.back().vertices.size() == report["bodies"][body]["vertices"].get<std::size_t>());
      CHECK(meshes.back().triangles.size() == report["bodies"][body]["faces"].get<std::size_t>());
      CHECK(meshes.back().tetrahedra.size() == report["bodies"][body]["tetrahedra"].get<std::size_t>());
    }
    std::vector<BodyView> views;
    for (const Mesh& mesh : meshes) views.push_back(mesh.view());
    const Verdict verdict = judge(views);
    CHECK(verdict.pairsBetween > 1000);
    CHECK(verdict.pairsBetween == check["pairs_between"].get<std::uint64_t>());
    CHECK(verdict.pairsSelf == check["pairs_self"].get<std::uint64_t>());
    CHECK(verdict.verticesInside == check["vertices_inside"].get<std::uint64_t>());
    CHECK(verdict.worstDepth == check["worst_depth"].get<double>());
  }
  CHECK(folder.files("bodies") == 3 * 27);
}

TEST_CASE("a seed or a stiffness gives another motion, the same again for the same") {
  const auto hashOf = [](const Words& more) {
    const Words words{"impact50", "--detector", "spatial-hash", "--steps", "4"};
    return runScene(with(words, more))["positions_hash"].get<std::string>();
  };
  const std::string own = hashOf({}), seeded = hashOf({"--seed", "7"}), soft = hashOf({"--stiffness", "0.3"});
  CHECK(hashOf({"--seed", "0"}) == own);
  CHECK(hashOf({"--seed", "7"}) == seeded);
  CHECK(std::set{own, seeded, hashOf({"--seed", "8"}), soft}.size() == 4);
}

TEST_CASE("a pressure is that of bodies that hold a gas, and lifts a heavier one less") {
  const auto heightOf = [](const Words& more) {
    const Words words{"plate", "--detector", "spatial-hash", "--steps", "12"};
    return runScene(with(words, more))["scene_figures"]["extent_y"].back().get<double>();
  };
  const double own = heightOf({});
  CHECK(heightOf({"--pressure", "0"}) < own);
  CHECK(heightOf({"--pressure", "40"}) > own);
  CHECK(heightOf({"--mass", "20"}) < own);
}

TEST_CASE("any number of threads gives the same bits") {
  const Words scene{"impact50", "--detector", "spatial-hash", "--steps", "12"};
  const Json one = runScene(scene), other = runScene(with(scene, {"--threads", "2"})),
             most = runScene(with(scene, {"--threads", "0"}));
  CHECK(most["threads"] >= 1);
  CHECK(other["threads"] == std::min(2, most["threads"].get<int>()));
  CHECK(most["positions_hash"] == one["positions_hash"]);
  CHECK(one["positions_hash"] == other["positions_hash"]);
}

TEST_CASE("without a file the report is a short table") {
  const ProgramRun run = runPliant({"run", "net", "--detector", "none", "--steps", "4"});
  CHECK(run.status == 0);
  CHECK(run.output.find("ms per step") != std::string::npos);
  for (const char* unit : {" pairs ", " vertices ", " m ", " J ", " x rest ", " volumes\n"}) {
    INFO(unit);
    CHECK(run.output.find(unit) != std::string::npos);
  }
}

TEST_CASE("bad input to run and compare is one line and status 2") {
  const ScratchFolder folder;
  const auto pileRefuses = [](const Words& words, const std::string& named) {
    pliantRefuses(with({"run", "pile27", "--steps", "2"}, words), named);
  };
  pliantRefuses({"run"}, "SCENE");
  pliantRefuses({"run", "nosuch"}, "'nosuch'; `pliant list`");
  pliantRefuses({"run", "pile27", "--detector", "nosuch"}, "'nosuch'; `pliant list`");
  pliantRefuses({"run", "pile27", "--detector", "bullet", "--steps", "0"}, "steps");
  pliantRefuses({"run", "pile27", "--steps", "half"}, "half");
  pileRefuses({"--check-every", "0"}, "--check-every: '0' is not a whole number from 1 to ");
  pileRefuses({"--steps", "3"}, "--steps: is given more than once");
  pileRefuses({"--stiffnes", "1"}, "pliant: unknown option '--stiffnes'; pliant run --help lists the options");
  pileRefuses({"knot"}, "pliant: unexpected argument 'knot'; pliant run --help lists the options");
  pileRefuses({"--overlay", "nosuch", "--screenshot", folder.path("a.png")}, "nosuch");
  pileRefuses({"--json", folder.path("no/run.json")}, "no/run.json");
  pileRefuses({"--screenshot", folder.path("no/a.png")}, "no/a.png");
  pileRefuses({"--export", folder.write("file", "x")}, "file");
  pileRefuses({"--friction", "-1"}, "friction");
  pileRefuses({"--scale", "0"}, "--scale: '0' is not a number from 0.001 to 1000");
  pileRefuses({"--stiffness", "-1"}, "--stiffness: '-1' is not a number from 0 to 1");
  pileRefuses({"--stiffness", "1.5"}, "--stiffness");
  pileRefuses({"--seed", "-1"}, "--seed: '-1' is not a whole number from 0 to 4294967295");
  pliantRefuses({"run", "loop", "--steps", "1", "--mass", "3"}, "the mass has no effect");
  pileRefuses({"--pressure", "1"}, "pressure");
  for (const char* const option : {"--stiffness", "--margin", "--spacing", "--step-limit", "--scale", "--limit",
                                   "--friction", "--mass", "--pressure"}) {
    for (const char* const word : {"nan", "inf", "1e400", "-1", "1x", ""}) {
      pileRefuses({option, word}, option);
    }
  }
  pileRefuses({"--step-limit", "0"}, "--step-limit");
  pileRefuses({"--threads", "99999999"}, "--threads");
  pileRefuses({"--json", ""}, "the file name is empty");
  pileRefuses({"--export", ""}, "''");
  pileRefuses({"--overlay", "none"}, "--screenshot");
  for (const char* const stock : {"none", "bullet-clusters"})
    for (const char* const overlay : {"inside,contacts", "normals"})
      pileRefuses({"--detector", stock, "--overlay", overlay, "--screenshot", folder.path("a.png")}, "--overlay");
  // Stock Bullet has contacts of vertices and faces, which can be drawn.
  CHECK(runPliant({"run", "pile27", "--steps", "2", "--detector", "bullet", "--overlay", "contacts,normals",
                   "--screenshot", folder.path("stock.png")})
            .status == 0);
  for (const char* const stock : {"none", "bullet", "bullet-clusters"})
    pileRefuses({"--detector", stock, "--threads", "2"}, "--threads");
  pileRefuses({"--screenshot", folder.path("a.jpg")}, "a.jpg");
  pliantRefuses({"run", "net", "--steps", "2", "--spacing", "2"}, "spacing");
  const std::string both = folder.path("both.png");
  pileRefuses({"--json", both, "--screenshot", both}, both);
  std::filesystem::create_directory(folder.path("ex"));
  pileRefuses({"--json", folder.path("ex/0-0.mesh"), "--export", folder.path("ex")}, "--export writes files of such");
  pliantRefuses({"compare", "net", "--limit", "0", "--out", folder.path("out")}, "--limit");
  pliantRefuses({"compare", "net", "--step-limit", "nan", "--out", folder.path("out")}, "--step-limit");
  pliantRefuses({"compare", "net", "--jobs", "0", "--out", folder.path("out")}, "--jobs");
  pliantRefuses({"compare", "nosuch"}, "'nosuch'; `pliant list`");
  pliantRefuses({"compare", "net", "--detectors", "nosuch", "--out", folder.path("out")}, "nosuch");
  pliantRefuses({"compare", "net", "--out", folder.write("out", "x")}, "out");
}

TEST_CASE("a fault in the child process reaches the user, whatever bytes it names") {
  const ScratchFolder folder;
  // The building is none of the steps, which are over in no time here.
  CHECK(runPliant({"run", "impact50", "--steps", "1", "--step-limit", "1e-50"}).status == 0);
  // A folder blocks the path of the first body's file.
  const std::string out = folder.path("ex\xff");
  std::filesystem::create_directories(out + "/0-0.mesh");
  pliantRefuses({"run", "impact50", "--detector", "bullet", "--steps", "2", "--export", out}, "0-0.mesh");
}

TEST_CASE("a scene comes out the same whichever detector gathers the candidates") {
  const auto run = [](const std::string& detector) {
    return runScene({"knot", "--steps", "60", "--check-every", "60", "--detector", detector});
  };
  const Json expected = run("spatial-hash");
  REQUIRE(expected["checks"].back()["contacts"].get<int>() > 0);
  CHECK(run("bucket-tree")["positions_hash"] == expected["positions_hash"]);
}

TEST_CASE("what was chosen is told, by default, in the report and in the table") {
  const Json report = runScene({"clothedge", "--steps", "60", "--check-every", "60"});
  CHECK(report["detector"] == "auto");
  REQUIRE(!report["chosen"].empty());
  for (const Json& choice : report["chosen"]) {
    CHECK(orderedKeys(choice) == Words{"bodies", "method", "reason"});
    CHECK(choice["bodies"] == Json{"cloth", "cloth"});
    CHECK(choice["method"] == "regularity-tree");
    CHECK(choice["reason"] == "surface");
  }
  const ProgramRun run = runPliant({"run", "clothedge", "--steps", "60", "--check-every", "60"});
  CHECK(run.output.find("\nregularity-tree (surface): cloth with itself\n") != std::string::npos);
}

TEST_CASE("a body goes by the detector that it is given, to the same end, and what can't be given is refused") {
  const Words scene{"clothedge", "--steps", "12", "--check-every", "12"}, words = with({"run"}, scene);
  const auto report = [&](const Words& more) { return runScene(with(scene, more)); };
  const Json own = report({"--body-detector", "cloth=bucket-tree"});
  REQUIRE(!own["chosen"].empty());
  for (const Json& choice : own["chosen"]) {
    CHECK(choice["method"] == "bucket-tree");
    CHECK(choice["reason"] == "set");
  }
  CHECK(own["positions_hash"] == report({})["positions_hash"]);
  CHECK(runPliant(with(words, {"--body-detector", "cloth=bucket-tree"})).output.find("bucket-tree (set): ") !=
        std::string::npos);
  const Json rings = runScene({"tori", "--steps", "12", "--check-every", "12", "--body-detector",
                               "left ring=bucket-tree", "--body-detector", "right ring=regularity-tree"});
  std::set<std::string> methods;
  for (const Json& choice : rings["chosen"]) methods.insert(choice["method"].get<std::string>());
  CHECK(methods.count("bucket-tree") == 1);
  CHECK(methods.count("regularity-tree") == 1);
  pliantRefuses(with(words, {"--body-detector", "cloth"}), "is not BODY=NAME");
  CHECK(runPliant({"run", "--body-detector", "left ring=bucket-tree", "tori", "--steps", "1"}).status == 0);
  pliantRefuses(with(words, {"--body-detector", "cloth=ldi"}), "'ldi' can't be the detector of a single body");
  pliantRefuses(with(words, {"--body-detector", "sheet=auto"}), "there is no body 'sheet'");
  pliantRefuses(with(words, {"--detector", "bullet", "--body-detector", "cloth=auto"}), "only under 'auto'");
}

TEST_CASE("the help of run names each overlay") {
  const std::string help = runPliant({"run", "--help"}).output;
  for (const OverlayKind& kind : overlayKinds())
    CHECK(help.find(" " + std::string(kind.name) + ",") != std::string::npos);
}
