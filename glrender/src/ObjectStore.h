#pragma once

#include <pliant/glrender/GlContext.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Objects of OpenGL that a renderer has in one context.
class HeldObjects {
 public:
  explicit HeldObjects(std::uint64_t generation) : m_generation(generation) {}
  virtual ~HeldObjects() = default;
  HeldObjects(const HeldObjects&) = delete;
  HeldObjects& operator=(const HeldObjects&) = delete;

  std::uint64_t generation() const { return m_generation; }
  /// Their context is current.
  virtual void remove() = 0;
  /// They are gone with their context, or never to be reached again.
  virtual void abandon() = 0;

 private:
  std::uint64_t m_generation;
};

/// All that renderers have in the contexts that a GlContext has led to: kept until it can be deleted, which is in its
/// own context alone.
class ObjectStore {
 public:
  static ObjectStore& of(GlContext& context) { return *context.m_objects; }

  ObjectStore() = default;
  ~ObjectStore();
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  void add(std::shared_ptr<HeldObjects> objects) { m_held.push_back(std::move(objects)); }
  /// Deletes those of the generation, which is current, that nobody else holds.
  void removeUnused(std::uint64_t generation);
  /// All of the generation, which is current.
  void remove(std::uint64_t generation);
  void abandon(std::uint64_t generation);

 private:
  std::vector<std::shared_ptr<HeldObjects>> m_held;
};

}  // namespace pliant::detail
