#include "ldi/LdiContacts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "ldi/PixelWalk.h"

namespace pliant::detail {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kContactsPerChunk = 256;

/// Returns the face of the entry nearest in depth to a point on its pixel's ray, as the surface's own index.
Index faceOnRay(const LayeredDepthImage& image, const PointFinder& finder, const PackedPosition& point) {
  std::size_t pixel;
  float depth;
  if (!finder.find(point, pixel, depth)) return kNoIndex;
  const std::span<const LdiEntry> entries = image.pixel(pixel);
  if (entries.empty()) return kNoIndex;
  const auto behind = std::lower_bound(entries.begin(), entries.end(), depth,
                                       [](const LdiEntry& entry, float other) { return entry.depth < other; });
  if (behind == entries.begin()) return behind->face();
  const auto before = behind - 1;
  return behind == entries.end() || depth - before->depth <= behind->depth - depth ? before->face() : behind->face();
}

InsideContact contactOf(const BodySet& bodies, const ContactVolume& volume, const InsideVertex& inside) {
  InsideContact contact;
  contact.inside = inside;
  const PackedPosition& packed = bodies.positions()[bodies.vertices(volume.vertexBodyIndex).begin + inside.vertex];
  const Index firstFace = bodies.faces(volume.volumeBodyIndex).begin;
  Index guess = kNoIndex;
  if (volume.image != nullptr) guess = faceOnRay(*volume.image, PointFinder(volume.image->view), packed);
  double depth = 0;
  const Vector3d p = wide(packed);
  const Index face = volume.tree->nearest(bodies, p, depth, guess == kNoIndex ? kNoIndex : guess + firstFace);
  const auto [a, b, c] = wideCorners(bodies.positions(), bodies.faces()[face]);
  const Vector3d weights = nearestWeights(p, a, b, c);
  contact.face = face - firstFace;
  for (std::size_t i = 0; i < 3; ++i) contact.barycentric[i] = static_cast<Real>(weights[static_cast<Eigen::Index>(i)]);
  contact.point = (weights[0] * a + weights[1] * b + weights[2] * c).cast<Real>();
  contact.normal = faceNormal(a, b, c).cast<Real>();
  if (volume.inward) contact.normal = -contact.normal;
  contact.depth = static_cast<Real>(depth);
  return contact;
}

}  // namespace

void findContacts(const BodySet& bodies, std::span<const ContactVolume> volumes, std::span<const InsideVertex> inside,
                  InsideContact* contacts, Workers& workers) {
  workers.forChunks(inside.size(), kContactsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto volume = std::lower_bound(
          volumes.begin(), volumes.end(), std::pair(inside[i].vertexBody, inside[i].volumeBody),
          [](const ContactVolume& v, const auto& key) { return std::pair(v.vertexBody, v.volumeBody) < key; });
      contacts[i] = contactOf(bodies, *volume, inside[i]);
    }
  });
}

}  // namespace pliant::detail
