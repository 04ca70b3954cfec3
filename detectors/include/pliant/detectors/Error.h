#pragma once

#include <pliant/detectors/Export.h>

#include <stdexcept>
#include <string>

namespace pliant {

/// Bad data handed to Pliant. The message is one line that names what is wrong and where.
class PLIANT_DETECTORS_EXPORT Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
  ~Error() override;
};

}  // namespace pliant
