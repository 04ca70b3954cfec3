// A program for one format (PLIANT_FUZZED is its extension): libFuzzer generates files, and the reader must read or
// refuse them. For TetGen's .ele the bytes up to the first 0 are the .node file beside it, in the current folder.

#include <pliant/detectors/Error.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include "../demo/readFaults.h"
#include "formats.h"

namespace {

using pliant::Mesh;
using pliant::detail::FileContent;

constexpr std::string_view kExtension = PLIANT_FUZZED;
constexpr auto kReader = kExtension == ".obj"    ? pliant::detail::readObj
                         : kExtension == ".ply"  ? pliant::detail::readPly
                         : kExtension == ".off"  ? pliant::detail::readOff
                         : kExtension == ".stl"  ? pliant::detail::readStl
                         : kExtension == ".mesh" ? pliant::detail::readMedit
                         : kExtension == ".ele"  ? pliant::detail::readTetGenElements
                         : kExtension == ".node" ? pliant::detail::readTetGenNodes
                                                 : pliant::detail::readVtk;

FileContent contentOf(std::string_view bytes) {
  FileContent content;
  content.name = "body" + std::string(kExtension);
  // Copies the bytes into a block of exactly their size, so that the sanitizer detects reads beyond it.
  content.data = std::make_unique<char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), content.data.get());
  content.size = bytes.size();
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (kExtension == ".ele") {
    const std::string_view nodes = bytes.substr(0, bytes.find('\0'));
    // The old file is removed first: some file systems flush a file that is truncated and written again.
    std::filesystem::remove("body.node");
    std::ofstream("body.node", std::ios::binary) << nodes;
    bytes.remove_prefix(std::min(size, nodes.size() + 1));
  }
  if (bytes.empty()) return 0;  // an empty file is refused before any reader is called
  const FileContent content = contentOf(bytes);
  std::string fault;
  try {
    fault = faultOf(kReader(content));
  } catch (const pliant::Error& error) {
    fault = faultOf(error.what(), content.name);
  }
  if (fault.empty()) return 0;
  std::fprintf(stderr, "%s\n", fault.c_str());
  std::abort();
}
