#pragma once

#include <pliant/plugin/Precision.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

class btSoftBody;

namespace pliant::detail {

/// One life of a soft body, from its construction to its destruction: the same address may come again with another
/// body. A mark in the body tells, which a new one has not.
struct BodyLife {
  const btSoftBody* body = nullptr;
  const void* mark = nullptr;

  /// Marks the body where it has no mark yet. The mark is btCollisionObject's extension pointer, which Bullet does not
  /// use; where a host keeps something of its own there, that is the mark.
  static BodyLife of(const btSoftBody& body);
  /// Without a mark where the body has none yet.
  static BodyLife known(const btSoftBody& body);

  bool operator==(const BodyLife&) const = default;
  bool operator<(const BodyLife& other) const {
    return body != other.body ? std::less<>{}(body, other.body) : std::less<>{}(mark, other.mark);
  }
};

/// State of a body when it left its world: its arrays of nodes, links and faces by address and count, and a hash of 64
/// bits of all positions. A body that comes back with the same state keeps its settings.
struct BodyState {
  const void *nodes = nullptr, *links = nullptr, *faces = nullptr;
  int nodeCount = 0, linkCount = 0, faceCount = 0;
  std::uint64_t positions = 0;

  static BodyState of(const btSoftBody& body);
  /// All but the positions.
  static BodyState arraysOf(const btSoftBody& body);
  /// `positions`: 3 × nodes.
  static std::uint64_t hash(const std::vector<Real>& positions);

  bool operator==(const BodyState&) const = default;
};

}  // namespace pliant::detail
