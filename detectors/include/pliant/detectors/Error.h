#pragma once

#include <pliant/detectors/Export.h>

#include <stdexcept>
#include <string>

namespace pliant {

/// Invalid input. The message is one line that names the fault and its place.
class PLIANT_DETECTORS_EXPORT Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
  ~Error() override;
};

}  // namespace pliant
