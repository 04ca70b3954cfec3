#pragma once

#include <pliant/pictures/drawMethods.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// A node of an octree that bears a temporal mark: a bucket that was in use, or what is above one.
struct MarkedNode {
  std::size_t body = 0;
  unsigned level = 0;     ///< of the octree, 0: all of the body
  bool isBucket = false;  ///< on its last level
  Box box{};              ///< of the triangles that were in it or below when it was marked
  std::uint64_t age = 0;  ///< updates since then
};

/// The octrees of bodies, kept from step to step as the paper has it (Ganovelli 2000): all 8^l buckets of each are
/// there, an update marks those in use, up to the root, with its own number, and nothing is cleared. So marks grow old
/// where a body has moved out of a bucket of its box.
class MarkTrail {
 public:
  /// Older marks are not told.
  static constexpr std::uint64_t kOldest = 8;

  MarkTrail();
  ~MarkTrail();
  MarkTrail(MarkTrail&&) noexcept;
  MarkTrail& operator=(MarkTrail&&) noexcept;

  /// With all bodies where they are now, always in the same order. The octree of one whose faces are others begins
  /// anew, and so does that of one that was left out, as drawMethods.h has it.
  void update(std::span<const MethodBody> bodies);
  std::size_t updates() const { return m_updates; }

  /// Body by body, each from its root down.
  std::vector<MarkedNode> nodes() const;
  /// The edges of their boxes, violet where the last update has marked them, else orange, the paler the older the
  /// mark; bodies of glass.
  MethodPicture draw() const;

 private:
  struct Tree;
  std::vector<std::unique_ptr<Tree>> m_trees;  ///< by body, null of one without
  double m_edge = 0;
  std::size_t m_updates = 0;
};

Colour markColour(std::uint64_t age);

}  // namespace pliant
