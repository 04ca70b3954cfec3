#include "LayerDrawing.h"

namespace pliant::detail {

LayerDrawing::~LayerDrawing() = default;

std::size_t LayerDrawing::memory() const {
  return m_scratch.memory();
}

}  // namespace pliant::detail
