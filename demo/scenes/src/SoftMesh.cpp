#include <pliant/scenes/SoftMesh.h>

#include <algorithm>
#include <map>

namespace pliant {
namespace {

// Indexed by the opposite corner. Faces are outward for a positive volume.
constexpr std::array<std::array<std::size_t, 3>, 4> kFacesOfTetrahedron{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

static_assert(sizeof(btVector3) % sizeof(Real) == 0);
constexpr std::ptrdiff_t kVectorStride = sizeof(btVector3) / sizeof(Real);

Triangle sortedCorners(Triangle t) {
  std::sort(t.begin(), t.end());
  return t;
}

}  // namespace

BodyView SoftMesh::view() const {
  BodyView view;
  if (!positions.empty()) {
    view.positions = {positions.front().m_floats, static_cast<Index>(positions.size()), kVectorStride};
  }
  if (!faces.empty()) view.triangles = {faces.front().data(), static_cast<Index>(faces.size()), 3};
  if (!tetrahedra.empty()) view.tetrahedra = {tetrahedra.front().data(), static_cast<Index>(tetrahedra.size()), 4};
  return view;
}

std::vector<Triangle> boundaryOf(std::span<const Tetrahedron> tetrahedra) {
  std::map<Triangle, int> uses;
  const auto face = [](const Tetrahedron& t, std::size_t opposite) {
    const auto& c = kFacesOfTetrahedron[opposite];
    return Triangle{t[c[0]], t[c[1]], t[c[2]]};
  };
  for (const Tetrahedron& t : tetrahedra) {
    for (std::size_t k = 0; k < 4; ++k) ++uses[sortedCorners(face(t, k))];
  }
  std::vector<Triangle> faces;
  for (const Tetrahedron& t : tetrahedra) {
    for (std::size_t k = 0; k < 4; ++k) {
      const Triangle f = face(t, k);
      if (uses[sortedCorners(f)] == 1) faces.push_back(f);
    }
  }
  // Stock Bullet's contacts depend on the order of the faces. This order gives the documented results of stock Bullet.
  std::sort(faces.begin(), faces.end(),
            [](const Triangle& a, const Triangle& b) { return sortedCorners(a) < sortedCorners(b); });
  return faces;
}

std::vector<Edge> linksOf(std::span<const Tetrahedron> tetrahedra, std::span<const Triangle> faces) {
  std::vector<Edge> links;
  const auto add = [&links](Index a, Index b) {
    if (a != b) links.push_back({std::min(a, b), std::max(a, b)});
  };
  for (const Tetrahedron& t : tetrahedra) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = i + 1; j < 4; ++j) add(t[i], t[j]);
    }
  }
  for (const Triangle& f : faces) {
    for (std::size_t i = 0; i < 3; ++i) add(f[i], f[(i + 1) % 3]);
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

void place(SoftMesh& mesh, const btVector3& at, const btMatrix3x3& rotation) {
  for (btVector3& p : mesh.positions) p = rotation * p + at;
}

SoftMesh placed(SoftMesh mesh, const btVector3& at, const btMatrix3x3& rotation) {
  place(mesh, at, rotation);
  return mesh;
}

void append(SoftMesh& mesh, const SoftMesh& part) {
  const Index first = static_cast<Index>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
  const auto copy = [first](const auto& from, auto& to) {
    for (auto element : from) {
      for (Index& corner : element) corner += first;
      to.push_back(element);
    }
  };
  copy(part.tetrahedra, mesh.tetrahedra);
  copy(part.faces, mesh.faces);
  copy(part.links, mesh.links);
}

double enclosedVolume(const SoftMesh& mesh) {
  double sum = 0;
  for (const Triangle& f : mesh.faces) {
    const btVector3& a = mesh.positions[f[0]];
    const btVector3& b = mesh.positions[f[1]];
    const btVector3& c = mesh.positions[f[2]];
    sum += static_cast<double>(a.dot(b.cross(c)));
  }
  return sum / 6;
}

}  // namespace pliant
