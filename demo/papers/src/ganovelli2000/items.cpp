#include "parts.h"

namespace pliant::papers::ganovelli {

std::vector<Item> items() {
  return {
      {"1, 2", "octree over the body's box in each step; soup of any primitives that can be ordered",
       "ctest --test-dir build/release -R detectors_BucketOctree"},
      {"3, 4, 5", "Algorithm 1; Algorithm 2: three arrays, insertion sort; UpdateBucketPointers",
       "ctest --test-dir build/release -R detectors_BucketPointers"},
      {"6, 7", "all 8^l buckets; marks from the buckets up",
       "pliant detect --scene soups --faces 500 --method bucket-tree --setting algorithm=2 --setting storage=full "
       "--steps steps"},
      {"8, 9, 10", "descent of two octrees, smaller volume first; triangles to test; six comparisons",
       "pliant detect --scene soups --faces 500 --method bucket-tree --setting algorithm=2 --steps steps"},
      {"11", "all primitives in one bucket: crowded buckets become octrees",
       "pliant bench bucket-tree --table bucket-outlier"},
      {"12", "no topology: a cut, and a fusion of two sheets", "pliant compare cut fusion --detectors bucket-tree"},
      {"13", "test bed: soup, with an angle", "pliant detect --scene soup --angle 30 --method bucket-tree"},
      {"14", "figure 3: both algorithms, with and without coherence",
       "pliant bench bucket-tree --table bucket-figure3"},
      {"15", "figure 4: levels", "pliant bench bucket-tree --table bucket-figure4"},
      {"16", "table 1: pairs of overlapping buckets", "pliant bench bucket-tree --table bucket-table1"},
      {"17", "box trees, refitted, updated and built anew",
       "pliant bench bucket-tree --table bucket-boxtrees --table bucket-changing"},
      {"18", "figure 5: two objects, triangles of colliding buckets in black",
       "pliant run soups --steps 120 --overlay colliding --screenshot colliding.png"},
      {"19", "figures 1 and 2: arrays, swaps and pointers; the angle is a figure of this page",
       "pliant detect --scene soups --faces 500 --method bucket-tree --setting algorithm=2 --frames 60 --steps steps"},
      {"20", "self-intersection", "pliant detect --scene soup --method bucket-tree"},
      {"21", "the two sides of a cut: left at one place, they are moved apart",
       "pliant run cut --steps 33 --detector bucket-tree --overlay cutsides --screenshot cutsides.png"},
      {"22, 23", "a C++ template with both algorithms; in a world of deformable bodies",
       "pliant run overlap --steps 120 --detector bucket-tree --setting algorithm=2"}};
}

}  // namespace pliant::papers::ganovelli
