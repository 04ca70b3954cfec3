#pragma once

#include <pliant/pictures/drawMethods.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// An octree node with a temporal mark: a bucket that was in use, or a node above such a bucket.
struct MarkedNode {
  std::size_t body = 0;
  unsigned level = 0;     ///< in the octree, 0: root
  bool isBucket = false;  ///< true on the last level
  Box box{};              ///< box of the triangles in or below the node when it was marked
  std::uint64_t age = 0;  ///< number of updates since then
};

/// Octrees of bodies, kept over all steps as in the paper (Ganovelli 2000): each has all its 8^l buckets. An update
/// marks the nodes in use, up to the root, with its number. Nodes are never cleared, so a mark grows old if the body
/// has left that bucket of its box.
class MarkTrail {
 public:
  /// Largest age of a mark that nodes() returns.
  static constexpr std::uint64_t kOldest = 8;

  MarkTrail();
  ~MarkTrail();
  MarkTrail(MarkTrail&&) noexcept;
  MarkTrail& operator=(MarkTrail&&) noexcept;

  /// Updates the octrees with the current positions. Pass all bodies, always in the same order. The octree of a body is
  /// built anew if its faces have changed, or if the last update left the body out (see drawMethods.h).
  void update(std::span<const MethodBody> bodies);
  std::size_t updates() const { return m_updates; }

  /// Returns the marked nodes body by body, from the root downwards.
  std::vector<MarkedNode> nodes() const;
  /// Draws the edges of the nodes' boxes: violet if the last update marked the node, else orange, paler with the age of
  /// the mark. Bodies are of glass.
  MethodPicture draw() const;

 private:
  struct Tree;
  std::vector<std::unique_ptr<Tree>> m_trees;  ///< one per body, null if the body was left out
  double m_edge = 0;
  std::size_t m_updates = 0;
};

Colour markColour(std::uint64_t age);

}  // namespace pliant
