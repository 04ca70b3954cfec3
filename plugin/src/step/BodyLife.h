#pragma once

#include <pliant/plugin/Precision.h>

#include <cstdint>
#include <functional>
#include <vector>

class btSoftBody;

namespace pliant::detail {

/// Identity of a soft body from construction to destruction. A later body may have the same address; it has another
/// mark or none.
struct BodyLife {
  const btSoftBody* body = nullptr;
  const void* mark = nullptr;

  /// Returns the identity; marks the body if it has no mark. The mark is btCollisionObject's extension pointer, which
  /// Bullet does not use. A pointer that the host stores there serves as the mark.
  static BodyLife of(const btSoftBody& body);
  /// Returns the identity without marking the body; `mark` is null if the body has none.
  static BodyLife known(const btSoftBody& body);

  bool operator==(const BodyLife&) const = default;
  bool operator<(const BodyLife& other) const {
    return body != other.body ? std::less<>{}(body, other.body) : std::less<>{}(mark, other.mark);
  }
};

/// State of a body when it left its world: addresses and sizes of its node, link and face arrays, and a 64-bit hash of
/// all positions. A body that returns with the same state keeps its settings.
struct BodyState {
  const void *nodes = nullptr, *links = nullptr, *faces = nullptr;
  int nodeCount = 0, linkCount = 0, faceCount = 0;
  std::uint64_t positions = 0;

  static BodyState of(const btSoftBody& body);
  /// Returns the state without the hash of the positions.
  static BodyState arraysOf(const btSoftBody& body);
  /// Returns the hash of `positions` (3 × nodes).
  static std::uint64_t hash(const std::vector<Real>& positions);

  bool operator==(const BodyState&) const = default;
};

}  // namespace pliant::detail
