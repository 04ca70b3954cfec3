// Malicious files of a megabyte: `pliant detect` reads and answers them in little memory, and its work is proportional
// to the content of the file.

#include <pliant/detectors/Types.h>
#include <pliant_catch.h>
#include <pliant_share.h>
#include <sys/resource.h>

#include "SmallMeshes.h"
#include "detectJson.h"

namespace {

constexpr std::size_t kMegabyte = 1'000'000;

/// The answer of one call of `pliant detect`, and its peak memory [byte].
struct Measured {
  Json answer;
  std::size_t bytes = 0;
};

Measured measure(const Words& arguments) {
  const ScratchFolder folder;
  const pid_t child = startPliant(with({"detect", "--json", folder.path("out.json")}, arguments));
  int status = 0;
  rusage usage{};
  REQUIRE(::wait4(child, &status, 0, &usage) == child);
  REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  return {Json::parse(ScratchFolder::read(folder.path("out.json"))), 1024 * static_cast<std::size_t>(usage.ru_maxrss)};
}

/// Checks that a file of one megabyte needs at most 50 MB of memory, and at most `mostWork` tests per face.
void check(const std::string& extension, const std::string& content, const Words& options, std::size_t faces,
           double mostWork) {
  CHECK(content.size() <= kMegabyte);
  CHECK(content.size() > kMegabyte * 8 / 10);
  const ScratchFolder folder;
  CAPTURE(extension, content.substr(0, 60), options.front());
  const Measured measured = measure(with(options, {folder.write("body" + extension, content)}));
  CHECK(measured.answer["bodies"][0]["faces"] == faces);
  const auto& frame = measured.answer["frames"][0];
  double work = 0;
  for (const char* counter : {"candidates", "cells_visited", "nodes_visited", "box_tests", "narrow_tests"})
    work += frame["counters"][counter].get<double>();
  CHECK(work <= mostWork * static_cast<double>(faces) + 1000);
  for (const char* list : {"vertex_tetrahedron", "face_pairs"}) CHECK(frame[list].empty());
  // Coordinates of a double build are twice as large.
  if (!share::sanitized) CHECK(measured.bytes < 50 * kMegabyte * sizeof(pliant::Real) / sizeof(float));
}

const std::string kThreeCorners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

}  // namespace

TEST_CASE("PLY: a header of very many elements") {
  std::string content = "ply\nformat ascii 1.0\n";
  for (int i = 0; i < 58'000; ++i) content += "element " + std::to_string(10'000 + i) + " 0\n";
  content += "element vertex 1\nproperty char x\nproperty char y\nproperty char z\nend_header\n0 0 0\n";
  check(".ply", content, {"--threads", "1"}, 0, 1);
}

TEST_CASE("OBJ: a polygon that goes round three vertices again and again") {
  std::string content = kThreeCorners + 'f';
  for (int i = 0; i < 160'000; ++i) content += " 1 2 3";
  for (const char* threads : {"1", "2"}) check(".obj", content + '\n', {"--threads", threads}, 479'998, 1);
}

TEST_CASE("OBJ: the same face very often, and very many faces on one edge") {
  std::string same = kThreeCorners, book = "v 0 0 0\nv 1 0 0\n";
  for (int i = 0; i < 120'000; ++i) same += "f 1 2 3\n";
  check(".obj", same, {"--threads", "1"}, 120'000, 1);
  constexpr int kPages = 33'000;
  for (int i = 0; i < kPages; ++i) book += "v .5 " + std::to_string(i) + "e-6 1\n";
  for (int i = 0; i < kPages; ++i) book += "f 1 2 " + std::to_string(i + 3) + '\n';
  check(".obj", book, {"--threads", "1"}, kPages, 1);
  check(".obj", book, {"--margin", "1e-7", "--threads", "1"}, kPages, 200);
}

TEST_CASE("PLY: faces of denormal size with a margin") {
  constexpr int kFaces = 20'000;
  std::string content = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(3 * kFaces) +
                        "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
                        std::to_string(kFaces) + "\nproperty list uchar uint vertex_indices\nend_header\n";
  // The faces are placed in a cube, each in a cell of its own.
  for (int i = 0; i < kFaces; ++i) {
    const std::array<int, 3> cell = {i % 28, i / 28 % 28, i / 784};
    for (std::size_t corner = 0; corner < 3; ++corner)
      for (std::size_t k = 0; k < 3; ++k)
        content += bytesOf(1e-41F * (static_cast<float>(cell[k]) + (k == corner ? 0.5F : 0.1F)));
  }
  for (std::uint32_t i = 0; i < 3 * kFaces; i += 3) content += '\x03' + bytesOf(i) + bytesOf(i + 1) + bytesOf(i + 2);
  check(".ply", content, {"--margin", "1e-43", "--threads", "1"}, kFaces, 300);
}
