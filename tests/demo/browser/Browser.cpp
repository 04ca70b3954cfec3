// The browser's real window, on a screen of its own, told by scripts what its user would do.

#include <pliant/pictures/Image.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>
#include <pliant_screen.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "../RunProgram.h"

using namespace pliant;

namespace {

constexpr int kWidth = 640, kHeight = 400;

ProgramRun browse(std::vector<std::string> arguments) {
  test::Screen::instance();
  arguments.insert(arguments.begin(), "browse");
  for (const std::string& word :
       {std::string("--width"), std::to_string(kWidth), std::string("--height"), std::to_string(kHeight)})
    arguments.push_back(word);
  return runProgram(PLIANT_EXECUTABLE, arguments);
}

/// What a script leaves, which must end well.
void follow(const ScratchFolder& folder, const std::string& script, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--script", folder.write("script", script)});
  const ProgramRun run = browse(arguments);
  INFO(run.errors);
  CHECK(run.errors.empty());
  REQUIRE(run.status == 0);
}

/// The lower halves of the two pictures: labels with times are above.
struct Halves {
  Image image;
  int left, middle, right;

  explicit Halves(const std::string& file) : image(Image::load(file)) {
    // As the panels lie: at most two fifths to the left, three tenths to the right.
    left = std::min(240, image.width() * 2 / 5);
    right = image.width() - std::min(230, image.width() * 3 / 10);
    middle = (left + right) / 2;
  }
  template <typename Is>
  int count(int from, int to, const Is& is) const {
    int found = 0;
    for (int y = image.height() / 2; y < image.height(); ++y)
      for (int x = from; x < to; ++x) found += is(image.at(x, y)) ? 1 : 0;
    return found;
  }
  bool sameAs(const Halves& other) const {
    for (int y = image.height() / 2; y < image.height(); ++y)
      for (int x = left; x < right; ++x)
        if (image.at(x, y) != other.image.at(x, y)) return false;
    return true;
  }
};

bool isRed(const Rgb& c) {
  return c[0] > 120 && c[1] < c[0] / 3 && c[2] < c[0] / 3;
}
bool isOrange(const Rgb& c) {
  return c[0] > 220 && c[1] > 140 && c[1] < 210 && c[2] < 120;
}

}  // namespace

TEST_CASE("browse: stock Bullet passes through itself on the left, in red, and Pliant on the right does not") {
  const ScratchFolder folder;
  const std::string picture = folder.path("picture.png"), table = folder.path("steps.csv");
  follow(folder,
         "scene clothedge\ndetector spatial-hash\noverlay intersections,contacts\nsteps 40\n"
         "export " +
             table + "\nscreenshot " + picture + "\n");
  const Halves seen(picture);
  CHECK(seen.image.width() == kWidth);
  CHECK(seen.image.height() == kHeight);
  CHECK(seen.count(seen.left, seen.middle - 2, isRed) > 30);
  CHECK(seen.count(seen.middle + 2, seen.right, isRed) == 0);
  CHECK(seen.count(seen.left, seen.middle - 2, isOrange) == 0);
  CHECK(seen.count(seen.middle + 2, seen.right, isOrange) > 30);

  std::istringstream rows(ScratchFolder::read(table));
  std::string row;
  int stock = 0, ours = 0;
  std::getline(rows, row);
  CHECK(row.starts_with("detector,step,predict ms"));
  while (std::getline(rows, row)) {
    stock += row.starts_with("bullet," + std::to_string(stock + 1) + ",") ? 1 : 0;
    ours += row.starts_with("spatial-hash," + std::to_string(ours + 1) + ",") ? 1 : 0;
  }
  CHECK(stock == 40);
  CHECK(ours == 40);
}

TEST_CASE("browse: the same script gives the same picture, another camera or look another one") {
  const ScratchFolder folder;
  const auto seen = [&](const std::string& commands) {
    const std::string picture = folder.path("picture.png");
    follow(folder, "beside off\noverlay none\nsteps 5\n" + commands + "screenshot " + picture + "\n",
           {"tori", "--detector", "spatial-hash"});
    return Halves(picture);
  };
  const Halves first = seen("");
  CHECK(first.sameAs(seen("")));
  CHECK(first.sameAs(seen("orbit 30 10\nhome\n")));
  for (const char* const other : {"orbit 30 10\n", "pan 0.1 0\n", "zoom 2\n", "wires on\n",
                                  "shadows off\nrestart\nsteps 5\n", "dark on\n", "steps 20\n", "restart\n"}) {
    INFO(other);
    CHECK(!first.sameAs(seen(other)));
  }
}

TEST_CASE("browse: bodies are pulled, balls thrown, the window takes another size") {
  const ScratchFolder folder;
  const auto seen = [&](const std::string& commands) {
    const std::string picture = folder.path("picture.png");
    follow(folder, "beside off\noverlay none\nsteps 2\n" + commands + "screenshot " + picture + "\n",
           {"cloth", "--detector", "spatial-hash"});
    return Halves(picture);
  };
  const Halves alone = seen("steps 12\n");
  CHECK(!alone.sameAs(seen("grab 350 200\nlead 350 60\nsteps 12\nrelease\n")));
  CHECK(!alone.sameAs(seen("throw 350 200\nsteps 12\n")));
  const Halves larger = seen("resize 800 500\nsteps 12\n");
  CHECK(larger.image.width() == 800);
  CHECK(larger.image.height() == 500);
}

TEST_CASE("browse: every scene opens, and goes on under every overlay") {
  const ScratchFolder folder;
  std::string script = "detector auto\nbeside off\n";
  for (const SceneEntry& scene : scenes())
    script += "scene " + scene.name + "\noverlay intersections,inside,contacts\nsteps 2\n";
  script += "scene tori\n";
  for (const char* const overlay : {"none", "volumes", "engines", "intersections,inside,contacts,volumes,engines"})
    script += std::string("overlay ") + overlay + "\nsteps 1\n";
  follow(folder, script);
}

TEST_CASE("browse: every detector is taken up while it runs") {
  const ScratchFolder folder;
  std::string script = "scene impact50\nbeside off\n";
  for (const char* const detector : {"spatial-hash", "bucket-tree", "regularity-tree", "regularity-hash", "brute-force",
                                     "ldi-software", "ldi-gl-abuffer", "ldi", "auto", "none", "bullet-clusters"})
    script += std::string("detector ") + detector + "\nsteps 3\n";
  follow(folder, script + "quit\n");
}

TEST_CASE("browse: what can't be done is told in one line") {
  const ScratchFolder folder;
  const auto fails = [&](const ProgramRun& run, int status, const std::string& text) {
    INFO(run.errors);
    CHECK(run.status == status);
    CHECK(run.errorLines() == 1);
    CHECK(run.errors.find(text) != std::string::npos);
  };
  const auto scripted = [&](const std::string& script) { return browse({"--script", folder.write("script", script)}); };
  fails(browse({"nowhere", "--frames", "1"}), 2, "unknown scene 'nowhere'");
  fails(browse({"--detector", "no", "--frames", "1"}), 2, "unknown detector 'no'");
  fails(browse({"--overlay", "no", "--frames", "1"}), 2, "unknown overlay 'no'");
  fails(browse({"--screenshot", folder.path("a.png")}), 2, "--frames");
  fails(browse({"--frames", "1", "--screenshot", folder.path("a.gif")}), 2, ".png");
  fails(browse({"--script", folder.path("none")}), 2, "can't be read");
  fails(scripted("pause\nsteps\n"), 2, "line 2: 'steps' takes 1 word");
  fails(scripted("# nothing\n\nfly 3\n"), 2, "line 3: unknown command 'fly'");
  fails(scripted("steps many\n"), 2, "line 1: 'many' is no number");
  fails(scripted("scene nowhere\n"), 2, "line 1: unknown scene 'nowhere'");
  fails(scripted("wires maybe\n"), 2, "line 1: 'maybe' is neither on nor off");
  fails(scripted("steps 1\nexport " + folder.path("steps.txt") + "\n"), 2, "line 2:");

  test::Screen::instance();
  const std::string display = std::getenv("DISPLAY");
  ::setenv("DISPLAY", ":9999", 1);
  const ProgramRun blind = runProgram(PLIANT_EXECUTABLE, {"browse", "--frames", "1"});
  ::setenv("DISPLAY", display.c_str(), 1);
  fails(blind, 3, "needs a display");
}
