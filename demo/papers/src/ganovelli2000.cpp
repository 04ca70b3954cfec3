#include <pliant/papers/Run.h>

namespace pliant::papers {

Paper ganovelli2000() {
  return {.id = "ganovelli2000",
          .title = "Ganovelli, Dingliana, O'Sullivan 2000: BucketTree",
          .machine = "Pentium II",
          .parts = {},
          .items = {}};
}

}  // namespace pliant::papers
