#include <pliant/papers/Run.h>

#include "heidelberger2003/parts.h"

namespace pliant::papers {
namespace {

std::vector<Item> itemsOf2003() {
  return {
      {"1, 2", "volume of interest of two boxes; opposite outside faces, nearest pair",
       "ctest --test-dir build/release -R detectors_LdiAxis"},
      {"3", "extended volume of interest where there are no such faces",
       "ctest --test-dir build/release -R demo_DetectContacts"},
      {"4", "one body wholly within the other", "ctest --test-dir build/release -R demo_DetectContacts"},
      {"5, 6", "image in the volume of interest at a chosen resolution; the stencil counts layers",
       "pliant detect --scene hand --method ldi-gl-unordered --resolution 128 --steps steps"},
      {"7, 8", "points sorted per pixel; the image keeps its view",
       "pliant detect --scene hand --method ldi-software --steps steps"},
      {"9, 10", "packed depth and stencil; layers in tiles, at most two read-backs",
       "ctest --test-dir build/release -R glrender_SameImages"},
      {"11", "plain rasterisation, without depth test and colours",
       "pliant detect --scene hat --method ldi-gl-unordered --steps steps"},
      {"12", "intersection volume, stage 3a", "pliant detect --scene hat --method ldi-software --screenshot hat.png"},
      {"13", "vertices in a volume, stage 3b", "pliant detect --scene hat --method ldi-software --exact-vertices"},
      {"14", "point clouds", "pliant detect --scene santa --method ldi-software"},
      {"15", "watertight surfaces only: an open one is refused",
       "pliant detect --scene loop --faces 2000 --method ldi-software"},
      {"16, 17", "tables 1 and 2", "pliant bench ldi"},
      {"18, 19", "figures 6 to 10, knot and dragon", "pliant bench ldi --pictures pictures"},
      {"20", "particles with response, red for recent contact, drawn in real time", "pliant browse particles"},
      {"21", "memory of the images, `ldi_bytes`", "pliant detect --scene hand --method ldi-software --json hand.json"},
      {"22", "images by graphics hardware", "pliant bench ldi-gl", true},
      {"23", "images of rigid bodies drawn once, `ldi_images_kept`",
       "ctest --test-dir build/release -R detectors_LdiVolumes"},
      {"24", "depth and closest point",
       "pliant detect --scene santa --method ldi-software --contacts --json contacts.json"},
      {"25", "self-collision", "pliant detect --scene hand --method ldi-software --self"},
      {"26", "figures 3 to 5: layers and spans", "pliant browse overlap"},
      {"27", "figures 1 and 2: boxes, outside faces, intersection volume; the extended volume is violet",
       "pliant detect --scene rabbitreptile --method ldi-software --extended --overlay voi --screenshot voi.png"}};
}

}  // namespace

Paper heidelberger2003() {
  using namespace ldi2003;
  return {.id = "heidelberger2003",
          .title = "Heidelberger, Teschner, Gross 2003: volumes by layered depth images",
          .machine = "Pentium 4, 2.8 GHz; GeForce4 Ti 4600",
          .parts = {{"Figure 1: three stages", 4, 1, stages},
                    {"Figure 2: outside faces", 4, 1, outsideFaces},
                    {"Figures 3 and 4: layered depth images", 8, 3, layers},
                    {"Figure 5: two queries", 2, 1, queries},
                    {"Figure 6: test objects", 12, 2, objects},
                    {"Table 1, figures 7 to 9: intersection volumes", 30, 4, overlaps},
                    {"Table 2, figure 10: vertices in a volume", 20, 2, vertices},
                    {"Figure 11: particles on a deforming body", 15, 2, particles},
                    {"Section 4: read-backs", 40, 3, readBacks},
                    {"Sections 1 and 4: renderers by scene size", 60, 4, renderers},
                    {"Section 3.2: resolution", 8, 1, resolutions},
                    {"Further statements", 5, 1, properties}},
          .items = itemsOf2003()};
}

}  // namespace pliant::papers
