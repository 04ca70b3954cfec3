#pragma once

#include <pliant/models/ImplicitShape.h>

namespace pliant::models {

ImplicitShape rabbit();
ImplicitShape reptile();
ImplicitShape santa();
ImplicitShape dragon();
ImplicitShape mouse();
ImplicitShape openHand();

}  // namespace pliant::models
