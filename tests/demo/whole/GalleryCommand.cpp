#include <pliant/pictures/Image.h>
#include <pliant/pictures/Renderer.h>
#include <pliant_catch.h>

#include <filesystem>

#include "../RunProgram.h"

using namespace pliant;

namespace {

/// Returns true if the sheet contains the picture at some place.
bool holds(const Image& sheet, const Image& picture) {
  const auto at = [&](int left, int top) {
    for (int y = 0; y < picture.height(); ++y) {
      for (int x = 0; x < picture.width(); ++x) {
        if (sheet.at(left + x, top + y) != picture.at(x, y)) return false;
      }
    }
    return true;
  };
  for (int y = 0; y + picture.height() <= sheet.height(); ++y) {
    for (int x = 0; x + picture.width() <= sheet.width(); ++x) {
      if (at(x, y)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("gallery's pictures are those that run draws by what their captions say") {
  const ScratchFolder folder;
  const ProgramRun run = runPliant({"gallery", "methods", "--out", folder.path("new/sheets")});
  INFO(run.errors);
  REQUIRE(run.status == 0);
  CHECK(run.output == folder.path("new/sheets/methods.png") + "\n");
  CHECK(folder.files("new/sheets") == 1);
  const Image sheet = Image::load(folder.path("new/sheets/methods.png"));
  // The first picture, one of the second column and one of the last row.
  const std::vector<Words> some{
      {"tori", "200", "cells"}, {"cloth", "60", "directions"}, {"tangle", "1", "intersections"}};
  for (const auto& shot : some) {
    INFO(shot[0]);
    const std::string picture = folder.path(shot[0] + ".png");
    REQUIRE(runPliant({"run", shot[0], "--steps", shot[1], "--overlay", shot[2], "--screenshot", picture}).status == 0);
    // Captions differ.
    Image drawn(RenderSettings{}.width, RenderSettings{}.height);
    drawn.paste(Image::load(picture), 0, 0);
    CHECK(holds(sheet, drawn.halved()));
  }
}

TEST_CASE("gallery says in one line what it can't draw, and draws nothing then") {
  const ScratchFolder folder;
  const ProgramRun unknown = runPliant({"gallery", "papers", "nonsense", "--out", folder.path("out")});
  CHECK(unknown.status == 2);
  CHECK(unknown.errors == "pliant: unknown sheet 'nonsense'; sheets are papers, methods, scenes\n");
  CHECK_FALSE(std::filesystem::exists(folder.path("out")));

  std::filesystem::create_directories(folder.path("taken/methods.png"));
  pliantRefuses({"gallery", "methods", "--out", folder.path("taken")}, "methods.png");
}
