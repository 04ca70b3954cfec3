// Tests `pliant detect` with layered depth images, and pictures of the results.

#include <pliant/pictures/Image.h>
#include <pliant_catch.h>
#include <pliant_mesa.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "PictureColours.h"
#include "SmallMeshes.h"
#include "detectJson.h"

TEST_CASE("volumes of closed surfaces by layered depth images") {
  const ScratchFolder folder;
  // Corner tetrahedra of volume 1/6. The second one has half the edge length and lies wholly inside the first.
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

  // The order of the files does not change the volume.
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

/// Returns a frame's answers renumbered as if the files came in reverse order.
Json reversed(const Json& frame, int bodies) {
  Json turned = answers(frame);
  const auto rename = [&](Json& body) { body = bodies - 1 - body.get<int>(); };
  for (Json& row : turned["vertices_inside"]) {
    rename(row[0]);
    rename(row[2]);
  }
  for (Json& row : turned["intersection_volume"]) {
    rename(row[0]);
    rename(row[1]);
    std::swap(row[0], row[1]);
  }
  for (Json& row : turned["self_intersection_volume"]) rename(row[0]);
  for (Json& list : turned) std::sort(list.begin(), list.end());
  return turned;
}

}  // namespace

TEST_CASE("files in reverse order give the same whole lists, by other numbers") {
  const ScratchFolder folder;
  std::mt19937 random(12);
  // An L-shaped prism of height 1, a box of the same height through it, another body, and points on a lattice in the
  // cube, so that many points lie on faces.
  std::string prism, box, cloud = "v 0 0 0\nv 1 1 1\n";
  for (const char* y : {" 0 ", " 1 "}) {
    for (const char* xz : {"0:0", "1:0", "1:0.5", "0.5:0.5", "0.5:1", "0:1"}) {
      const std::string both = xz, x = both.substr(0, both.find(':')), z = both.substr(both.find(':') + 1);
      prism += "v " + x + y + z + '\n';
    }
  }
  prism +=
      "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\nf 4 3 2 1 6 5\n"
      "f 10 11 12 7 8 9\n";
  for (const char* z : {" 0\n", " 1\n"}) {
    for (const char* xy : {"0.25 0.25", "0.75 0.25", "0.75 0.75", "0.25 0.75"}) box += std::string("v ") + xy + z;
  }
  box += "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  for (int i = 0; i < 1500; ++i) {
    cloud += 'v';
    for (int k = 0; k < 3; ++k) cloud += ' ' + std::to_string(static_cast<double>(random() % 33) / 32);
    cloud += '\n';
  }
  const std::string a = folder.write("prism.obj", prism), b = folder.write("box.obj", box),
                    c = folder.write("soup.mesh", randomTetrahedra(3, 30)), d = folder.write("cloud.obj", cloud);
  Words methods = {"ldi-software"};
#if PLIANT_WITH_GLRENDER
  methods = with(methods, kGlMethods);
#endif
  for (const std::string& method : methods) {
    for (const char* resolution : {"32", "50"}) {
      CAPTURE(method, resolution);
      const auto of = [&](const Words& files) {
        return detect(with({"--method", method, "--resolution", resolution}, files))["frames"][0];
      };
      const Json forwards = of({a, b, c, d}), backwards = of({d, c, b, a});
      CHECK(forwards["vertices_inside"].size() > 1000);
      CHECK(forwards["intersection_volume"].size() == 3);
      CHECK(reversed(backwards, 4) == answers(forwards));
    }
  }
}

namespace {

/// Checks that the method, run with additional `environment`, gives one line, status 3 and no report.
void lacksOpenGl(Words environment, const std::string& method, const std::string& reason) {
  const ScratchFolder folder;
  const std::string file = folder.write("a.mesh", tetrahedron(0, 0, 0)), out = folder.path("out.json");
  std::erase(environment, "");
  const ProgramRun run = runProgram(
      "/usr/bin/env", with(environment, {PLIANT_EXECUTABLE, "detect", "--method", method, "--json", out, file}));
  checkFault(run, 3, reason);
  CHECK(run.errors.starts_with("pliant: --method " + method + ": "));
  CHECK(!std::filesystem::exists(out));
}

}  // namespace

TEST_CASE("a picture of what was detected, beside the answer and as it would be without") {
  const ScratchFolder folder;
  const std::string left = folder.write("left.mesh", tetrahedron(0, 0, 0)),
                    right = folder.write("right.mesh", tetrahedron(0.25, 0.25, 0.25));
  const auto redIn = [&](const std::string& file) {
    const pliant::Image image = pliant::Image::load(file);
    CHECK(image.width() == 960);
    CHECK(image.height() > 720);  // taller because of the caption
    return pictures::count(image, {0, 0, image.width(), 720}, pictures::isRed);
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
  // Separated bodies show no red. The picture shows the last frame.
  const std::string far = folder.write("far.mesh", tetrahedron(3, 0, 0)), picture = folder.path("frames.png");
  detect({"--method", "ldi-software", "--screenshot", picture, left, right + "," + far});
  CHECK(redIn(picture) == 0);
  // Volumes are drawn over the detector's own pixels, whichever way these are set.
  const auto drawn = [&](const Words& words) {
    detect(with({"--method", "ldi-software", "--screenshot", picture, left, right}, words));
    return ScratchFolder::read(picture);
  };
  const std::string flat = folder.write("flat.mesh", tetrahedron(0.1, 0.05, 0.02, 0.9));
  const Words pixels{"--setting", "resolution=16", flat};
  CHECK(drawn(with(pixels, {"--setting", "stretched=on"})) == drawn({"--resolution", "16", flat, "--stretched"}));
  CHECK(drawn(with(pixels, {"--setting", "stretched=on"})) != drawn(pixels));
  CHECK(drawn(with(pixels, {"--setting", "axis=x"})) != drawn(with(pixels, {"--setting", "axis=y"})));
}

TEST_CASE("repeated runs draw all images, unless --setting keeps them, which is refused") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.mesh", tetrahedron(0, 0, 0)),
                    b = folder.write("b.mesh", tetrahedron(0.25, 0.25, 0.25));
  const Words bodies{"--method", "ldi-software", "--repeat", "2", a, b};
  const auto kept = [&](const Words& settings) {
    return detect(with(bodies, settings))["frames"][0]["counters"]["ldi_images_kept"].get<int>();
  };
  CHECK(kept({}) == 0);
  for (const char* const setting : {"default", "paper", "keep=off"}) {
    CAPTURE(setting);
    CHECK(kept({"--setting", setting}) == 0);
  }
  pliantRefuses(with(with({"detect"}, bodies), {"--setting", "keep=on"}), "--setting: keep=on needs --repeat 1");
}

namespace {

/// Checks that the method "ldi" gives the CPU's answers, run with additional `environment`. Returns its report of the
/// renderers.
Json drawnBy(const Words& environment, const std::string& resolution = "100") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.mesh", randomTetrahedra(1, 60)),
                    b = folder.write("b.mesh", randomTetrahedra(2, 40)), out = folder.path("out.json");
  const Words of = {"--resolution", resolution, "--repeat", "6", a, b};
  const Json expected = detect(with({"--method", "ldi-software"}, of));
  CHECK(!expected.contains("drawn_by"));
  const Words words = {PLIANT_EXECUTABLE, "detect", "--method", "ldi", "--json", out};
  const ProgramRun run = runProgram("/usr/bin/env", with(with(environment, words), of));
  CAPTURE(run.errors);
  REQUIRE(run.status == 0);
  CHECK(run.errors.empty());
  const Json result = Json::parse(ScratchFolder::read(out));
  CHECK(keys(result) == std::set<std::string>{"method", "drawn_by", "bodies", "frames"});
  CHECK(result["method"] == "ldi");
  CHECK(answers(result["frames"][0]) == answers(expected["frames"][0]));
  CHECK(result["frames"][0]["counters"]["ldi_entries"] == expected["frames"][0]["counters"]["ldi_entries"]);
  // Each of six runs draws two images of the pair and one of each body with itself.
  const Json by = result["drawn_by"];
  CHECK(by["cpu"].get<int>() + by["opengl"].get<int>() == 24);
  return by;
}

void byCpuAlone(const Words& environment, const std::string& reason) {
  const Json by = drawnBy(environment);
  CAPTURE(by.dump());
  CHECK(by["opengl"] == 0);
  CHECK(by["reason"].get<std::string>().find(reason) != std::string::npos);
  CHECK(!by.contains("gl_renderer"));
}

}  // namespace

#if PLIANT_WITH_GLRENDER

TEST_CASE("a method chooses what draws, answers as the CPU does, and tells what drew") {
  std::vector<std::string> environment{"force_gl_renderer=A card"};
  if (const std::string mesa = mesaAlone(); !mesa.empty()) environment.push_back(mesa);
  const Json small = drawnBy(environment);
  CHECK(small["cpu"] == 24);
  CHECK(small["gl_renderer"] == "A card");
  CHECK(small["reason"] == "small images");
  const Json large = drawnBy(environment, "1000");
  CHECK(large["opengl"] == 24);
  CHECK(large["reason"] == "large images, and a graphics card");
  byCpuAlone({"__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere/vendor.json"},
             "can't create an OpenGL 3.3 context without a screen");
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

TEST_CASE("messages of drivers stay off standard error") {
  const ScratchFolder folder;
  const std::string file = folder.write("a.mesh", randomTetrahedra(1, 60));
  // Mesa writes each shader that it compiles to standard error.
  Words chatty{"ST_DEBUG=tgsi", mesaAlone()};
  std::erase(chatty, "");
  for (const Words& command : {Words{"detect", "--method", "ldi-gl-ordered", file},
                               Words{"run", "balloons", "--steps", "2", "--detector", "ldi-gl-ordered"}}) {
    CAPTURE(command[0]);
    const ProgramRun run = runProgram("/usr/bin/env", with(with(chatty, {PLIANT_EXECUTABLE}), command));
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
  }
}

TEST_CASE("without the OpenGL that it needs a method ends with one line and status 3") {
  for (const std::string& method : kGlMethods) {
    lacksOpenGl({"__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere/vendor.json"}, method,
                "can't create an OpenGL 3.3 context without a screen");
    lacksOpenGl({mesaAlone(), "MESA_GL_VERSION_OVERRIDE=3.2", "MESA_GLSL_VERSION_OVERRIDE=150"}, method, "OpenGL 3.3");
  }
  lacksOpenGl({mesaAlone(), "MESA_GL_VERSION_OVERRIDE=4.2", "MESA_GLSL_VERSION_OVERRIDE=420"}, "ldi-gl-abuffer",
              "OpenGL 4.3 is needed, but the context has ");
}

#else

TEST_CASE("a build without OpenGL knows its methods, and ends with one line and status 3") {
  for (const std::string& method : kGlMethods) lacksOpenGl({}, method, "built without OpenGL");
  byCpuAlone({}, "built without OpenGL");
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
  for (const char* named : {"3 open edges", "--cap-holes N"})
    pliantRefuses({"detect", "--method", "ldi-software", "--cap-holes", "2", open}, named);
}
