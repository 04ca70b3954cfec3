#include <pliant_catch.h>
#include <sys/stat.h>

#include "RunProgram.h"
#include "SmallMeshes.h"

namespace {

/// A folder with one good file.
struct Place {
  ScratchFolder folder;
  std::string good = folder.write("good.obj", kTriangle);
};

}  // namespace

TEST_CASE("usage that is wrong ends with one line and status 2") {
  const Place place;
  pliantRefuses({}, "--help");
  pliantRefuses({"--version=maybe"}, "--version");
  pliantRefuses({"frobnicate"}, "'frobnicate'");
  pliantRefuses({"list", "more"}, "more");
  pliantRefuses({"--bogus"}, "'--bogus'");
  pliantRefuses({"detect"}, "FILE");
  pliantRefuses({"detect", "--method", "spatial-hash"}, "FILE");
  pliantRefuses({"detect", "--method", "nonsense", place.good}, "nonsense");
  pliantRefuses({"detect", "--method", "", place.good}, "--method");
  pliantRefuses({"detect", "--method", "Spatial-Hash", place.good}, "Spatial-Hash");
  for (const char* value : {"0", "-1", "16385", "text", "99999999999999999999", "1.5", ""}) {
    pliantRefuses({"detect", "--method", "ldi-software", "--resolution", value, place.good}, "--resolution");
  }
  for (const char* value : {"0", "-1", "10001", "few", ""}) {
    pliantRefuses({"detect", "--method", "ldi-software", "--cap-holes", value, place.good}, "--cap-holes");
  }
  pliantRefuses({"detect", "--method", "brute-force", "--exact-vertices", place.good}, "--exact-vertices");
  pliantRefuses({"detect", "--method", "brute-force", "--cap-holes", "9", place.good}, "--cap-holes");
  pliantRefuses({"detect", "--method", "ldi-software", "--margin", "1", place.good}, "--margin");
  pliantRefuses({"detect", "--method", "ldi-software", "--shared-corners", place.good}, "--shared-corners");
  pliantRefuses({"detect", "--between", "--shared-corners", place.good}, "--shared-corners");
  pliantRefuses({"detect", "--method", "ldi-software", "--contour-test", "off", place.good}, "--contour-test");
  for (const char* value : {"", "on", "Exact", "exactly"})
    pliantRefuses({"detect", "--method", "regularity-tree", "--contour-test", value, place.good}, "--contour-test");
  pliantRefuses({"detect", "--method", "spatial-hash", "--stretched", place.good}, "--stretched");
  pliantRefuses({"detect", "--method", "ldi-software", place.good}, place.good + ": the surface is not closed");
  const std::string book =
      place.folder.write("book.off", "OFF\n5 3 0\n0 0 0\n0 0 1\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 0 3\n3 0 1 4\n");
  pliantRefuses({"detect", "--method", "regularity-tree", place.good, book}, book + ": 1 edge has more than two faces");
  std::filesystem::remove(book);
  for (const std::string method : {"spatial-hash", "brute-force"}) {
    const auto refusesWith = [&](const Words& more, const std::string& named) {
      pliantRefuses(with({"detect", "--method", method, place.good}, more), named);
    };
    refusesWith({"--bogus"}, "--bogus");
    refusesWith({"--bogus=1"}, "--bogus");
    refusesWith({"-q"}, "-q");
    for (const char* value : {"0", "-1", "64", "text", "99999999999999999999", ""}) {
      refusesWith({"--resolution", value}, "--resolution");
    }
    refusesWith({"--contour-test", "exact"}, "--contour-test");
    refusesWith({"--contour-test", "off"}, "--contour-test");
    for (const char* value :
         {"-1", "-1e-300", "nan", "NaN", "inf", "-inf", "1e400", "abc", "1.0abc", "", "0x1p3", "1,5"}) {
      refusesWith({"--margin", value}, "--margin");
    }
    for (const char* value : {"0", "-1", "1.5", "text", "99999999999999999999", "2x", ""}) {
      refusesWith({"--threads", value}, "--threads");
      refusesWith({"--repeat", value}, "--repeat");
    }
    refusesWith({"--margin"}, "--margin");
    refusesWith({"--screenshot", place.folder.path("a.jpg")}, "a.jpg");
    refusesWith({"--screenshot", place.folder.path("no/a.png")}, "no/a.png");
    refusesWith({"--screenshot", place.folder.path("a.png"), "--json", place.folder.path("a.png")}, "a.png");
    refusesWith({"--view", "1,2"}, "--screenshot");
    for (const char* value : {"", "1", "1,", ",1", "1,2,3", "400,0", "0,91", "nan,0", "x,y"}) {
      refusesWith({"--screenshot", place.folder.path("a.png"), "--view", value}, "--view");
    }
    refusesWith({"--json"}, "--json");
    refusesWith({"--json", ""}, "the file name is empty");
    refusesWith({"--method", method}, "--method");
    refusesWith({"--margin", "1", "--margin", "2"}, "--margin");
  }
  CHECK(place.folder.files() == 1);
}

TEST_CASE("an option and a setting of the same meaning are refused together") {
  const Place place;
  const auto refuses = [&](const std::string& method, const Words& option, const std::string& setting) {
    pliantRefuses(with({"detect", "--method", method, "--setting", setting, place.good}, option),
                  option.front() + ": --setting sets '");
  };
  const auto refusesAll = [&](const std::string& method, const Words& option, const std::string& setting) {
    for (const std::string& one : {setting, std::string("paper"), std::string("default")}) refuses(method, option, one);
  };
  refusesAll("ldi-software", {"--resolution", "64"}, "resolution=32");
  refusesAll("ldi-software", {"--stretched"}, "stretched=off");
  refusesAll("ldi-software", {"--extended"}, "interest=tight");
  refusesAll("ldi-software", {"--exact-vertices"}, "exact-vertices=on");
  refusesAll("regularity-tree", {"--contour-test", "off"}, "contours=exact");
  // Others go together.
  CHECK(runPliant({"detect", "--method", "regularity-tree", "--contour-test", "off", "--setting", "leaf=1", place.good})
            .status == 0);
}

TEST_CASE("files that can't be read end with one line that names them") {
  const Place place;
  std::filesystem::create_directory(place.folder.path("folder.obj"));
  REQUIRE(::mkfifo(place.folder.path("pipe.ply").c_str(), 0600) == 0);
  place.folder.write("cut.off", "OFF\n3 1 0\n0 0 0\n");
  place.folder.write("empty.stl", "");
  place.folder.write("none.off", "OFF\n0 0 0\n");
  place.folder.write("huge.off", "OFF\n4000000000 4000000000 0\n0 0 0\n");
  place.folder.write("range.obj", "v 0 0 0\nf 1 1 2\n");
  place.folder.write("zero.obj", "v 0 0 0\nf 0 1 1\n");
  place.folder.write("nan.obj", "v 0 0 nan\n");
  place.folder.write("infinite.obj", "v 0 0 inf\n");
  place.folder.write("overflow.obj", "v 0 0 1e999\n");
  place.folder.write("half.obj", "v 0 0 1.0abc\n");
  place.folder.write("unknown.xyz", "0 0 0\n");
  place.folder.write("alone.ele", kElements);
  place.folder.write("line\nend.obj", "v 0 0\n");
  const std::string out = place.folder.path("out.json");
  const std::size_t before = place.folder.files();
  for (const char* name :
       {"missing.obj", "folder.obj", "pipe.ply", "cut.off", "empty.stl", "none.off", "huge.off", "range.obj",
        "zero.obj", "nan.obj", "infinite.obj", "overflow.obj", "half.obj", "unknown.xyz", "alone.ele"}) {
    for (const char* method : {"spatial-hash", "brute-force"}) {
      pliantRefuses({"detect", "--method", method, "--json", out, place.good, place.folder.path(name)}, name);
    }
    pliantRefuses({"detect", "--method", "spatial-hash", place.good + "," + place.folder.path(name)}, name);
  }
  pliantRefuses({"detect", "--method", "spatial-hash", place.folder.path("line\nend.obj")}, "line?end.obj");
  pliantRefuses({"detect", "--method", "spatial-hash", "/dev/zero"}, "/dev/zero");
  pliantRefuses({"detect", "--method", "spatial-hash", "[nothing]"}, "[nothing]");
  CHECK(place.folder.files() == before);
}

TEST_CASE("frames that don't belong together are refused") {
  const Place place;
  const std::string other = place.folder.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n");
  const std::string good = place.good;
  pliantRefuses({"detect", "--method", "brute-force", good + "," + good + "," + other}, "other.obj");
  pliantRefuses({"detect", "--method", "brute-force", good + "," + good, good + "," + good + "," + good}, "good.obj");
  pliantRefuses({"detect", "--method", "brute-force", good + ","}, "good.obj");
  pliantRefuses({"detect", "--method", "brute-force", "," + good}, "good.obj");
  pliantRefuses({"detect", "--method", "brute-force", good + ",," + good}, "good.obj");
  pliantRefuses({"detect", "--method", "brute-force", ""}, "empty");
}

TEST_CASE("an output that can't be written is refused, and nothing is left behind") {
  const Place place;
  std::filesystem::create_directory(place.folder.path("folder"));
  REQUIRE(::mkfifo(place.folder.path("pipe").c_str(), 0600) == 0);
  const std::size_t before = place.folder.files();
  const std::string missing = place.folder.path("missing/out.json");
  for (const std::string& out :
       {missing, place.folder.path("folder"), place.folder.path("folder/"), place.folder.path("pipe"),
        std::string("/dev/null"), std::string("/dev/full"), place.good, place.folder.path(std::string(300, 'n'))}) {
    pliantRefuses({"detect", "--method", "spatial-hash", "--json", out, place.good}, out);
  }
  CHECK(place.folder.files() == before);
  CHECK(ScratchFolder::read(place.good).starts_with("v 0 0 0"));

  const ProgramRun full = runPliant({"detect", "--method", "spatial-hash", place.good}, "/dev/full");
  CHECK(full.status == 2);
  CHECK(full.errorLines() == 1);
}

TEST_CASE("an earlier output stays as it was when the run fails") {
  const Place place;
  const std::string out = place.folder.write("out.json", "earlier");
  pliantRefuses({"detect", "--method", "spatial-hash", "--json", out, place.folder.path("missing.obj")}, "missing.obj");
  CHECK(ScratchFolder::read(out) == "earlier");
  CHECK(runPliant({"detect", "--method", "spatial-hash", "--json", out, place.good}).status == 0);
  CHECK(ScratchFolder::read(out).starts_with("{"));
  CHECK(place.folder.files() == 2);
}
