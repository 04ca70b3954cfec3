#pragma once

#include <pliant/detectors/SpatialHash.h>

#include "SurfaceHash.h"
#include "TetraHash.h"

namespace pliant {

struct SpatialHash::Impl {
  Settings settings;
  detail::TetraHash tetra;
  detail::SurfaceHash surface;
};

}  // namespace pliant
