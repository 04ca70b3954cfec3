#pragma once

#include <pliant/models/paperModels.h>

namespace pliant::models {

/// Closed models of 1,500 faces (hat) and 900 faces (phone).
ClosedModel hat();
ClosedModel phone();

}  // namespace pliant::models
