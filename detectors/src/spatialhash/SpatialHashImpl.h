#pragma once

#include <pliant/detectors/SpatialHash.h>

#include "SurfaceHash.h"
#include "TetraHash.h"
#include "narrow/SharedCorners.h"

namespace pliant {

struct SpatialHash::Impl {
  Settings settings;
  detail::TetraHash tetra;
  detail::SurfaceHash surface;
  detail::SharedCorners sharedCorners;
};

}  // namespace pliant
