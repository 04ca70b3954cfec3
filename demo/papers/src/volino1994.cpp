#include "volino1994/parts.h"

namespace pliant::papers {

Paper volino1994() {
  using namespace volino;
  return {.id = "volino1994",
          .title = "Volino, Magnenat-Thalmann 1994: regularity",
          .machine = "Silicon Graphics Indigo Elan",
          .parts = {{"Figures 1 and 2: what makes a surface meet itself", 4, 1, makeCauses},
                    {"Figures 3 and 4: hierarchy and adjacency", 15, 3, makeHierarchy},
                    {"Figures 5 and 6: directions", 8, 2, makeDirections},
                    {"Figure 7: elements of a query", 4, 1, makeElements},
                    {"Tables 1a and 1b, figure 8: a sphere", 20, 3, makeSphere},
                    {"Tables 2a and 2b, figure 9: a strip that crosses itself", 30, 4, makeLoop},
                    {"Section 3.3 and figure 10: body and cloth", 90, 8, makeCloth},
                    {"Claims beside the tables: other methods, children of a patch", 25, 3, makeOthers}},
          .items = items()};
}

}  // namespace pliant::papers
