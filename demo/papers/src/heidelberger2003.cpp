#include <pliant/papers/Run.h>

namespace pliant::papers {

Paper heidelberger2003() {
  return {.id = "heidelberger2003",
          .title = "Heidelberger, Teschner, Gross 2003: volumes by layered depth images",
          .machine = "Pentium 4, 2.8 GHz; GeForce4 Ti 4600",
          .parts = {},
          .items = {}};
}

}  // namespace pliant::papers
