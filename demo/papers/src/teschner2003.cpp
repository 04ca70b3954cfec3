#include <pliant/papers/Run.h>

namespace pliant::papers {

Paper teschner2003() {
  return {.id = "teschner2003",
          .title = "Teschner, Heidelberger, Müller, Pomeranets, Gross 2003: Optimized spatial hashing",
          .machine = "Pentium 4, 1.8 GHz",
          .parts = {},
          .items = {}};
}

}  // namespace pliant::papers
