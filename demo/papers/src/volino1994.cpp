#include <pliant/papers/Run.h>

namespace pliant::papers {

Paper volino1994() {
  return {.id = "volino1994",
          .title = "Volino, Magnenat-Thalmann 1994: regularity",
          .machine = "Silicon Graphics Indigo II",
          .parts = {},
          .items = {}};
}

}  // namespace pliant::papers
