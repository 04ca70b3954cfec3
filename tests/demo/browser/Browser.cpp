// Tests the browser's real window on a screen of its own. Scripts replace the user.

#include <pliant/pictures/Image.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/playedScenes.h>
#include <pliant_catch.h>
#include <pliant_screen.h>
#include <pliant_share.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "../RunProgram.h"
#include "followScript.h"

using namespace pliant;

namespace {

bool isOrange(const Rgb& c) {
  return c[0] > 220 && c[1] > 140 && c[1] < 210 && c[2] < 120;
}

/// Returns a picture of each variant. Each variant starts with the initial scene, under the hash alone.
std::vector<Halves> seenOf(const std::string& scene, const std::string& first,
                           const std::vector<std::string>& variants) {
  return picturesOf("detector spatial-hash\nbeside off\n", "scene " + scene + "\n" + first, variants);
}

}  // namespace

TEST_CASE("browse: stock Bullet passes through itself on the left, in red, and Pliant on the right does not") {
  const ScratchFolder folder;
  const std::string picture = folder.path("picture.png"), table = folder.path("steps.csv");
  follow(folder,
         "resize 1000 400\nscene clothedge\ndetector spatial-hash\noverlay intersections,contacts\nsteps 40\n"
         "export " +
             table + "\nscreenshot " + picture + "\n");
  const Halves seen(picture);
  CHECK(seen.image.width() == 1000);
  CHECK(seen.image.height() == kHeight);
  CHECK(seen.count(seen.left, seen.middle - 2, isRed) > 30);
  CHECK(seen.count(seen.middle + 2, seen.right, isRed) == 0);
  // The labels show the numbers of pairs in red.
  const auto redLetters = [&](int from, int to) {
    return pictures::count(seen.image, {from, 0, to, kHeight * 2 / 5}, isRed);
  };
  CHECK(redLetters(seen.left, seen.middle - 2) > 20);
  CHECK(redLetters(seen.middle + 2, seen.right) == 0);
  CHECK(seen.count(seen.left, seen.middle - 2, isOrange) == 0);
  CHECK(seen.count(seen.middle + 2, seen.right, isOrange) > 30);

  CHECK(ScratchFolder::read(table).starts_with("detector,step,predict ms"));
  int stock = 0, ours = 0;
  for (const std::string& row : rowsOf(table)) {
    stock += row == "bullet," + std::to_string(stock + 1) ? 1 : 0;
    ours += row == "spatial-hash," + std::to_string(ours + 1) ? 1 : 0;
  }
  CHECK(stock == 40);
  CHECK(ours == 40);
}

TEST_CASE("browse: the same commands give the same picture, another camera or look another one") {
  const std::vector<Halves> seen =
      seenOf("tori", "overlay none\nwires off\nshadows on\ndark off\nsteps 5\n",
             {"", "", "orbit 30 10\nhome\n", "orbit 30 10\n", "pan 0.1 0\n", "zoom 2\n", "wires on\n", "shadows off\n",
              "dark on\n", "steps 20\n", "restart\n", "keys on\nframes 3\n"});
  for (std::size_t i = 1; i < seen.size(); ++i) {
    INFO(i);
    CHECK(seen[0].sameAs(seen[i]) == (i < 3));
  }
}

TEST_CASE("browse: bodies are pulled and cut, balls thrown, the window takes another size") {
  const std::vector<Halves> seen =
      seenOf("cloth", "overlay none\nsteps 10\n",
             {"steps 10\n", "grab 350 200\nlead 350 60\nsteps 10\nrelease\n", "throw 350 200\nsteps 10\n",
              "cut 250 190 410 190\nsteps 10\n", "cut 250 5 410 5\nsteps 10\n", "resize 800 500\nsteps 1\n"});
  CHECK(!seen[0].sameAs(seen[1]));
  CHECK(!seen[0].sameAs(seen[2]));
  CHECK(!seen[0].sameAs(seen[3]));
  CHECK(seen[0].sameAs(seen[4]));  // the cut passes above the cloth
  CHECK(seen[5].image.width() == 800);
  CHECK(seen[5].image.height() == 500);
}

TEST_CASE("browse: a ball that is thrown hides little of the picture, from its first step on") {
  const std::vector<Halves> seen =
      seenOf("cloth", "overlay none\nshadows off\nsteps 10\n",
             {"steps 1\n", "throw 350 200\nsteps 1\n", "zoom 6\nsteps 1\n", "zoom 6\nthrow 350 200\nsteps 1\n"});
  for (std::size_t without = 0; without < seen.size(); without += 2) {
    const pictures::Area area{seen[0].left, 150, seen[0].right, kHeight};
    const int changed = pictures::differences(seen[without].image, seen[without + 1].image, area),
              all = (area.right - area.left) * (area.bottom - area.top);
    INFO(without);
    CHECK(changed > all / 100);
    CHECK(changed < all / 3);
  }
}

TEST_CASE("browse: a scene's values are those that were set, from a restart on") {
  const std::vector<std::string> values{"seed 7", "spacing 1", "stiffness 0.2", "friction 0", "margin 0.1"};
  std::vector<std::string> variants{"steps 18\n", "set seed 7\nset spacing 2\nsteps 18\n"};
  for (const std::string& value : values) {
    for (int twice = 0; twice < 2; ++twice) variants.push_back("set " + value + "\nrestart\nsteps 18\n");
  }
  const std::vector<Halves> seen = seenOf("pile27", "overlay none\nshadows off\n", variants);
  CHECK(seen[0].sameAs(seen[1]));
  for (std::size_t v = 0; v < values.size(); ++v) {
    INFO(values[v]);
    CHECK(!seen[0].sameAs(seen[2 + 2 * v]));
    CHECK(seen[2 + 2 * v].sameAs(seen[3 + 2 * v]));
  }
}

TEST_CASE("browse: bodies of files make a scene, of which each step is recorded as a picture") {
  const ScratchFolder folder;
  const std::string solid = folder.write("solid.mesh",
                                         "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n3 0 0 0\n0 3 0 "
                                         "0\n0 0 3 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n"),
                    sheet = folder.write("sheet.obj", "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 2 3 4\n"),
                    frames = folder.path("frames");
  follow(folder, "beside off\nshadows off\nrecord " + frames + "\nsteps 5\nrecord off\nsteps 2\n",
         {"--mesh", solid, sheet});
  const auto frame = [&](const char* name) { return (std::filesystem::path(frames) / name).string(); };
  const Halves first(frame("00001.png")), last(frame("00005.png"));
  CHECK(first.image.width() == kWidth);
  CHECK(!first.sameAs(last));
  CHECK(!std::filesystem::exists(frame("00006.png")));
}

TEST_CASE("browse: a film is what ffmpeg makes of all pixels of each step, and its absence or failure is told") {
  const ScratchFolder folder;
  const std::string film = folder.path("film.mp4"), program = folder.write("ffmpeg", "");
  const auto record = [&](const char* text) {
    folder.write("ffmpeg", text);
    if (*text) std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return runBrowser({"tori", "--detector", "none", "--script",
                       folder.write("script", "beside off\nrecord " + film + "\nsteps 3\nrecord off\n")});
  };
  const std::string path = std::getenv("PATH");
  // This ffmpeg writes the number of received bytes to its output file.
  const char* const kCounts = "#!/bin/sh\nfor last; do :; done\nwc -c >\"${last#file:}\"\n";
  ::setenv("PATH", (folder.path("") + ":" + path).c_str(), 1);
  const ProgramRun counted = record(kCounts), failed = record("#!/bin/sh\nexit 1\n");
  ::setenv("PATH", folder.path("").c_str(), 1);
  const ProgramRun missing = record("");
  ::setenv("PATH", path.c_str(), 1);

  INFO(counted.errors);
  CHECK(counted.status == 0);
  CHECK(std::stoi(ScratchFolder::read(film)) == 3 * 3 * kWidth * kHeight);
  checkFault(failed, 2, film);
  checkFault(missing, 2, "needs ffmpeg");
}

TEST_CASE("browse: the layers of closed bodies are drawn out of the window's own buffers") {
  const ScratchFolder folder;
  const auto yellowish = [&](const std::string& scene, const std::string& overlay) {
    const std::string picture = folder.path("picture.png");
    follow(folder, "beside off\noverlay " + overlay + "\nresize 1280 800\nsteps 1\nscreenshot " + picture + "\n",
           {scene, "--detector", "spatial-hash"});
    const Halves seen(picture);
    return pictures::count(seen.image, {seen.right, 0, seen.image.width(), seen.image.height()},
                           [](const Rgb& c) { return c[0] > c[1] + 5 && c[1] > c[2] + 5; });
  };
  CHECK(yellowish("knot", "none") == 0);
  CHECK(yellowish("knot", "layers") > 200);
  CHECK(yellowish("overlap", "layers") > 200);
  CHECK(yellowish("clothedge", "layers") == 0);  // no closed body
}

TEST_CASE("browse: every scene opens, and goes on under every overlay") {
  const ScratchFolder folder;
  const std::string begin = "detector auto\nbeside off\noverlay intersections,inside,contacts\n";
  std::vector<std::string> names;
  for (const SceneEntry& scene : scenes()) names.push_back(scene.name);
  // Scenes of the papers without the largest bodies. One of them has particles.
  const std::vector<std::string> small{"hat", "hand", "dress", "santa", "sphere", "loop"};
  names.insert(names.end(), small.begin(), small.end());
  // Each window opens some scenes: one window for all would run too long under a sanitizer, which tests only a share of
  // them.
  constexpr std::size_t kInWindow = share::sanitized ? 8 : 40;
  for (std::size_t first = 0; first < names.size(); first += kInWindow) {
    std::string some = begin;
    for (std::size_t i = first; i < std::min(first + kInWindow, names.size()); ++i)
      if (share::takes(static_cast<int>(i), 3)) some += "scene " + names[i] + "\nsteps 2\n";
    follow(folder, some);
  }
  std::string script = begin + "overlay none\n";
  // The other scenes take long to judge, minutes under a sanitizer.
  for (const SceneEntry& scene : playedScenes())
    if (!share::sanitized && std::find(small.begin(), small.end(), scene.name) == small.end())
      script += "scene " + scene.name + "\nsteps 1\n";
  script += "scene tori\nsteps 1\n";
  std::string all;
  for (const OverlayKind& kind : overlayKinds()) {
    const std::string name(kind.name);
    script += "overlay " + name + "\nsteps 1\n";
    all += (all.empty() ? "" : ",") + name;
  }
  script += "overlay " + all + "\nsteps 1\n";
  follow(folder, script);
}

TEST_CASE("browse: each overlay is to be seen in the window") {
  // Each overlay is tested in a scene in which it shows something.
  const auto differ = [](const std::string& scene, int steps, const Words& overlays) {
    Words shown;
    for (const std::string& overlay : overlays) shown.push_back("overlay " + overlay + "\nframes 3\n");
    const std::vector<Halves> seen = picturesOf(
        "detector spatial-hash\nbeside off\noverlay none\nscene " + scene + "\nsteps " + std::to_string(steps) + "\n",
        "", shown);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        INFO(scene << ": " << overlays[k] << ", " << overlays[i]);
        CHECK(!seen[i].sameAs(seen[k]));
      }
    }
  };
  differ("clothedge", 40,
         {"none", "contacts", "normals", "cells", "buckets", "marks", "hierarchy", "hierarchy:300", "directions",
          "adjacency", "parts", "methods"});
  differ("overlap", 1, {"none", "intersections", "inside", "volumes", "layers"});
}

TEST_CASE("browse: the window shows what the same steps make of a scene, drawn by the renderer of pictures") {
  const ScratchFolder folder;
  const std::string file = folder.path("window.png");
  follow(folder, "beside off\noverlay none\nshadows on\nresize 900 400\nsteps 60\nscreenshot " + file + "\n",
         {"tori", "--detector", "spatial-hash"});
  const Halves window(file);
  const auto share = [&](int steps) {
    Simulation simulation(*findScene("tori"), {.detector = "spatial-hash"});
    for (int i = 0; i < steps; ++i) simulation.step();
    const Image drawn =
        render(drawScene(simulation, {}, parseOverlay("none")), {window.right - window.left, kHeight, 3});
    // The bodies are blue or yellow, the sky is neither.
    const auto isBody = [](const Rgb& c) { return std::abs(c[0] - c[2]) > 60; };
    int different = 0, body = 0;
    for (int y = kHeight / 2; y < kHeight; ++y)
      for (int x = 0; x < drawn.width(); ++x) {
        const bool here = isBody(drawn.at(x, y)), there = isBody(window.image.at(window.left + x, y));
        different += here != there ? 1 : 0;
        body += here ? 1 : 0;
      }
    REQUIRE(body > 500);
    return static_cast<double>(different) / body;
  };
  CHECK(share(60) < 0.05);
  CHECK(share(240) > 0.2);
}

TEST_CASE("browse: every detector is taken up while it runs, of Pliant's without a new beginning") {
  const ScratchFolder folder;
  const std::vector<std::string> ours{
      "spatial-hash",   "bucket-tree",    "regularity-tree",  "brute-force", "ldi-software",
      "ldi-gl-abuffer", "ldi-gl-ordered", "ldi-gl-unordered", "ldi",         "auto"},
      stock{"none", "bullet-clusters", "bullet"};
  std::string script = "scene impact50\nbeside off\ndetector " + ours[0] + "\n";
  for (const std::string& detector : ours) script += "detector " + detector + "\nsteps 3\n";
  const auto table = [&](const std::string& name) { return folder.path(name + ".csv"); };
  script += "export " + table("ours") + "\n";
  for (const std::string& detector : stock)
    script += "detector " + detector + "\nsteps 3\nexport " + table(detector) + "\n";
  follow(folder, script + "quit\n");
  const auto isTable = [&](const std::string& name, const std::vector<std::string>& detectors) {
    Words expected;
    for (const std::string& detector : detectors)
      for (int i = 0; i < 3; ++i) expected.push_back(detector + "," + std::to_string(expected.size() + 1));
    CHECK(rowsOf(table(name)) == expected);
  };
  isTable("ours", ours);
  for (const std::string& detector : stock) isTable(detector, {detector});
}

TEST_CASE("browse: a script that ends in steps makes them all, and a cut that can't be made breaks nothing") {
  const ScratchFolder folder;
  const std::string early = folder.path("early.png"), late = folder.path("late.png"), same = folder.path("same.png");
  const auto fall = [&](const std::string& steps, const std::string& picture) {
    follow(folder, "beside off\noverlay none\n" + steps,
           {"cloth", "--detector", "spatial-hash", "--screenshot", picture});
    return Halves(picture);
  };
  const Halves one = fall("steps 1\n", early), twenty = fall("steps 20\n", late),
               again = fall("steps 5\nsteps 15\n", same);
  CHECK(!one.sameAs(twenty));
  CHECK(again.sameAs(twenty));
  // These bodies keep their shape by a pose. A cut adds nodes, and Bullet's arrays of the pose would be too short.
  follow(folder, "beside off\nsteps 40\ncut 250 250 440 250\ncut 345 150 345 390\nsteps 20\n",
         {"matchedrings", "--detector", "spatial-hash"});
}

TEST_CASE("browse: bodies take up detectors of their own while it runs, and the picture shows them") {
  // The overlay shows bodies with a bucket tree in orange.
  const auto orange = [](const Halves& seen) {
    return seen.count(seen.left, seen.right,
                      [](const Rgb& c) { return c[0] > 150 && c[1] > c[2] + 30 && c[0] > c[1] + 30; });
  };
  const ScratchFolder folder;
  const std::string before = folder.path("before.png"), after = folder.path("after.png"),
                    restarted = folder.path("restarted.png"), again = folder.path("again.png");
  follow(folder, "detector auto\nbeside off\nscene clothedge\noverlay methods\nsteps 3\nscreenshot " + before +
                     "\nbodydetector cloth bucket-tree\nsteps 27\nscreenshot " + after +
                     "\nrestart\nsteps 30\nscreenshot " + restarted +
                     "\nscene tori\nbodydetector left ring regularity-tree\nsteps 2\nscene clothedge\nsteps 3\n" +
                     "screenshot " + again + "\n");
  CHECK(orange(Halves(after)) > 100);
  CHECK(orange(Halves(before)) < orange(Halves(after)) / 4);
  CHECK(orange(Halves(restarted)) >= orange(Halves(after)));
  CHECK(orange(Halves(again)) < orange(Halves(after)) / 4);
}

TEST_CASE("browse: what can't be done is told in one line") {
  const ScratchFolder folder;
  const auto scripted = [&](const std::string& script) {
    return runBrowser({"--script", folder.write("script", script)});
  };
  checkFault(runBrowser({"nowhere", "--frames", "1"}), 2, "unknown scene 'nowhere'");
  checkFault(runBrowser({"--detector", "no", "--frames", "1"}), 2, "unknown detector 'no'");
  checkFault(runBrowser({"--overlay", "no", "--frames", "1"}), 2, "unknown overlay 'no'");
  checkFault(runBrowser({"--screenshot", folder.path("a.png")}), 2, "--frames");
  checkFault(runBrowser({"--frames", "1", "--screenshot", folder.path("a.gif")}), 2, ".png");
  checkFault(runBrowser({"--script", folder.path("none")}), 2, "can't be read");
  checkFault(scripted("pause\nsteps\n"), 2, "line 2: 'steps' takes 1 argument");
  checkFault(scripted("# nothing\n\nfly 3\n"), 2, "line 3: unknown command 'fly'");
  checkFault(scripted("grab 1 1\n"), 2, "line 1: there is no picture at that place");
  checkFault(scripted("steps many\n"), 2, "line 1: 'many' is not a number");
  checkFault(scripted("steps 2.5\n"), 2, "line 1: '2.5' is not a whole number");
  checkFault(scripted("frames -1\n"), 2, "line 1: '-1' is not a whole number");
  checkFault(scripted("resize 65536 500\n"), 2, "line 1: '65536' is not a whole number from 64 to 16384");
  checkFault(scripted("set seed 1.5\n"), 2, "line 1: '1.5' is not a whole number");
  checkFault(scripted("speed 3\n"), 2, "line 1: the speed");
  checkFault(scripted("letters 9\n"), 2, "line 1: letters");
  checkFault(scripted("scene nowhere\n"), 2, "line 1: unknown scene 'nowhere'");
  checkFault(scripted("wires maybe\n"), 2, "line 1: 'maybe' is neither on nor off");
  checkFault(scripted("set margin 0\n"), 2, "line 1: the margin must be positive");
  checkFault(scripted("pause\nscreenshot x.jpg\n"), 2, "line 2: x.jpg: the name of a picture must end in .png");
  checkFault(scripted("pause\nscreenshot " + folder.path("no/x.png") + "\n"), 2, "script', line 2: ");
  checkFault(scripted(std::string("\0fly\n", 5)), 2, "commands are ");
  checkFault(scripted("set stiffness 2\n"), 2, "line 1: the stiffness must be from 0 to 1");
  checkFault(scripted("scene knot\nset spacing 2\n"), 2, "line 2: scene 'knot' has no spacing");
  checkFault(scripted("scene tori\ndetector spatial-hash\nbodydetector left ring auto\n"), 2, "only under 'auto'");
  checkFault(scripted("detector auto\nbodydetector cloth ldi\n"), 2,
             "line 2: 'ldi' can't be the detector of a single body");
  checkFault(scripted("scene tori\ndetector auto\nbodydetector ring bucket-tree\nsteps 1\n"), 2, "'left ring'");
  checkFault(scripted("set colour 2\n"), 2, "line 1: 'colour' is not one of");
  checkFault(scripted("mesh " + folder.path("none.obj") + "\n"), 2, "none.obj");
  checkFault(runBrowser({"--mesh", folder.write("cloud.node", "1 3 0 0\n1 0 0 0\n"), "--frames", "1"}), 2,
             "cloud.node");
  checkFault(runBrowser({"knot", "--mesh", folder.path("none.obj"), "--frames", "1"}), 2, "--mesh");
  checkFault(scripted("steps 1\nexport " + folder.path("steps.txt") + "\n"), 2, "line 2:");

  CHECK(scripted("\xef\xbb\xbf# nothing, after a byte order mark\n").status == 0);

  test::Screen::instance();
  const std::string display = std::getenv("DISPLAY");
  ::setenv("DISPLAY", ":9999", 1);
  const ProgramRun blind = runPliant({"browse", "--frames", "1"});
  ::setenv("DISPLAY", display.c_str(), 1);
  checkFault(blind, 3, "needs a display");
}

TEST_CASE("browse: bars above the curves tell how full the hash's table is, where its cells are shown") {
  const std::vector<Halves> seen =
      seenOf("tori", "resize 640 900\nsteps 3\n", {"overlay none\nframes 3\n", "overlay cells\nframes 3\n"});
  const auto isBar = [](const Rgb& c) { return c == Rgb{230, 179, 0}; };
  const auto bars = [&](const Halves& of) {
    return pictures::count(of.image, {of.right, 0, of.image.width(), of.image.height()}, isBar);
  };
  CHECK(bars(seen[0]) == 0);
  CHECK(bars(seen[1]) > 500);
  // A picture right after a command has the whole legend.
  const std::vector<Halves> next =
      picturesOf("detector regularity-tree\nbeside off\noverlay none\nscene tori\nsteps 3\n", "",
                 {"overlay parts,hierarchy\n", "frames 2\n"});
  CHECK(pictures::differences(next[0].image, next[1].image,
                              {next[0].left, 0, next[0].right, next[0].image.height() / 2}) == 0);
}
