#pragma once

#include <pliant/glrender/GlContext.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace pliant::detail {

/// OpenGL objects of one renderer in one context.
class HeldObjects {
 public:
  explicit HeldObjects(std::uint64_t generation) : m_generation(generation) {}
  virtual ~HeldObjects() = default;
  HeldObjects(const HeldObjects&) = delete;
  HeldObjects& operator=(const HeldObjects&) = delete;

  std::uint64_t generation() const { return m_generation; }
  /// Destroys the objects. Their context must be current, unless an Abandonment lives.
  virtual void remove() = 0;

 private:
  std::uint64_t m_generation;
};

/// OpenGL objects of all renderers in all contexts of a GlContext. An object can be deleted only in its own context;
/// the store keeps it until then.
class ObjectStore {
 public:
  static ObjectStore& of(GlContext& context) { return *context.m_objects; }

  ObjectStore() = default;
  ~ObjectStore();
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  void add(std::shared_ptr<HeldObjects> objects) { m_held.push_back(std::move(objects)); }
  /// Deletes the objects of the generation that only the store holds. Their context must be current.
  void removeUnused(std::uint64_t generation) { remove(generation, 1); }
  /// Deletes all objects of the generation. Their context must be current.
  void removeAll(std::uint64_t generation) { remove(generation, std::numeric_limits<long>::max()); }
  /// Releases the names of the objects of the generation, which are gone with their context, or cannot be reached any
  /// more.
  void abandon(std::uint64_t generation);

 private:
  void remove(std::uint64_t generation, long mostHolders);

  std::vector<std::shared_ptr<HeldObjects>> m_held;
};

}  // namespace pliant::detail
