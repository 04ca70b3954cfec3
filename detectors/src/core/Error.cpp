#include <pliant/detectors/Error.h>

namespace pliant {

Error::Error(const std::string& message) : std::runtime_error(message) {}
Error::~Error() = default;

}  // namespace pliant
