#include <pliant/papers/Run.h>

#include "heidelberger2004/parts.h"

namespace pliant::papers {
namespace {

std::vector<Item> itemsOf2004() {
  return {{"1, 2", "volume of interest of one body; entries labelled front or back",
           "pliant detect --scene sphere --faces 2000 --method ldi-software --steps steps"},
          {"3", "ordered layers: peeling by two depth tests, front and back apart, ended by an occlusion query",
           "pliant detect --scene hat --method ldi-gl-ordered --steps steps"},
          {"4", "contours are safe", "ctest --test-dir build/release -R glrender_SameImages"},
          {"5", "unordered layers, front and back apart",
           "pliant detect --scene hat --method ldi-gl-unordered --steps steps"},
          {"6", "two optimisations of reading back", "ctest --test-dir build/release -R glrender_SameImages"},
          {"7", "software: culled faces, all layers in one pass, sorted",
           "pliant detect --scene hat --method ldi-software --steps steps"},
          {"8", "self-collision by the order of entries", "ctest --test-dir build/release -R detectors_LdiViews"},
          {"9", "queries: volume and vertices", "pliant detect --scene hand --method ldi-software"},
          {"10", "table 1: least and most over the sequence, three ways", "pliant bench ldi-gl"},
          {"11, 12", "tables 2 and 3", "pliant bench ldi"},
          {"13", "ordered layers take three times as long as unordered ones", "pliant bench ldi-gl"},
          {"14", "a card wins in large scenes, the processor in small ones", "pliant bench ldi-gl", true},
          {"15", "500 Hz for 16,500 faces", "pliant bench ldi"},
          {"16", "figures 3 to 6", "pliant bench ldi --pictures pictures"},
          {"17", "cloth with walking figures", "pliant run walk --screenshot walk.png"},
          {"18", "interactive surgery: organs and a tool", "pliant run surgery --screenshot surgery.png"},
          {"19", "open meshes by capping, in queries and in worlds",
           "ctest --test-dir build/release -R plugin_VolumesCapped"},
          {"20", "figures 1 and 2: passes of each way", "ctest --test-dir build/release -R demo_LdiPasses"}};
}

}  // namespace

Paper heidelberger2004() {
  using namespace ldi2004;
  return {.id = "heidelberger2004",
          .title = "Heidelberger, Teschner, Gross 2004: collisions and self-collisions in image space",
          .machine = "Pentium 4, 3 GHz; GeForce FX Ultra 5800",
          .parts = {{"Figure 1: ordered layers", 1, 0.5, orderedLayers},
                    {"Figure 2: unordered layers", 1, 0.5, unorderedLayers},
                    {"Tables 1 to 3, figures 3 to 6: three ways to draw an image", 120, 14, threeWays},
                    {"Section 3.2: contours", 1, 0.5, selfCollision},
                    {"Section 5: uses", 40, 5, walkAndSurgery}},
          .items = itemsOf2004()};
}

}  // namespace pliant::papers
