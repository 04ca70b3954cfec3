#include "solve/ContactSource.h"

namespace pliant::detail {

ContactSource::~ContactSource() = default;

const VolumeRegions& ContactSource::volumes() {
  static const VolumeRegions none;
  return none;
}

}  // namespace pliant::detail
