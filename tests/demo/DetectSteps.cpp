// Tests `pliant detect --steps`: a query taken apart into pictures and sentences.

#include <pliant/pictures/Image.h>
#include <pliant/pictures/querySteps.h>
#include <pliant/scenes/builders.h>

#include <filesystem>
#include <map>

#include "PictureColours.h"
#include "detectJson.h"

using namespace pliant;

namespace {

/// Writes a closed surface around (x, 0, 0) as an OBJ file.
std::string writeBall(const ScratchFolder& folder, const char* name, double x) {
  SoftMesh mesh = makeSphere(2, 1);
  place(mesh, btVector3(btScalar(x), 0, 0));
  std::ostringstream text;
  for (const btVector3& p : mesh.positions) text << "v " << p.x() << ' ' << p.y() << ' ' << p.z() << '\n';
  for (const Triangle& t : mesh.faces) text << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
  return folder.write(name, text.str());
}

}  // namespace

namespace {

/// Asks for the steps of a query. The report lists pictures that exist, each with a title and a sentence, and at least
/// two of them differ. Returns the texts in their order, empty where there is no OpenGL.
std::vector<std::string> stepsOf(std::string_view method, const Words& bodies) {
  const ScratchFolder folder;
  const std::string out = folder.path("steps"), report = folder.path("report.json");
  const Words words{"detect", "--method", std::string(method), "--steps", out, "--json", report};
  const ProgramRun run = runPliant(with(words, bodies));
  INFO(run.errors);
  if (run.status == 3) return {};
  REQUIRE(run.status == 0);
  CHECK(run.errors.empty());
  CHECK(run.output.empty());
  const auto json = Json::parse(ScratchFolder::read(report))["steps"];
  CHECK(json["folder"] == out);
  REQUIRE(!json["list"].empty());
  CHECK(folder.files("steps") == json["list"].size());
  std::vector<std::string> texts;
  std::vector<Image> pictures;
  for (const auto& step : json["list"]) {
    for (const char* const key : {"picture", "title", "sentence"}) {
      texts.push_back(step[key]);
      CHECK(!texts.back().empty());
    }
    CHECK(texts.back().ends_with('.'));
    pictures.push_back(Image::load(out + "/" + std::string(step["picture"])));
    CHECK(pictures.back().width() <= 1200);
  }
  const pictures::Area outsideCaptions{0, 0, 720, 600};
  CHECK(std::any_of(pictures.begin(), pictures.end(), [&](const Image& picture) {
    return pictures::differences(picture, pictures.front(), outsideCaptions) > 50;
  }));
  return texts;
}

}  // namespace

TEST_CASE("each step of a query is a picture with a title and a sentence, with the settings of the method") {
  struct Case {
    Words options;
    std::string text;
  };
  const std::map<std::string_view, Case> cases{
      {"bucket-tree", {{"--setting", "algorithm=2", "--setting", "levels=1"}, "octree of 1 level"}},
      {"regularity-tree", {{"--contour-test", "off"}, "(contours=off)"}},
      {"ldi-software", {{"--resolution", "24"}, " 24 pixels, as set."}},
      {"auto", {{}, "These are the steps of spatial-hash."}},
      {"ldi", {{}, "These are the steps of ldi-software."}}};
  const ScratchFolder folder;
  const std::string a = writeBall(folder, "a.obj", 0), b = writeBall(folder, "b.obj", 1.2);
  REQUIRE(!stepwiseMethods().empty());
  for (const StepwiseMethod& method : stepwiseMethods()) {
    CAPTURE(method.name);
    const auto at = cases.find(method.name);
    const Case wanted = at == cases.end() ? Case{} : at->second;
    const std::vector<std::string> texts = stepsOf(method.name, with({a, b}, wanted.options));
    const auto tells = [&](const std::string& text) { return text.find(wanted.text) != std::string::npos; };
    CHECK((texts.empty() || std::any_of(texts.begin(), texts.end(), tells)));
  }
}

TEST_CASE("the steps of a query in a scene are told in a table, unless a report is asked for") {
  const ScratchFolder folder;
  const std::string method(stepwiseMethods().front().name);
  const Words scene{"--scene", "hand"};
  const ProgramRun run = runPliant(with({"detect", "--method", method, "--steps", folder.path("steps")}, scene));
  INFO(run.errors);
  REQUIRE(run.status == 0);
  CHECK(run.errors.empty());
  std::size_t at = 0;
  for (const std::string& text : stepsOf(method, scene)) {
    at = run.output.find(text, at);
    CHECK(at != std::string::npos);
  }
  CHECK(at > 0);
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
  refused({"--method", "brute-force", "--steps", out},
          "method brute-force has no steps; methods with steps are " + method);
  refused({"--method", "spatial-hash", "--steps", out, "--margin", "1"}, "--margin: --steps does not show");
  refused({"--method", "spatial-hash", "--steps", out, "--shared-corners"}, "--shared-corners: --steps does not show");
  pliantRefuses({"detect", a, b, "--method", method, "--self", "--steps", out}, "--self alone");
  pliantRefuses({"detect", a, b, "--method", method, "--steps", a}, "a.obj");
  std::filesystem::create_directory(out);
  const std::string first = out + "/step-01.png";
  for (const char* const option : {"--json", "--screenshot"})
    pliantRefuses({"detect", a, b, "--method", method, "--steps", out, option, first}, "--steps writes files of such");
  pliantRefuses({"detect", "--scene", "hand", "--export", out, "--json", out + "/0-0.mesh"},
                "--export writes files of");
}
