#pragma once

#include <pliant/glrender/GlContext.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ObjectStore.h"

namespace pliant::detail {

/// OpenGL objects, made in each context of a GlContext, and made anew if they are gone. Each is deleted when its
/// context is current again.
template <typename Objects>
class PerContext {
 public:
  /// `version`: OpenGL version that the objects need, 10 · major + minor.
  explicit PerContext(std::shared_ptr<GlContext> context, int version = GlContext::kLeastVersion)
      : m_context(std::move(context)), m_version(version) {}
  ~PerContext() {
    if (m_held.empty()) return;
    m_held.clear();
    try {
      // Entering the Scope deletes the objects released above.
      const GlContext::Scope scope(*m_context);
    } catch (const GlError&) {
      // The objects are deleted later, or with their context.
    }
  }
  PerContext(const PerContext&) = delete;
  PerContext& operator=(const PerContext&) = delete;

  /// Calls draw(objects) in a Scope of the context. After an error the objects are made anew at the next use.
  template <typename Draw>
  void use(const char* what, Draw&& draw) {
    GlContext::Scope scope(*m_context, m_version);
    const std::shared_ptr<Held> held = here();
    try {
      if (!held->objects) held->objects.emplace();
      draw(*held->objects);
      scope.throwErrors(what);
    } catch (...) {
      // If the context was lost, the objects have been abandoned already.
      held->remove();
      throw;
    }
  }

  /// Returns the memory of the existing objects on the card [bytes].
  std::size_t bytes() const {
    std::size_t bytes = 0;
    for (const auto& held : m_held) bytes += held->objects ? held->objects->bytes() : 0;
    return bytes;
  }

 private:
  struct Held final : HeldObjects {
    using HeldObjects::HeldObjects;
    std::optional<Objects> objects;

    void remove() override { objects.reset(); }
  };

  /// Returns the objects of the current generation.
  std::shared_ptr<Held> here() {
    const std::uint64_t generation = m_context->generation();
    // Holders without objects are removed: their objects are gone with their context.
    std::erase_if(m_held, [&](const auto& held) { return !held->objects && held->generation() != generation; });
    const auto found =
        std::find_if(m_held.begin(), m_held.end(), [&](const auto& held) { return held->generation() == generation; });
    if (found != m_held.end()) return *found;
    m_held.push_back(std::make_shared<Held>(generation));
    ObjectStore::of(*m_context).add(m_held.back());
    return m_held.back();
  }

  std::shared_ptr<GlContext> m_context;
  int m_version;
  std::vector<std::shared_ptr<Held>> m_held;
};

}  // namespace pliant::detail
