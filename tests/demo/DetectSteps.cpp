// Tests `pliant detect --steps`: a query taken apart into pictures and sentences.

#include <pliant/pictures/Image.h>
#include <pliant/pictures/querySteps.h>
#include <pliant/scenes/builders.h>

#include <filesystem>

#include "PictureColours.h"
#include "detectJson.h"

using namespace pliant;

namespace {

/// Writes a closed surface around (x, 0, 0) as an OBJ file.
std::string writeBall(const ScratchFolder& folder, const char* name, double x) {
  SoftMesh mesh = makeSphere(3, 1);
  place(mesh, btVector3(btScalar(x), 0, 0));
  std::ostringstream text;
  for (const btVector3& p : mesh.positions) text << "v " << p.x() << ' ' << p.y() << ' ' << p.z() << '\n';
  for (const Triangle& t : mesh.faces) text << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
  return folder.write(name, text.str());
}

}  // namespace

TEST_CASE("each step of a query is a picture with a title and a sentence, for files and for a scene") {
  REQUIRE(!stepwiseMethods().empty());
  for (const StepwiseMethod& method : stepwiseMethods()) {
    CAPTURE(method.name);
    const ScratchFolder folder;
    const std::string a = writeBall(folder, "a.obj", 0), b = writeBall(folder, "b.obj", 1.2);
    for (const Words& bodies : {Words{a, b}, Words{"--scene", "hand"}}) {
      const std::string out = folder.path(bodies.front() == a ? "files" : "scene");
      const std::string report = folder.path("report.json");
      const Words words = with({"detect", "--method", std::string(method.name), "--steps", out}, bodies);
      const ProgramRun run = runPliant(with(words, {"--json", report}));
      INFO(run.errors);
      if (run.status == 3) continue;  // there is no OpenGL
      REQUIRE(run.status == 0);
      CHECK(run.errors.empty());
      const auto json = nlohmann::json::parse(ScratchFolder::read(report))["steps"];
      CHECK(json["folder"] == out);
      // Without a report there is a table. It has the same texts, in the same order.
      const std::string table = bodies.front() == a ? runPliant(words).output : "";
      REQUIRE(!json["list"].empty());
      CHECK(table.empty() == (bodies.front() != a));
      std::size_t at = 0, count = 0;
      std::vector<Image> pictures;
      for (const auto& step : json["list"]) {
        for (const char* const key : {"picture", "title", "sentence"}) {
          const std::string text = step[key];
          CHECK(!text.empty());
          if (!table.empty()) at = table.find(text, at);
          CHECK(at != std::string::npos);
        }
        CHECK(std::string(step["sentence"]).ends_with('.'));
        pictures.push_back(Image::load(out + "/" + std::string(step["picture"])));
        CHECK(pictures.back().width() <= 1200);
        ++count;
      }
      CHECK(folder.files(bodies.front() == a ? "files" : "scene") == count);
      // At least two pictures differ outside the captions.
      const pictures::Area drawn{0, 0, 720, 600};
      bool differ = false;
      for (const Image& picture : pictures)
        differ = differ || pictures::differences(picture, pictures.front(), drawn) > 50;
      CHECK(differ);
    }
  }
}

TEST_CASE("pictures of steps are seen from the given side") {
  const ScratchFolder folder;
  const std::string a = writeBall(folder, "a.obj", 0), b = writeBall(folder, "b.obj", 1.2);
  const std::string method(stepwiseMethods().front().name);
  const auto first = [&](const char* view) {
    const std::string out = folder.path(view);
    const ProgramRun run = runPliant({"detect", "--method", method, "--steps", out, "--view", view, a, b});
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return Image::load(out + "/step-01.png");
  };
  const Image one = first("0,0"), other = first("90,0");
  CHECK(pictures::differences(one, other, {0, 0, 720, 600}) > 1000);
}

TEST_CASE("steps that can't be shown are refused in one line") {
  const ScratchFolder folder;
  const std::string a = writeBall(folder, "a.obj", 0), b = writeBall(folder, "b.obj", 1.2), out = folder.path("out");
  const std::string method(stepwiseMethods().front().name);
  const auto refused = [&](const Words& words, const std::string& named) {
    pliantRefuses(with({"detect", a, b}, words), named);
    CHECK(!std::filesystem::exists(out));
  };
  refused({"--method", "auto", "--steps", out}, "method auto has no steps; methods with steps are " + method);
  refused({"--method", "ldi-software", "--steps", out, "--resolution", "32"}, "--resolution");
  refused({"--method", "ldi-software", "--steps", out, "--exact-vertices"}, "--exact-vertices");
  refused({"--method", "ldi-software", "--steps", out, "--extended"}, "--extended: steps have settings of their own");
  for (const char* const setting : {"paper", "default", "layout=cells"})
    refused({"--method", "spatial-hash", "--steps", out, "--setting", setting},
            "--setting: steps have settings of their own");
  pliantRefuses({"detect", a, b, "--method", method, "--self", "--steps", out}, "--self alone");
  pliantRefuses({"detect", a, b, "--method", method, "--steps", a}, "a.obj");
}
