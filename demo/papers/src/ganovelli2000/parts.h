#pragma once

#include <pliant/papers/Run.h>

#include <string>
#include <vector>

// The parts of Ganovelli 2000, in the paper's order.
namespace pliant::papers::ganovelli {

void anyPrimitives(Run& run);
void figure1(Run& run);
void boxTrees(Run& run);
void changingPrimitives(Run& run);
void outlier(Run& run);
void figure2(Run& run);
void figure3(Run& run);
void figure4(Run& run);
void table1(Run& run);
void figure5(Run& run);
void cutAndFusion(Run& run);

std::vector<Item> items();

/// Returns "1.23 times".
inline std::string times(double ratio) {
  return readable(ratio).append(" times");
}
/// Returns the verdict of a statement that was measured.
inline Verdict verdictOf(bool held, bool partly = false) {
  return held ? Verdict::Held : partly ? Verdict::Partly : Verdict::NotHeld;
}

}  // namespace pliant::papers::ganovelli
