#include <pliant/detectors/Detector.h>

namespace pliant {

Detector::~Detector() = default;

}  // namespace pliant
