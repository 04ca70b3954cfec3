// A short fuzz test with random changes, for any compiler. tests/fuzz tests more.

#include <pliant/detectors/Error.h>
#include <pliant/io/readMesh.h>
#include <pliant_catch.h>

#include <random>

#include "SmallMeshes.h"
#include "readFaults.h"

namespace {

/// Reads a file that may be broken in any way.
void readsOrRefuses(const std::string& path, int& refused) {
  try {
    const pliant::Mesh mesh = pliant::readMesh(path);
    REQUIRE(!mesh.vertices.empty());
    REQUIRE(faultOf(mesh).empty());
  } catch (const pliant::Error& error) {
    REQUIRE(faultOf(error.what(), path).empty());
    ++refused;
  }
}

std::string mutated(std::string text, std::mt19937& random) {
  static const std::vector<std::string> kWords = {
      "-1", "0",    "99999999999999999999", "nan", "1e999", "\n",  " ",
      "#",  "\\\n", "4294967295",           "end", "\r",    "1/2", "2147483648"};
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (std::size_t change = 0, changes = 1 + below(3); change < changes && !text.empty(); ++change) {
    const std::size_t at = below(text.size());
    switch (below(6)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text[at] = static_cast<char>(below(256));
        break;
      case 2:
        text.erase(at, 1 + below(8));
        break;
      case 3:
        text.insert(at, kWords[below(kWords.size())]);
        break;
      case 4:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
    }
  }
  return text;
}

}  // namespace

TEST_CASE("no broken file does more than be refused") {
  const ScratchFolder folder;
  folder.write("body.node", kNodes);
  std::mt19937 random(20);
  int read = 0, refused = 0;
  for (const SmallFile& file : smallFiles()) {
    for (int i = 0; i < 1500; ++i, ++read) {
      readsOrRefuses(folder.write("body" + file.extension, mutated(file.content, random)), refused);
    }
  }
  for (int i = 0; i < 1500; ++i, ++read) {
    folder.write("body.node", mutated(kNodes, random));
    readsOrRefuses(folder.write("body.ele", kElements), refused);
  }
  // Most changes make a file invalid, some do not.
  CHECK(refused > read / 4);
  CHECK(refused < read);
}
