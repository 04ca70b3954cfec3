#include <pliant/detectors/Types.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>

#include "SmallMeshes.h"
#include "detectJson.h"

using pliant::Real;

namespace {

const Words kMethods = {"spatial-hash", "brute-force"};
/// The methods above, and a method that supports only surfaces.
const Words kSurfaceMethods = {"spatial-hash", "brute-force", "bucket-tree"};

}  // namespace

TEST_CASE("two tetrahedra that overlap at a corner") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.mesh", tetrahedron(0, 0, 0)),
                    b = folder.write("b.mesh", tetrahedron(.25, .25, .25));
  for (const std::string& method : kMethods) {
    const Json json = detect({"--method", method, a, b});
    CHECK(keys(json) == std::set<std::string>{"method", "bodies", "frames"});
    CHECK(json["method"] == method);
    REQUIRE(json["bodies"].size() == 2);
    CHECK(json["bodies"][1] == Json{{"file", b}, {"vertices", 4}, {"faces", 4}, {"tetrahedra", 1}, {"closed", true}});
    REQUIRE(json["frames"].size() == 1);
    const Json& frame = json["frames"][0];
    CHECK(keys(frame) == std::set<std::string>{"vertex_tetrahedron", "face_pairs", "counters", "ms"});
    // Corner 0 of b lies in a. The face of a opposite its corner 0 intersects the three faces of b that meet there.
    CHECK(frame["vertex_tetrahedron"] == Json::parse("[[1,0,0,0]]"));
    CHECK(frame["face_pairs"] == Json::parse("[[0,0,1,1],[0,0,1,2],[0,0,1,3]]"));
    CHECK(keys(frame["ms"]) == std::set<std::string>{"update", "query"});
    CHECK(frame["ms"]["update"].get<double>() >= 0);
    CHECK(frame["ms"]["query"].get<double>() >= 0);
    for (const char* counter : {"candidates", "nodes_visited", "narrow_tests"}) {
      CHECK(frame["counters"][counter].is_number_unsigned());
    }
  }
}

TEST_CASE("a method for surfaces answers for faces, of tetrahedral files too, and has no other key") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.mesh", tetrahedron(0, 0, 0)),
                    b = folder.write("b.mesh", tetrahedron(.25, .25, .25));
  const Json frame = detect({"--method", "bucket-tree", a, b})["frames"][0];
  CHECK(keys(frame) == std::set<std::string>{"face_pairs", "counters", "ms"});
  CHECK(frame["face_pairs"] == Json::parse("[[0,0,1,1],[0,0,1,2],[0,0,1,3]]"));
  CHECK(frame["counters"]["nodes_visited"].get<int>() > 0);
  CHECK(keys(detect({"--method", "bucket-tree", "--margin", "0", a, b})["frames"][0]) ==
        std::set<std::string>{"vertex_face", "face_pairs", "counters", "ms"});
}

TEST_CASE("just touching counts, just missing does not, and orientation has no say") {
  const ScratchFolder folder;
  const std::string points = folder.write(
      "points.obj", "v 0 0 0\nv -1e-30 0.1 0.1\nv 0.5 0.5 0\nv 0.25 0.25 0.5\nv 0.25 0.25 0.50001\nv 9 9 9\n");
  for (const bool inverted : {false, true}) {
    const std::string a = folder.write("a.mesh", tetrahedron(0, 0, 0, 1, inverted));
    for (const std::string& method : kMethods) {
      const Json frame = detect({"--method", method, points, a})["frames"][0];
      CHECK(frame["vertex_tetrahedron"] == Json::parse("[[0,0,1,0],[0,2,1,0],[0,3,1,0]]"));
      CHECK(frame["face_pairs"] == Json::array());
    }
  }
}

TEST_CASE("a flat tetrahedron holds nothing, but its faces meet others") {
  const ScratchFolder folder;
  const std::string flat = folder.write(
      "flat.mesh",
      "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n1 1 0 0\nTetrahedra 1\n1 2 3 4 0\n");
  const std::string point = folder.write("point.obj", "v 0.25 0.25 0\n");
  const std::string triangle = folder.write("triangle.off", "OFF\n3 1 0\n.25 .25 -1\n.25 .25 1\n.25 .25 1\n3 0 1 2\n");
  for (const std::string& method : kMethods) {
    const Json frame = detect({"--method", method, flat, point, triangle})["frames"][0];
    CHECK(frame["vertex_tetrahedron"].empty());
    // The triangle is degenerate: a segment. It intersects the face (0 1 2), and the faces (0 1 3) and (0 2 3) on their
    // common edge.
    for (const Json& pair : frame["face_pairs"]) CHECK(pair[2] == 2);
    CHECK(frame["face_pairs"].size() == 3);
  }
}

TEST_CASE("the margin is inclusive, exact, and spares a face's own corners") {
  const ScratchFolder folder;
  const std::string sheet = folder.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n");
  const std::string points =
      folder.write("points.obj", "v 0.25 0.25 0.5\nv 0.25 0.25 0.50001\nv -0.5 0 0\nv 0.25 0.25 0\n");
  for (const std::string& method : kSurfaceMethods) {
    const auto near = [&](const std::string& margin) {
      return detect({"--method", method, sheet, points, "--margin", margin})["frames"][0]["vertex_face"];
    };
    CHECK(near("0") == Json::parse("[[1,3,0,0]]"));
    CHECK(near("-0") == Json::parse("[[1,3,0,0]]"));
    CHECK(near("0.5") == Json::parse("[[1,0,0,0],[1,2,0,0],[1,3,0,0]]"));
    CHECK(near("0.49999") == Json::parse("[[1,3,0,0]]"));
    // An unreferenced vertex counts as well.
    CHECK(near("100") == Json::parse("[[0,3,0,0],[1,0,0,0],[1,1,0,0],[1,2,0,0],[1,3,0,0]]"));
  }
}

TEST_CASE("self and between") {
  const ScratchFolder folder;
  // Two intersecting triangles in one body, and a third triangle of another body through both.
  const std::string self =
      folder.write("self.off", "OFF\n6 2 0\n0 0 0\n2 0 0\n0 2 0\n.5 .5 -1\n.5 .5 1\n.6 .5 1\n3 0 1 2\n3 3 4 5\n");
  const std::string other = folder.write("other.off", "OFF\n3 1 0\n.1 .1 -1\n.1 .1 1\n.2 .1 1\n3 0 1 2\n");
  for (const std::string& method : kSurfaceMethods) {
    const auto pairs = [&](const Words& options) {
      return detect(with(options, {"--method", method, self, other}))["frames"][0]["face_pairs"];
    };
    const Json both = Json::parse("[[0,0,0,1],[0,0,1,0]]");
    CHECK(pairs({}) == both);
    CHECK(pairs({"--self", "--between"}) == both);
    CHECK(pairs({"--self"}) == Json::parse("[[0,0,0,1]]"));
    CHECK(pairs({"--between"}) == Json::parse("[[0,0,1,0]]"));
  }
}

TEST_CASE("a tetrahedral file's own triangles are its faces where it has any") {
  const ScratchFolder folder;
  const std::string mesh = folder.write("own.mesh", kMedit);
  const std::string none = folder.write("none.mesh", tetrahedron(0, 0, 0));
  const std::string one = folder.write(
      "one.mesh", tetrahedron(0, 0, 0).substr(0, tetrahedron(0, 0, 0).find("End")) + "Triangles 1\n1 2 3 0\nEnd\n");
  const Json bodies = detect({"--method", "brute-force", mesh, none, one})["bodies"];
  CHECK(bodies[0]["faces"] == 4);
  CHECK(bodies[0]["closed"] == true);
  CHECK(bodies[1]["faces"] == 4);
  CHECK(bodies[1]["closed"] == true);
  CHECK(bodies[2]["faces"] == 1);
  CHECK(bodies[2]["closed"] == false);
}

TEST_CASE("a cloud is not closed, nor is a sheet or a surface with a face turned round") {
  const ScratchFolder folder;
  const std::string head = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string cloud = folder.write("cloud.obj", head), sheet = folder.write("sheet.obj", head + "f 1 2 3\n");
  const std::string turned = folder.write("turned.obj", head + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 4 3\n");
  const std::string whole = folder.write("whole.obj", head + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const Json bodies = detect({"--method", "spatial-hash", cloud, sheet, turned, whole})["bodies"];
  CHECK(bodies[0]["closed"] == false);
  CHECK(bodies[1]["closed"] == false);
  CHECK(bodies[2]["closed"] == false);
  CHECK(bodies[3]["closed"] == true);
}

TEST_CASE("frames of one body, beside one that stands still") {
  const ScratchFolder folder;
  const std::string still = folder.write("still.mesh", tetrahedron(0, 0, 0));
  const std::string a = folder.write("a.mesh", tetrahedron(5, 5, 5)),
                    b = folder.write("b.mesh", tetrahedron(.25, .25, .25)),
                    c = folder.write("c.mesh", tetrahedron(-.25, -.25, -.25));
  for (const std::string& method : kMethods) {
    const Json json = detect({"--method", method, "--repeat", "3", still, a + "," + b + "," + c});
    CHECK(json["bodies"].size() == 2);
    REQUIRE(json["frames"].size() == 3);
    CHECK(json["frames"][0]["vertex_tetrahedron"].empty());
    CHECK(json["frames"][1]["vertex_tetrahedron"] == Json::parse("[[1,0,0,0]]"));
    CHECK(json["frames"][2]["vertex_tetrahedron"] == Json::parse("[[0,0,1,0]]"));
    const Json again = detect({"--method", method, a + "," + b, still + "," + still});
    CHECK(again["frames"].size() == 2);
    CHECK(again["frames"][1]["vertex_tetrahedron"] == Json::parse("[[0,0,1,0]]"));
  }
}

TEST_CASE("all methods agree, with any number of threads, any order of files and any repetition") {
  const ScratchFolder folder;
  std::vector<std::string> files;
  for (unsigned number = 0; number < 3; ++number) {
    files.push_back(folder.write("soup" + std::to_string(number) + ".mesh", randomTetrahedra(number, 60)));
  }
  const auto ask = [&](const Words& options, const std::vector<std::size_t>& order) {
    Words words = with(options, {"--margin", "0.05"});
    for (const std::size_t i : order) words.push_back(files[i]);
    return answers(detect(words)["frames"][0]);
  };
  const Json all = ask({"--method", "brute-force", "--threads", "1"}, {0, 1, 2});
  CHECK(all["vertex_tetrahedron"].size() > 10);
  CHECK(all["vertex_face"].size() > 10);
  CHECK(all["face_pairs"].size() > 100);
  for (const std::string& method : kSurfaceMethods) {
    Json expected = all;
    if (std::find(kMethods.begin(), kMethods.end(), method) == kMethods.end()) expected.erase("vertex_tetrahedron");
    CHECK(ask({"--method", method}, {0, 1, 2}) == expected);
    CHECK(ask({"--method", method, "--threads", "2"}, {0, 1, 2}) == expected);
    CHECK(ask({"--method", method, "--threads", "7", "--repeat", "4"}, {0, 1, 2}) == expected);

    const std::vector<std::size_t> order = {2, 0, 1};
    Json renamed = ask({"--method", method}, order);
    for (auto& [key, list] : renamed.items()) {
      for (Json& row : list) {
        row[0] = order[row[0].get<std::size_t>()];
        row[2] = order[row[2].get<std::size_t>()];
        if (key != "face_pairs") continue;
        Json turned = {row[2], row[3], row[0], row[1]};
        if (turned < row) row = turned;
      }
      std::sort(list.begin(), list.end());
    }
    CHECK(renamed == expected);
  }
}

TEST_CASE("methods agree on coordinates as large and as small as there are") {
  for (const double size : {3.4e38, 2e38, 1e30, 1e-30, 5e-45}) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> at(-size, size);
    std::ostringstream text;
    text.precision(9);
    text << "MeshVersionFormatted 2\nDimension 3\nVertices\n120\n";
    for (int i = 0; i < 120; ++i) text << at(random) << ' ' << at(random) << ' ' << at(random) << " 0\n";
    text << "Tetrahedra\n30\n";
    for (int i = 0; i < 120; i += 4) text << i + 1 << ' ' << i + 2 << ' ' << i + 3 << ' ' << i + 4 << " 0\n";
    const ScratchFolder folder;
    const std::string file = folder.write("extreme.mesh", text.str());
    Json expected = answers(detect({"--method", "brute-force", "--margin", "1e30", file})["frames"][0]);
    CHECK(expected["face_pairs"].size() > 100);
    CHECK(answers(detect({"--method", "spatial-hash", "--margin", "1e30", file})["frames"][0]) == expected);
    expected.erase("vertex_tetrahedron");
    CHECK(answers(detect({"--method", "bucket-tree", "--margin", "1e30", file})["frames"][0]) == expected);
  }
}

TEST_CASE("without --json a table goes to standard output") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.mesh", tetrahedron(0, 0, 0));
  const ProgramRun run = runPliant({"detect", "--method", "brute-force", "--margin", "1", a});
  CHECK(run.status == 0);
  CHECK(run.errors.empty());
  for (const char* word : {"a.mesh", "vertex_tetrahedron", "face_pairs", "vertex_face", "query ms"}) {
    CHECK(run.output.find(word) != std::string::npos);
  }
}

TEST_CASE("the table of more than two bodies has a line for each pair of which something was found") {
  const ScratchFolder folder;
  std::vector<std::string> words{"detect", "--method", "brute-force"};
  for (const int at : {0, 1, 9}) {
    words.push_back(folder.write(std::to_string(at) + ".mesh", tetrahedron(at == 1 ? 0.1 : at, 0.1 * at, 0)));
  }
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const ProgramRun three = runPliant(words);
  INFO(three.output);
  CHECK(three.status == 0);
  const std::size_t at = three.output.find("frame  body  body  vertex_tetrahedron  face_pairs\n");
  REQUIRE(at != std::string::npos);
  const std::string pairs = three.output.substr(at);
  REQUIRE(lines(pairs) == 2);
  std::istringstream row(pairs.substr(pairs.find('\n')));
  int frame = -1, a = -1, b = -1, inside = -1, faces = -1;
  row >> frame >> a >> b >> inside >> faces;
  CHECK(frame == 0);
  CHECK(a == 0);
  CHECK(b == 1);
  REQUIRE(runPliant(with(words, {"--json", folder.path("out.json")})).status == 0);
  const Json first = Json::parse(ScratchFolder::read(folder.path("out.json")))["frames"][0];
  CHECK(first["face_pairs"].size() > 0);
  CHECK(faces == static_cast<int>(first["face_pairs"].size()));
  CHECK(inside == static_cast<int>(first["vertex_tetrahedron"].size()));
  // The sums are enough for two bodies.
  words.pop_back();
  CHECK(runPliant(words).output.find("body  body") == std::string::npos);
}

TEST_CASE("without a method, Pliant chooses, and tells what it chose") {
  const ScratchFolder folder;
  std::string sheet;
  constexpr int kSide = 50;
  for (int i = 0; i <= kSide; ++i)
    for (int j = 0; j <= kSide; ++j) sheet += "v " + std::to_string(i) + " " + std::to_string(j) + " 0\n";
  for (int i = 0; i < kSide; ++i)
    for (int j = 1; j <= kSide; ++j) {
      const int a = i * (kSide + 1) + j, b = a + kSide + 1;
      sheet += objFace(a, b, b + 1) + objFace(a, b + 1, a + 1);
    }
  const std::string large = folder.write("sheet.obj", sheet), small = folder.write("a.mesh", tetrahedron(9, 9, -.5));
  const Json json = detect({large, small});
  CHECK(json["method"] == "auto");
  CHECK(json["frames"][0]["vertex_tetrahedron"] ==
        detect({"--method", "brute-force", large, small})["frames"][0]["vertex_tetrahedron"]);
  CHECK(json["frames"][0]["face_pairs"] ==
        detect({"--method", "brute-force", large, small})["frames"][0]["face_pairs"]);
  CHECK(!json["frames"][0]["face_pairs"].empty());
  REQUIRE(json["chosen"].size() == 3);
  CHECK(json["chosen"][0]["bodies"] == Json{0, 1});
  CHECK(json["chosen"][0]["method"] == "spatial-hash");
  CHECK(json["chosen"][0]["reason"] == "no hierarchy yet");
  const ProgramRun run = runPliant({"detect", large, small});
  CHECK(run.output.find("\nspatial-hash (no hierarchy yet): 0 with 1, 0 with itself, 1 with itself\n") !=
        std::string::npos);
  const Json repeated = detect({"--repeat", "20", large, small})["chosen"];
  REQUIRE(repeated.size() == 3);
  for (const Json& choice : repeated) CHECK(choice["method"] == "regularity-tree");
}

TEST_CASE("list, help and version") {
  const ProgramRun list = runPliant({"list"});
  CHECK(list.status == 0);
  for (const std::string& method : kSurfaceMethods) CHECK(list.output.find(method) != std::string::npos);
  CHECK(list.output.find("with spatial-hash for the others\n  ldi-software ") != std::string::npos);
  for (const std::string& method : kGlMethods) CHECK(list.output.find("\n  " + method + " ") != std::string::npos);
  CHECK(list.output.find("\n  ldi  ") != std::string::npos);
  for (const Words& arguments :
       std::vector<Words>{{"--help"}, {"detect", "--help"}, {"--version"}, {"list", "--help"}}) {
    const ProgramRun run = runPliant(arguments);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(!run.output.empty());
  }
  for (const std::string command : {"detect", "run", "compare", "bench"}) {
    const std::string help = runPliant({command, "--help"}).output;
    INFO(help);
    // The help uses its own names of types, not the parser's, and its lines fit a terminal.
    for (const char* const raw : {"TEXT", "INT", "FLOAT", "REQUIRED", "Needs", "{", " in ["})
      CHECK(help.find(raw) == std::string::npos);
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 120);
  }
  const std::string help = runPliant({"run", "--help"}).output;
  for (const char* const option : {"\n  SCENE  ", "\n  --threads N  ", "\n  --overlay LIST  ", "\n  --step-limit S  "})
    CHECK(help.find(option) != std::string::npos);
  for (const std::string command : {"detect", "run", "compare"}) {
    CHECK(runPliant({command, "--help"}).output.find("Example: pliant " + command + " ") != std::string::npos);
  }
}

TEST_CASE("the regularity tree answers for surfaces, with and without its contour test") {
  const ScratchFolder folder;
  // A strip of one and a half turns in a plane. It lies on itself, and all its faces point upward.
  std::string strip;
  constexpr int kSteps = 24;
  for (int i = 0; i <= kSteps; ++i) {
    const double a = 3 * 3.14159265358979 * i / kSteps;
    for (const double r : {0.8, 1.0})
      strip += "v " + std::to_string(r * std::cos(a)) + " " + std::to_string(r * std::sin(a)) + " " +
               std::to_string(0.02 * (r - 0.9) * i) + "\n";
  }
  for (int i = 1; i <= 2 * kSteps; i += 2) strip += objFace(i, i + 1, i + 3) + objFace(i, i + 3, i + 2);
  // Two intersecting discs with the same outline from above: only the condition on contours fails.
  std::string discs;
  constexpr int kSectors = 8;
  for (const double tilt : {0.2, -0.2}) {
    const double height = tilt > 0 ? 10 : 10.05;
    discs += "v 0 0 " + std::to_string(height) + "\n";
    for (int i = 0; i < kSectors; ++i) {
      const double a = 2 * 3.14159265358979 * i / kSectors;
      discs += "v " + std::to_string(std::cos(a)) + " " + std::to_string(std::sin(a)) + " " +
               std::to_string(height + tilt * std::cos(a)) + "\n";
    }
  }
  for (const int middle : {1, kSectors + 2})
    for (int i = 0; i < kSectors; ++i) discs += objFace(middle, middle + 1 + i, middle + 1 + (i + 1) % kSectors);
  const std::vector<std::string> files{folder.write("strip.obj", strip), folder.write("discs.obj", discs)};
  const auto answer = [&](const Words& words) {
    return detect(with(with(words, {"--margin", "0.001"}), files))["frames"][0];
  };
  const Json all = answer({"--method", "brute-force"}), exact = answer({"--method", "regularity-tree"});
  CHECK(keys(exact) == std::set<std::string>{"vertex_face", "face_pairs", "counters", "ms"});
  const auto ofBody = [](const Json& frame, int body) {
    Json pairs = Json::array();
    for (const Json& pair : frame["face_pairs"])
      if (pair[0] == body && pair[2] == body) pairs.push_back(pair);
    return pairs;
  };
  CHECK(ofBody(all, 0).size() > 0);
  CHECK(ofBody(all, 1).size() > 0);
  CHECK(exact["face_pairs"] == all["face_pairs"]);
  CHECK(exact["vertex_face"] == all["vertex_face"]);
  CHECK(answer({"--method", "regularity-tree", "--contour-test", "exact"})["face_pairs"] == all["face_pairs"]);
  // The strip is still searched without the contour test, because its shape is irregular. The discs are not.
  const Json off = answer({"--method", "regularity-tree", "--contour-test", "off"});
  CHECK(ofBody(off, 0) == ofBody(all, 0));
  CHECK(ofBody(off, 1).size() < ofBody(all, 1).size());
  for (const Json& pair : off["face_pairs"])
    CHECK(std::find(all["face_pairs"].begin(), all["face_pairs"].end(), pair) != all["face_pairs"].end());
  CHECK(off["vertex_face"] == all["vertex_face"]);
  for (const char* counter : {"procedure_calls", "parts_skipped", "pairs_skipped", "element_tests"})
    CHECK(off["counters"][counter].is_number_unsigned());
}
