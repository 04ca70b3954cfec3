#pragma once

#include <pliant/papers/Run.h>

// Parts of the page about Heidelberger, Teschner, Gross 2004.
namespace pliant::papers::ldi2004 {

void orderedLayers(Run& run);
void unorderedLayers(Run& run);
void threeWays(Run& run);  ///< tables 1 to 3
void selfCollision(Run& run);
void walkAndSurgery(Run& run);

}  // namespace pliant::papers::ldi2004
