#pragma once

#include <pliant/models/paperModels.h>

namespace pliant::models {

/// Of 1,500 and 900 faces.
ClosedModel hat();
ClosedModel phone();

}  // namespace pliant::models
