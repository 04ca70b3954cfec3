// Tests `pliant detect --scene`: the papers' scenes without a world.

#include <pliant/models/ModelScene.h>
#include <pliant/pictures/Image.h>

#include "detectJson.h"

using namespace pliant;
using Words = std::vector<std::string>;

TEST_CASE("a scene's frames are answered for as the files are that it exports") {
  struct Case {
    const char *scene, *method;
    Words options, further;
  };
  const std::vector<Case> cases = {{"hat", "spatial-hash", {}, {"--margin", "0.01"}},
                                   {"hat", "ldi-software", {}, {}},
                                   {"santa", "ldi-software", {}, {"--resolution", "32"}},
                                   {"loop", "regularity-tree", {"--faces", "2000"}, {}},
                                   {"soup", "bucket-tree", {"--faces", "2000", "--angle", "180"}, {}}};
  for (const Case& tried : cases) {
    CAPTURE(tried.scene, tried.method);
    const ScratchFolder folder;
    Words words = {"--scene",  tried.scene, "--method", tried.method,
                   "--frames", "3",         "--export", folder.path("bodies")};
    words.insert(words.end(), tried.options.begin(), tried.options.end());
    words.insert(words.end(), tried.further.begin(), tried.further.end());
    const auto ofScene = detect(words);
    REQUIRE(ofScene["frames"].size() == 3);
    Words files = {"--method", tried.method};
    files.insert(files.end(), tried.further.begin(), tried.further.end());
    for (std::size_t body = 0; body < ofScene["bodies"].size(); ++body) {
      std::string frames;
      for (const char* frame : {"0", "1", "2"}) {
        if (!frames.empty()) frames += ',';
        frames += folder.path(std::string("bodies/") + frame + '-' + std::to_string(body) + ".mesh");
      }
      files.push_back(frames);
    }
    const auto ofFiles = detect(files);
    bool some = false;
    for (std::size_t frame = 0; frame < 3; ++frame) {
      CHECK((answers(ofScene["frames"][frame]) == answers(ofFiles["frames"][frame])));
      const auto found = answers(ofScene["frames"][frame]);
      for (const auto& list : found) some = some || !list.empty();
    }
    CHECK(some);
    CHECK((answers(ofScene["frames"][0]) != answers(ofScene["frames"][2])));
  }
}

TEST_CASE("an export says how many files it replaces, and writes through no link") {
  const ScratchFolder folder;
  const std::string out = folder.path("bodies"), victim = folder.write("victim", "precious");
  for (const Words& command :
       {Words{"detect", "--scene", "hat", "--frames", "3", "--export", out},
        Words{"run", "impact50", "--steps", "5", "--check-every", "3", "--export", out},
        Words{"run", "impact50", "--detector", "bullet", "--steps", "5", "--check-every", "3", "--export", out}}) {
    CAPTURE(command.back(), command.front(), command.size());
    std::filesystem::remove_all(out);
    const ProgramRun first = runPliant(command);
    REQUIRE(first.status == 0);
    CHECK(first.errors.empty());
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(out)) names.push_back(entry.path().filename());
    // Two bodies at three times.
    REQUIRE(names.size() == 6);
    std::filesystem::remove(out + "/0-0.mesh");
    std::filesystem::create_symlink(victim, out + "/0-0.mesh");
    std::filesystem::remove(out + "/0-1.mesh");
    for (const char* other : {"/00-1.mesh", "/1-9.mesh", "/9-0.mesh", "/0-1.obj", "/x"})
      folder.write("bodies" + std::string(other), "");
    const ProgramRun second = runPliant(command);
    CHECK(second.status == 0);
    CHECK(second.errors == "pliant: --export replaced 5 files in " + out + "\n");
    CHECK(ScratchFolder::read(victim) == "precious");
    CHECK_FALSE(std::filesystem::is_symlink(out + "/0-0.mesh"));
    CHECK(ScratchFolder::read(out + "/0-0.mesh").starts_with("MeshVersionFormatted"));
  }
}

TEST_CASE("one frame of a scene is its end, and its bodies are named") {
  const auto three = detect({"--scene", "loop", "--faces", "1000", "--frames", "3"}),
             one = detect({"--scene", "loop", "--faces", "1000"});
  REQUIRE(one["frames"].size() == 1);
  CHECK((answers(one["frames"][0]) == answers(three["frames"][2])));
  CHECK(one["bodies"][0]["file"] == "strip");
  const auto hand = detect({"--scene", "hand", "--method", "ldi-software"});
  CHECK(hand["bodies"][0]["file"] == "hand");
  CHECK(hand["bodies"][0]["faces"] == 4800);
  CHECK(hand["bodies"][1]["file"] == "phone");
}

TEST_CASE("holes of a scene's surface are capped as a file's are") {
  const auto capped = detect({"--scene", "loop", "--faces", "1000", "--method", "ldi-software", "--cap-holes", "1000"});
  CHECK(capped["bodies"][0]["closed"] == false);
  CHECK(capped["bodies"][0]["holes_capped"] == 1);
  const ProgramRun open = runPliant({"detect", "--scene", "loop", "--faces", "1000", "--method", "ldi-software"});
  CHECK(open.status == 2);
  CHECK(open.errors.find("strip: the surface is not closed") != std::string::npos);
}

TEST_CASE("the parts that a detection came to are drawn by what became of them") {
  const ScratchFolder folder;
  struct Shares {
    double skipped = 0, tested = 0;  // blue and ochre; red
  };
  const auto drawn = [&folder](const char* method, const char* scene) {
    const std::string picture = folder.path("parts.png");
    const ProgramRun run = runPliant({"detect", "--self", "--faces", "5000", "--method", method, "--scene", scene,
                                      "--overlay", "parts", "--screenshot", picture});
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const Image image = Image::load(picture);
    Shares shares;
    const int height = image.height() * 3 / 4;  // above the caption
    const double pixel = 1.0 / (image.width() * height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < image.width(); ++x) {
        const Rgb& c = image.at(x, y);
        shares.skipped += pixel * (c[2] > c[0] + 40 || (c[0] > c[2] + 40 && c[1] > c[2] + 25));
        shares.tested += pixel * (c[0] > c[1] + 60 && c[1] < c[2] + 25);
      }
    return shares;
  };
  const Shares sphere = drawn("regularity-tree", "sphere"), loop = drawn("regularity-tree", "loop");
  CAPTURE(sphere.skipped, sphere.tested, loop.skipped, loop.tested);
  CHECK(sphere.skipped > 0.02);
  CHECK(sphere.tested == 0);
  CHECK(loop.tested > 0.02);
  CHECK(loop.tested < 0.2);
}

TEST_CASE("a scene of detect that is asked for wrongly: one line and status 2") {
  const ScratchFolder folder;
  const std::string file = folder.write("good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto refuses = [](Words words, const std::string& named) {
    words.insert(words.begin(), "detect");
    const ProgramRun run = runPliant(words);
    CAPTURE(words, run.errors);
    CHECK(run.status == 2);
    CHECK(run.errorLines() == 1);
    CHECK(run.errors.find(named) != std::string::npos);
  };
  refuses({"--scene", "pile27"}, "'pile27'; scenes of detect are sphere, loop");
  refuses({"--scene", ""}, "--scene");
  refuses({"--scene", "hat", file}, file);
  for (const char* option : {"--frames", "--faces", "--angle", "--export"}) refuses({option, "3", file}, option);
  refuses({"--scene", "hat", "--faces", "1500"}, "--faces");
  refuses({"--scene", "sphere", "--angle", "3"}, "--angle");
  for (const char* value : {"0", "-1", "1.5", "many", "100001"})
    refuses({"--scene", "hat", "--frames", value}, "--frames");
  for (const char* value : {"0", "-1", "x", "99", "5000001"})
    refuses({"--scene", "sphere", "--faces", value}, "--faces");
  for (const char* value : {"-1", "181", "x", ""}) refuses({"--scene", "soup", "--angle", value}, "--angle");
  refuses({"--scene", "dress", "--faces", "1000"}, "--faces: 1000 faces: the number must be 3800 or 56400");
  refuses({"--scene", "sphere", "--overlay", "parts"}, "--overlay");
  const std::string picture = folder.path("a.png");
  refuses({"--scene", "sphere", "--screenshot", picture, "--overlay", "all"}, "--overlay");
  refuses({"--scene", "sphere", "--method", "bucket-tree", "--screenshot", picture, "--overlay", "parts"}, "--overlay");
  CHECK_FALSE(std::filesystem::exists(picture));
}
