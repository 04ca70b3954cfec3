#include "ganovelli2000/parts.h"

namespace pliant::papers {

Paper ganovelli2000() {
  using namespace ganovelli;
  return {.id = "ganovelli2000",
          .title = "Ganovelli, Dingliana, O'Sullivan 2000: BucketTree",
          .machine = "Pentium II, 300 MHz, 64 MB",
          .parts = {{"Section 3: primitives of any kind", 1, 1, anyPrimitives},
                    {"Figure 1: arrays and pointers of Algorithm 2", 1, 1, figure1},
                    {"Section 4: buckets and box trees", 2, 1, boxTrees},
                    {"Section 4: primitives that come and go", 5, 2, changingPrimitives},
                    {"Section 4: the drawback", 3, 1, outlier},
                    {"Figure 2: directions of motion", 1, 1, figure2},
                    {"Figure 3: Algorithm 1 and 2", 4, 2, figure3},
                    {"Figure 4: levels", 3, 1, figure4},
                    {"Table 1: pairs of buckets", 2, 1, table1},
                    {"Figure 5: two objects", 4, 2, figure5},
                    {"Section 6: cut and fusion", 15, 6, cutAndFusion}},
          .items = items()};
}

}  // namespace pliant::papers
