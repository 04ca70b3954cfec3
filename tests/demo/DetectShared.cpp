// Tests `pliant detect --shared-corners`.

#include "SmallMeshes.h"
#include "detectJson.h"

TEST_CASE("faces of one body that share a corner are pairs on request") {
  const ScratchFolder folder;
  // Faces 0 and 1 intersect beyond their common vertex. Face 2 lies on face 3 beyond their common edge. Face 4
  // intersects faces 0 and 1.
  const std::string file = folder.write(
      "a.off",
      "OFF\n12 5 0\n0 0 0\n2 0 -1\n2 0 1\n1 -1 0\n1 1 0\n9 0 0\n9 2 0\n9 1 1\n9 1 2\n1.5 0 -9\n1.5 0 9\n1.5 9 0\n"
      "3 0 1 2\n3 0 3 4\n3 5 6 7\n3 6 5 8\n3 9 10 11\n");
  for (const std::string method : {"auto", "spatial-hash", "brute-force", "bucket-tree", "regularity-tree"}) {
    CAPTURE(method);
    const auto pairs = [&](const Words& options) {
      return detect(with(options, {"--method", method, file}))["frames"][0]["face_pairs"];
    };
    CHECK(pairs({}) == Json::parse("[[0,0,0,4]]"));
    CHECK(pairs({"--shared-corners"}) == Json::parse("[[0,0,0,1],[0,0,0,4],[0,2,0,3]]"));
    CHECK(pairs({"--shared-corners", "--self"}) == Json::parse("[[0,0,0,1],[0,0,0,4],[0,2,0,3]]"));
    CHECK(pairs({"--between"}) == Json::parse("[]"));
  }
}
