#include <pliant/detectors/Types.h>
#include <pliant/pictures/Image.h>
#include <pliant_catch.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "RunProgram.h"
#include "SmallMeshes.h"

using Json = nlohmann::json;
using pliant::Real;

namespace {

/// What `pliant detect` writes as JSON.
Json detect(std::vector<std::string> arguments) {
  const ScratchFolder folder;
  const std::string file = folder.path("out.json");
  arguments.insert(arguments.begin(), {"detect", "--json", file});
  const ProgramRun run = runPliant(arguments);
  CAPTURE(run.errors);
  REQUIRE(run.status == 0);
  CHECK(run.errors.empty());
  CHECK(run.output.empty());
  return Json::parse(ScratchFolder::read(file));
}

std::set<std::string> keys(const Json& object) {
  std::set<std::string> result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

/// A tetrahedron with corners at `origin` and `size` along the axes from it.
std::string tetrahedron(double x, double y, double z, double size = 1, bool inverted = false) {
  std::ostringstream text;
  text.precision(17);
  text << "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n";
  for (int corner = 0; corner < 4; ++corner) {
    text << x + (corner == 1 ? size : 0) << ' ' << y + (corner == 2 ? size : 0) << ' ' << z + (corner == 3 ? size : 0)
         << " 0\n";
  }
  return text.str() + "Tetrahedra\n1\n" + (inverted ? "2 1 3 4" : "1 2 3 4") + " 0\nEnd\n";
}

/// A random closed surface of thin slices: a soup of tetrahedra's boundaries.
std::string randomTetrahedra(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> at(0, 2), size(-0.5, 0.5);
  std::ostringstream text;
  text << "MeshVersionFormatted 2\nDimension 3\nVertices\n" << 4 * count << '\n';
  for (int i = 0; i < count; ++i) {
    const double x = at(random), y = at(random), z = at(random);
    for (int corner = 0; corner < 4; ++corner) {
      text << x + size(random) << ' ' << y + size(random) << ' ' << z + size(random) << " 0\n";
    }
  }
  text << "Tetrahedra\n" << count << '\n';
  for (int i = 0; i < count; ++i) {
    text << 4 * i + 1 << ' ' << 4 * i + 2 << ' ' << 4 * i + 3 << ' ' << 4 * i + 4 << " 0\n";
  }
  return text.str();
}

/// A frame without what may differ from run to run.
Json answers(Json frame) {
  frame.erase("ms");
  frame.erase("counters");
  return frame;
}

const std::vector<std::string> kMethods = {"spatial-hash", "brute-force"};

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
    // Corner 0 of b lies in a; the face of a opposite to its corner 0 cuts the three faces of b that meet there.
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
    // The segment that the triangle has become meets the faces (0 1 2) and (0 1 3) or (0 2 3), whose half holds it.
    for (const Json& pair : frame["face_pairs"]) CHECK(pair[2] == 2);
    CHECK(frame["face_pairs"].size() == 3);
  }
}

TEST_CASE("the margin is inclusive, exact, and spares a face's own corners") {
  const ScratchFolder folder;
  const std::string sheet = folder.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n");
  const std::string points =
      folder.write("points.obj", "v 0.25 0.25 0.5\nv 0.25 0.25 0.50001\nv -0.5 0 0\nv 0.25 0.25 0\n");
  for (const std::string& method : kMethods) {
    const auto near = [&](const std::string& margin) {
      return detect({"--method", method, sheet, points, "--margin", margin})["frames"][0]["vertex_face"];
    };
    CHECK(near("0") == Json::parse("[[1,3,0,0]]"));
    CHECK(near("-0") == Json::parse("[[1,3,0,0]]"));
    CHECK(near("0.5") == Json::parse("[[1,0,0,0],[1,2,0,0],[1,3,0,0]]"));
    CHECK(near("0.49999") == Json::parse("[[1,3,0,0]]"));
    // The vertex that nothing refers to counts as well.
    CHECK(near("100") == Json::parse("[[0,3,0,0],[1,0,0,0],[1,1,0,0],[1,2,0,0],[1,3,0,0]]"));
  }
}

TEST_CASE("self and between") {
  const ScratchFolder folder;
  // Two crossing triangles in one body, and a third body across both.
  const std::string self =
      folder.write("self.off", "OFF\n6 2 0\n0 0 0\n2 0 0\n0 2 0\n.5 .5 -1\n.5 .5 1\n.6 .5 1\n3 0 1 2\n3 3 4 5\n");
  const std::string other = folder.write("other.off", "OFF\n3 1 0\n.1 .1 -1\n.1 .1 1\n.2 .1 1\n3 0 1 2\n");
  for (const std::string& method : kMethods) {
    const auto pairs = [&](std::vector<std::string> options) {
      options.insert(options.end(), {"--method", method, self, other});
      return detect(options)["frames"][0]["face_pairs"];
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

TEST_CASE("volumes of closed surfaces by layered depth images") {
  const ScratchFolder folder;
  // Corner tetrahedra of volume 1/6; the second one's has half the size and lies wholly within the first.
  const std::string outer = folder.write("outer.mesh", tetrahedron(0, 0, 0));
  const std::string inner = folder.write("inner.mesh", tetrahedron(0.125, 0.125, 0.125, 0.5, true));
  const Json result = detect({"--method", "ldi-software", "--resolution", "64", outer, inner});
  const Json& frame = result["frames"][0];
  CHECK(keys(frame) ==
        std::set<std::string>{"vertices_inside", "intersection_volume", "self_intersection_volume", "counters", "ms"});
  CHECK(frame["vertices_inside"] == Json::parse("[[1,0,0],[1,1,0],[1,2,0],[1,3,0]]"));
  REQUIRE(frame["intersection_volume"].size() == 1);
  CHECK(frame["intersection_volume"][0][0] == 0);
  CHECK(frame["intersection_volume"][0][1] == 1);
  CHECK(frame["intersection_volume"][0][2].get<double>() == Approx(0.125 / 6).epsilon(0.03));
  CHECK(frame["self_intersection_volume"].empty());
  CHECK(frame["counters"]["ldi_resolution"] == 64);

  // In the other order the same number.
  const Json turned = detect({"--method", "ldi-software", "--resolution", "64", inner, outer})["frames"][0];
  CHECK(turned["intersection_volume"][0][2] == frame["intersection_volume"][0][2]);
  CHECK(keys(detect({"--method", "ldi-software", "--self", outer})["frames"][0]) ==
        std::set<std::string>{"self_intersection_volume", "counters", "ms"});
  CHECK(keys(detect({"--method", "ldi-software", "--between", outer})["frames"][0]) ==
        std::set<std::string>{"vertices_inside", "intersection_volume", "counters", "ms"});

  const std::string cloud = folder.write("cloud.obj", "v 0.25 0.25 0.25\nv 2 2 2\nv 0.1 0.1 0.1\n");
  CHECK(detect({"--method", "ldi-software", cloud, outer})["frames"][0]["vertices_inside"] ==
        Json::parse("[[0,0,1],[0,2,1]]"));
}

namespace {

const std::vector<std::string> kGlMethods = {"ldi-gl-unordered", "ldi-gl-ordered", "ldi-gl-abuffer"};

/// With more in its environment, one line and status 3, and no report.
void lacksOpenGl(const std::vector<std::string>& environment, const std::string& method, const std::string& reason) {
  const ScratchFolder folder;
  const std::string file = folder.write("a.mesh", tetrahedron(0, 0, 0)), out = folder.path("out.json");
  std::vector<std::string> words = environment;
  words.insert(words.end(), {PLIANT_EXECUTABLE, "detect", "--method", method, "--json", out, file});
  const ProgramRun run = runProgram("/usr/bin/env", words);
  CAPTURE(run.errors);
  CHECK(run.status == 3);
  CHECK(run.errors.starts_with("pliant: --method " + method + ": "));
  CHECK(run.errors.find(reason) != std::string::npos);
  CHECK(run.errorLines() == 1);
  CHECK(run.output.empty());
  CHECK(!std::filesystem::exists(out));
}

}  // namespace

#if PLIANT_WITH_GLRENDER

TEST_CASE("a picture of what was detected, beside the answer and as it would be without") {
  const ScratchFolder folder;
  const std::string left = folder.write("left.mesh", tetrahedron(0, 0, 0)),
                    right = folder.write("right.mesh", tetrahedron(0.25, 0.25, 0.25));
  const auto redIn = [&](const std::string& file) {
    const pliant::Image image = pliant::Image::load(file);
    CHECK(image.width() == 960);
    CHECK(image.height() > 720);  // the caption
    int red = 0;
    for (int y = 0; y < 720; ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const pliant::Rgb& c = image.at(x, y);
        red += c[0] > 2 * c[1] && c[0] > 2 * c[2];
      }
    }
    return red;
  };
  for (const char* method : {"ldi-software", "spatial-hash"}) {
    CAPTURE(method);
    const std::string picture = folder.path(std::string(method) + ".png"), turned = folder.path("turned.png");
    const Json with = detect({"--method", method, "--screenshot", picture, left, right});
    CHECK(answers(with["frames"][0]) == answers(detect({"--method", method, left, right})["frames"][0]));
    CHECK(redIn(picture) > 500);
    detect({"--method", method, "--screenshot", turned, "--view=-100,60.5", left, right});
    CHECK(ScratchFolder::read(turned) != ScratchFolder::read(picture));
  }
  // What is apart shows no red; frames: the last one.
  const std::string far = folder.write("far.mesh", tetrahedron(3, 0, 0)), picture = folder.path("frames.png");
  detect({"--method", "ldi-software", "--screenshot", picture, left, right + "," + far});
  CHECK(redIn(picture) == 0);
}

TEST_CASE("images that OpenGL draws give the CPU's answer, and what draws is told") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.mesh", randomTetrahedra(1, 60)),
                    b = folder.write("b.mesh", randomTetrahedra(2, 40)),
                    cloud = folder.write("cloud.obj", "v 1 1 1\nv 0.5 1 1.5\nv 9 9 9\n");
  const Json expected = detect({"--method", "ldi-software", "--resolution", "200", a, b, cloud});
  CHECK(!expected.contains("gl_renderer"));
  REQUIRE(!expected["frames"][0]["intersection_volume"].empty());
  for (const std::string& method : kGlMethods) {
    CAPTURE(method);
    const Json result = detect({"--method", method, "--resolution", "200", a, b, cloud});
    CHECK(keys(result) == std::set<std::string>{"method", "gl_renderer", "bodies", "frames"});
    CHECK(result["method"] == method);
    CHECK(!result["gl_renderer"].get<std::string>().empty());
    CHECK(result["bodies"] == expected["bodies"]);
    CHECK(answers(result["frames"][0]) == answers(expected["frames"][0]));
    CHECK(result["frames"][0]["counters"]["ldi_entries"] == expected["frames"][0]["counters"]["ldi_entries"]);
    const ProgramRun table = runPliant({"detect", "--method", method, a, b});
    CHECK(table.status == 0);
    CHECK(table.errors.empty());
    CHECK(table.output.starts_with("method " + method + ", drawn by " + result["gl_renderer"].get<std::string>()));
  }
}

TEST_CASE("without the OpenGL that it needs a method ends with one line and status 3") {
  for (const std::string& method : kGlMethods) {
    lacksOpenGl({"__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere/vendor.json"}, method, "no display that needs no screen");
    lacksOpenGl({"MESA_GL_VERSION_OVERRIDE=3.2", "MESA_GLSL_VERSION_OVERRIDE=150"}, method, "version 3.3");
  }
  lacksOpenGl({"MESA_GL_VERSION_OVERRIDE=4.2", "MESA_GLSL_VERSION_OVERRIDE=420"}, "ldi-gl-abuffer",
              "OpenGL 4.3 is needed, the context has ");
}

#else

TEST_CASE("a build without OpenGL knows its methods, and ends with one line and status 3") {
  for (const std::string& method : kGlMethods) lacksOpenGl({}, method, "built without OpenGL");
}

#endif

TEST_CASE("small holes are capped where that is asked for, and told") {
  const ScratchFolder folder;
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string open = folder.write("open.obj", corners + "f 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const std::string whole = folder.write("whole.mesh", tetrahedron(0, 0, 0));
  const std::string cloud = folder.write("cloud.obj", "v 0.25 0.25 0.25\n");
  const Json capped = detect({"--method", "ldi-software", "--cap-holes", "3", open, whole, cloud});
  const Json& bodies = capped["bodies"];
  CHECK(bodies[0]["faces"] == 3);
  CHECK(bodies[0]["closed"] == false);
  CHECK(bodies[0]["holes_capped"] == 1);
  CHECK(bodies[0]["cap_faces"] == 1);
  CHECK(bodies[1]["faces"] == 4);
  CHECK(bodies[1]["closed"] == true);
  CHECK(bodies[1]["holes_capped"] == 0);
  CHECK(bodies[2]["closed"] == false);
  const Json& frame = capped["frames"][0];
  CHECK(frame["intersection_volume"][0][2].get<double>() == Approx(1.0 / 6).epsilon(0.05));
  CHECK(frame["vertices_inside"].dump().find("[2,0,0],[2,0,1]") != std::string::npos);
  CHECK(!detect({"--method", "ldi-software", whole})["bodies"][0].contains("holes_capped"));

  const ProgramRun table = runPliant({"detect", "--method", "ldi-software", "--cap-holes", "3", open});
  CHECK(table.status == 0);
  CHECK(table.output.find("holes capped") != std::string::npos);
  const ProgramRun refused = runPliant({"detect", "--method", "ldi-software", "--cap-holes", "2", open});
  CHECK(refused.status == 2);
  CHECK(refused.errors.find("3 open edges") != std::string::npos);
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

TEST_CASE("both methods agree, with any number of threads, any order of files and any repetition") {
  const ScratchFolder folder;
  std::vector<std::string> files;
  for (unsigned seed = 0; seed < 3; ++seed) {
    files.push_back(folder.write("soup" + std::to_string(seed) + ".mesh", randomTetrahedra(seed, 60)));
  }
  const auto ask = [&](std::vector<std::string> options, const std::vector<std::size_t>& order) {
    options.insert(options.end(), {"--margin", "0.05"});
    for (const std::size_t i : order) options.push_back(files[i]);
    return answers(detect(options)["frames"][0]);
  };
  const Json expected = ask({"--method", "brute-force", "--threads", "1"}, {0, 1, 2});
  CHECK(expected["vertex_tetrahedron"].size() > 10);
  CHECK(expected["vertex_face"].size() > 10);
  CHECK(expected["face_pairs"].size() > 100);
  for (const std::string& method : kMethods) {
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

TEST_CASE("both methods agree on coordinates as large and as small as there are") {
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
    const Json expected = answers(detect({"--method", "brute-force", "--margin", "1e30", file})["frames"][0]);
    CHECK(expected["face_pairs"].size() > 100);
    CHECK(answers(detect({"--method", "spatial-hash", "--margin", "1e30", file})["frames"][0]) == expected);
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

TEST_CASE("list, help and version") {
  const ProgramRun list = runPliant({"list"});
  CHECK(list.status == 0);
  for (const std::string& method : kMethods) CHECK(list.output.find(method) != std::string::npos);
  CHECK(list.output.find("beside spatial-hash for the others\n  ldi-software ") != std::string::npos);
  for (const std::string& method : kGlMethods) CHECK(list.output.find("\n  " + method + " ") != std::string::npos);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"detect", "--help"}, {"--version"}, {"list", "--help"}}) {
    const ProgramRun run = runPliant(arguments);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(!run.output.empty());
  }
}
