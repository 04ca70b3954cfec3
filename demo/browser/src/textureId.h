#pragma once

#include <GL/glew.h>

#include <cstdint>
#include <type_traits>

namespace pliant::detail {

/// Returns the name that Dear ImGui has for a texture. ImTextureID is a pointer in some of its versions, a number in
/// others.
template <typename Id>
Id textureId(GLuint texture) {
  if constexpr (std::is_pointer_v<Id>) {
    return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
  } else {
    return static_cast<Id>(texture);
  }
}

}  // namespace pliant::detail
