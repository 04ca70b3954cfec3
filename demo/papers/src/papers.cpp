#include <pliant/papers/Paper.h>

namespace pliant::papers {

std::span<const Paper> allPapers() {
  static const std::vector<Paper> all{teschner2003(), ganovelli2000(), volino1994(), heidelberger2003(),
                                      heidelberger2004()};
  return all;
}

}  // namespace pliant::papers
