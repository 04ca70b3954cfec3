// Tests `pliant detect --scene`: the papers' scenes without a world.

#include <pliant/models/ModelScene.h>
#include <pliant/pictures/Image.h>

#include "PictureColours.h"
#include "SmallMeshes.h"
#include "detectJson.h"

using namespace pliant;

TEST_CASE("a scene's frames are answered for as the files are that it exports") {
  struct Case {
    const char *scene, *method;
    Words options, further;
  };
  const std::vector<Case> cases = {{"setupA", "spatial-hash", {}, {"--coordinates"}},
                                   {"hat", "spatial-hash", {}, {"--margin", "0.01"}},
                                   {"hat", "ldi-software", {}, {}},
                                   {"santa", "ldi-software", {}, {"--resolution", "32"}},
                                   {"loop", "regularity-tree", {"--faces", "2000"}, {}},
                                   {"soup", "bucket-tree", {"--faces", "2000", "--angle", "180"}, {}},
                                   {"soups", "bucket-tree", {"--faces", "1000"}, {}}};
  for (const Case& tried : cases) {
    CAPTURE(tried.scene, tried.method);
    const ScratchFolder folder;
    const Words words = {"--scene",  tried.scene, "--method", tried.method,
                         "--frames", "3",         "--export", folder.path("bodies")};
    const auto ofScene = detect(with(with(words, tried.options), tried.further));
    REQUIRE(ofScene["frames"].size() == 3);
    Words files = with({"--method", tried.method}, tried.further);
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
    REQUIRE(folder.files("bodies") == 6);  // two bodies at three times
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
  pliantRefuses({"detect", "--scene", "loop", "--faces", "1000", "--method", "ldi-software"},
                "strip: the surface is not closed");
}

TEST_CASE("the parts that a detection came to are drawn by what became of them") {
  const ScratchFolder folder;
  struct Shares {
    double skipped, tested;  // blue and ochre; red
  };
  const auto drawn = [&folder](const char* method, const char* scene) {
    const std::string picture = folder.path("parts.png");
    const ProgramRun run = runPliant({"detect", "--self", "--faces", "5000", "--method", method, "--scene", scene,
                                      "--overlay", "parts", "--screenshot", picture});
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const Image image = Image::load(picture);
    const pictures::Area aboveCaption{0, 0, image.width(), image.height() * 3 / 4};
    const auto share = [&](auto matches) {
      return static_cast<double>(pictures::count(image, aboveCaption, matches)) /
             (aboveCaption.right * aboveCaption.bottom);
    };
    return Shares{share([](const Rgb& c) { return c[2] > c[0] + 40 || (c[0] > c[2] + 40 && c[1] > c[2] + 25); }),
                  share([](const Rgb& c) { return c[0] > c[1] + 60 && c[1] < c[2] + 25; })};
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
  const std::string file = folder.write("good.obj", kTriangle);
  const auto detectRefuses = [](const Words& words, const std::string& named) {
    pliantRefuses(with({"detect"}, words), named);
  };
  detectRefuses({"--scene", "pile27"}, "'pile27'; scenes of detect are setupA, setupB");
  detectRefuses({"--scene", ""}, "--scene");
  detectRefuses({"--scene", "hat", file}, file);
  for (const char* option : {"--frames", "--faces", "--angle", "--export"}) detectRefuses({option, "3", file}, option);
  detectRefuses({"--scene", "hat", "--faces", "1500"}, "--faces");
  detectRefuses({"--scene", "sphere", "--angle", "3"}, "--angle");
  for (const char* value : {"0", "-1", "1.5", "many", "100001"})
    detectRefuses({"--scene", "hat", "--frames", value}, "--frames");
  for (const char* value : {"0", "-1", "x", "99", "5000001"})
    detectRefuses({"--scene", "sphere", "--faces", value}, "--faces");
  for (const char* value : {"-1", "181", "x", ""}) detectRefuses({"--scene", "soup", "--angle", value}, "--angle");
  detectRefuses({"--scene", "dress", "--faces", "1000"}, "--faces: 1000 faces: the number must be 3800 or 56400");
  detectRefuses({"--scene", "sphere", "--overlay", "parts"}, "--overlay");
  const std::string picture = folder.path("a.png");
  detectRefuses({"--scene", "sphere", "--screenshot", picture, "--overlay", "all"}, "--overlay");
  detectRefuses({"--scene", "sphere", "--method", "bucket-tree", "--screenshot", picture, "--overlay", "parts"},
                "--overlay");
  CHECK_FALSE(std::filesystem::exists(picture));
}
