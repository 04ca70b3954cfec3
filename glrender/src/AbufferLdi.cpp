#include <pliant/glrender/AbufferLdi.h>

#include <utility>

#include "AbufferLayers.h"

namespace pliant {

AbufferLdi::AbufferLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
    : GlLdi(std::make_unique<detail::AbufferLayers>(std::move(context), settings)) {}

}  // namespace pliant
