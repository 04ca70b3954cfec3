#include "solve/ContactSource.h"

namespace pliant::detail {

ContactSource::~ContactSource() = default;

}  // namespace pliant::detail
