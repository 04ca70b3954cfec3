#include <pliant/detectors/ldi/LdiRenderer.h>

namespace pliant {

LdiRenderer::~LdiRenderer() = default;

}  // namespace pliant
