#include <pliant/detectors/Error.h>
#include <pliant/io/readMesh.h>
#include <pliant/io/writeFile.h>
#include <pliant/io/writeMesh.h>
#include <pliant_catch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>

#include "ScratchFolder.h"

using pliant::Error;
using pliant::Mesh;
using pliant::Real;

namespace {

using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

}  // namespace

TEST_CASE("a written mesh reads back to the bit, as Real and as double") {
  std::mt19937_64 random(3);
  Mesh mesh;
  mesh.vertices = {{std::numeric_limits<Real>::max(), std::numeric_limits<Real>::denorm_min(), Real(-0.0)},
                   {std::numeric_limits<Real>::lowest(), std::numeric_limits<Real>::min(), Real(1) / 3}};
  while (mesh.vertices.size() < 2000) {
    Mesh::Position position;
    for (Real& coordinate : position) {
      do {
        coordinate = std::bit_cast<Real>(static_cast<Bits>(random()));
      } while (!std::isfinite(coordinate));
    }
    mesh.vertices.push_back(position);
  }
  mesh.triangles = {{0, 1, 2}, {5, 5, 1999}};
  mesh.tetrahedra = {{0, 1, 2, 3}};
  const ScratchFolder folder;
  const std::string path = folder.path("out.mesh");
  pliant::writeMesh(path, pliant::positionsView(mesh.vertices), mesh.triangles, mesh.tetrahedra);
  const Mesh copy = pliant::readMesh(path);
  REQUIRE(copy.vertices.size() == mesh.vertices.size());
  CHECK(copy.triangles == mesh.triangles);
  CHECK(copy.tetrahedra == mesh.tetrahedra);

  std::istringstream text(ScratchFolder::read(path));
  std::string word;
  while (word != "Vertices") text >> word;
  text >> word;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Real expected = mesh.vertices[i][axis];
      CHECK(std::bit_cast<Bits>(copy.vertices[i][axis]) == std::bit_cast<Bits>(expected));
      text >> word;
      CHECK(std::strtod(word.c_str(), nullptr) == static_cast<double>(expected));
    }
    text >> word;
  }
}

TEST_CASE("what can't be written as a mesh is refused, and no file appears") {
  const ScratchFolder folder;
  const std::vector<Mesh::Position> positions = {{0, 0, 0}};
  const std::vector<Mesh::Position> broken = {{0, std::numeric_limits<Real>::quiet_NaN(), 0}};
  const std::vector<pliant::Triangle> triangles = {{0, 0, 1}};
  CHECK_THROWS_AS(pliant::writeMesh(folder.path("a.mesh"), pliant::positionsView(positions), triangles, {}), Error);
  CHECK_THROWS_AS(pliant::writeMesh(folder.path("a.mesh"), pliant::positionsView(broken), {}, {}), Error);
  CHECK(folder.files() == 0);
}

TEST_CASE("a file is written whole or not at all") {
  const ScratchFolder folder;
  const std::string path = folder.path("out.json");
  pliant::writeFile(path, "first");
  CHECK(ScratchFolder::read(path) == "first");
  pliant::writeFile(path, "second, longer");
  CHECK(ScratchFolder::read(path) == "second, longer");
  CHECK(folder.files() == 1);

  std::filesystem::create_symlink("out.json", folder.path("link.json"));
  pliant::writeFile(folder.path("link.json"), "third");
  CHECK(std::filesystem::is_symlink(folder.path("link.json")));
  CHECK(ScratchFolder::read(path) == "third");
  CHECK(folder.files() == 2);
}

TEST_CASE("a file that is replaced keeps its mode, and its owner and group where they may be given") {
  const ScratchFolder folder;
  const std::string path = folder.write("out.json", "earlier");
  const auto status = [&] {
    struct stat found;
    REQUIRE(::stat(path.c_str(), &found) == 0);
    return found;
  };
  for (const mode_t mode : {0600u, 0644u, 0640u, 0755u, 0666u, 0400u | 0200u}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    pliant::writeFile(path, "new");
    CHECK((status().st_mode & 07777) == mode);
  }
  CHECK(status().st_uid == ::geteuid());
  if (::geteuid() != 0) return;
  REQUIRE(::chown(path.c_str(), 12345, 23456) == 0);
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  pliant::writeFile(path, "newer");
  CHECK(status().st_uid == 12345);
  CHECK(status().st_gid == 23456);
  CHECK((status().st_mode & 07777) == 0640);
  CHECK(ScratchFolder::read(path) == "newer");
}

TEST_CASE("a new file has the mode that the process gives new files") {
  const ScratchFolder folder;
  const mode_t before = ::umask(027);
  pliant::writeFile(folder.path("out"), "content");
  ::umask(before);
  struct stat found;
  REQUIRE(::stat(folder.path("out").c_str(), &found) == 0);
  CHECK((found.st_mode & 07777) == 0640);
}

TEST_CASE("a link is replaced, not followed, where that is asked for") {
  const ScratchFolder folder, other;
  const std::string victim = other.write("victim", "precious");
  for (const std::string& target : {victim, other.path("nothing"), other.path(""), std::string("/dev/null")}) {
    CAPTURE(target);
    const std::string path = folder.path("0-0.mesh");
    std::filesystem::remove(path);
    std::filesystem::create_symlink(target, path);
    pliant::checkWritable(path, pliant::Links::Replace);
    pliant::writeFile(path, "content", pliant::Links::Replace);
    CHECK_FALSE(std::filesystem::is_symlink(path));
    CHECK(ScratchFolder::read(path) == "content");
    CHECK(ScratchFolder::read(victim) == "precious");
    CHECK(other.files() == 1);
  }
  std::filesystem::create_directory(folder.path("folder"));
  CHECK_THROWS_AS(pliant::writeFile(folder.path("folder"), "x", pliant::Links::Replace), Error);
  std::filesystem::create_symlink(victim, folder.path("link"));
  CHECK_THROWS_WITH(pliant::refuseLink(folder.path("link")),
                    folder.path("link") + ": can't be written: it is a symbolic link");
  CHECK_NOTHROW(pliant::refuseLink(victim));
  CHECK_NOTHROW(pliant::refuseLink(folder.path("missing")));
}

TEST_CASE("places where no file can be written are refused before and while writing") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("folder"));
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  folder.write("file", "content");
  std::filesystem::create_symlink("nowhere", folder.path("dangling"));
  const std::vector<std::string> places = {"",
                                           folder.path("folder"),
                                           folder.path("folder/"),
                                           folder.path("missing/out"),
                                           folder.path("missing/"),
                                           folder.path("file/out"),
                                           folder.path("pipe"),
                                           folder.path("dangling"),
                                           "/dev/null",
                                           "/dev/full",
                                           folder.path(std::string(300, 'n'))};
  for (const std::string& place : places) {
    CAPTURE(place);
    CHECK_THROWS_AS(pliant::checkWritable(place), Error);
    CHECK_THROWS_AS(pliant::writeFile(place, "x"), Error);
  }
  CHECK(folder.files() == 4);
  CHECK(ScratchFolder::read(folder.path("file")) == "content");
}

TEST_CASE("a folder is made with those above it, and left as it is where it is there") {
  const ScratchFolder folder;
  const std::string deep = folder.path("a/b/c");
  pliant::makeFolder(deep);
  CHECK(std::filesystem::is_directory(deep));
  pliant::writeFile(deep + "/file", "content");
  pliant::makeFolder(deep);
  CHECK(ScratchFolder::read(deep + "/file") == "content");
  CHECK_THROWS_WITH(pliant::makeFolder(deep + "/file"), "'" + deep + "/file': the folder can't be created");
  CHECK_THROWS_AS(pliant::makeFolder(""), Error);
}
