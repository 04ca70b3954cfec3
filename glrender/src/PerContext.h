#pragma once

#include <pliant/glrender/GlContext.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ObjectStore.h"

namespace pliant::detail {

/// Objects of a context, made anew in each that the GlContext leads to and when those made before are gone. Deleted in
/// their context, once that is to be had.
template <typename Objects>
class PerContext {
 public:
  /// `version`: of OpenGL, that they need.
  explicit PerContext(std::shared_ptr<GlContext> context, int version = GlContext::kLeastVersion)
      : m_context(std::move(context)), m_version(version) {}
  ~PerContext() {
    if (m_held.empty()) return;
    m_held.clear();
    try {
      // Deletes what nobody holds any more.
      const GlContext::Scope scope(*m_context);
    } catch (const GlError&) {
      // Later, or with the context.
    }
  }
  PerContext(const PerContext&) = delete;
  PerContext& operator=(const PerContext&) = delete;

  /// draw(objects) in a scope of the context. After an error they are made anew the next time.
  template <typename Draw>
  void use(const char* what, Draw&& draw) {
    GlContext::Scope scope(*m_context, m_version);
    const std::shared_ptr<Held> held = here();
    try {
      if (!held->objects) held->objects.emplace();
      draw(*held->objects);
      scope.throwErrors(what);
    } catch (...) {
      // Where the context was lost they have been abandoned.
      held->remove();
      throw;
    }
  }

  /// That they take on the card, where they are still there.
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
    void abandon() override {
      if (objects) objects->abandon();
      objects.reset();
    }
  };

  /// Those of where the context leads to now.
  std::shared_ptr<Held> here() {
    const std::uint64_t generation = m_context->generation();
    // What has no objects is gone with its context, unless it is to have some now.
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
