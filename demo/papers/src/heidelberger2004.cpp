#include <pliant/papers/Run.h>

namespace pliant::papers {

Paper heidelberger2004() {
  return {.id = "heidelberger2004",
          .title = "Heidelberger, Teschner, Gross 2004: collisions and self-collisions in image space",
          .machine = "Pentium 4; GeForce FX Ultra 5800",
          .parts = {},
          .items = {}};
}

}  // namespace pliant::papers
