#include <pliant/scenes/builders.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace pliant {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

// Returns the factor that maps a point of a square or cube to a disc or ball.
double rounding(double longestComponent, double length) {
  return length > 1e-9 ? longestComponent / length : 1;
}

double signedVolume(const SoftMesh& m, const Tetrahedron& t) {
  const btVector3& o = m.positions[t[0]];
  const btVector3 a = m.positions[t[1]] - o, b = m.positions[t[2]] - o, c = m.positions[t[3]] - o;
  return static_cast<double>(a.cross(b).dot(c));
}

}  // namespace

SoftMesh makeLattice(const Cells& cells, bool ring, const std::function<btVector3(double, double, double)>& shape) {
  SoftMesh mesh;
  const Index layers = ring ? cells.x : cells.x + 1;
  const auto vertex = [&](const std::array<Index, 3>& c) {
    return ((c[0] % layers) * (cells.y + 1) + c[1]) * (cells.z + 1) + c[2];
  };
  for (Index i = 0; i < layers; ++i) {
    for (Index j = 0; j <= cells.y; ++j) {
      for (Index k = 0; k <= cells.z; ++k) {
        mesh.positions.push_back(shape(double(i) / cells.x, double(j) / cells.y, double(k) / cells.z));
      }
    }
  }
  // One tetrahedron for each order of the three axes in a path along the cell's edges.
  std::array<std::size_t, 3> axes{0, 1, 2};
  for (Index i = 0; i < cells.x; ++i) {
    for (Index j = 0; j < cells.y; ++j) {
      for (Index k = 0; k < cells.z; ++k) {
        do {
          std::array<Index, 3> corner{i, j, k};
          Tetrahedron t{vertex(corner)};
          for (std::size_t s = 0; s < 3; ++s) {
            ++corner[axes[s]];
            t[s + 1] = vertex(corner);
          }
          if (signedVolume(mesh, t) < 0) std::swap(t[2], t[3]);
          mesh.tetrahedra.push_back(t);
        } while (std::next_permutation(axes.begin(), axes.end()));
      }
    }
  }
  mesh.faces = boundaryOf(mesh.tetrahedra);
  mesh.links = linksOf(mesh.tetrahedra, mesh.faces);
  return mesh;
}

SoftMesh makeCube(const Cells& cells, double side) {
  return makeLattice(cells, false, [side](double u, double v, double w) {
    return vec(side * (u - 0.5), side * (v - 0.5), side * (w - 0.5));
  });
}

SoftMesh makeBall(const Cells& cells, double radius) {
  return makeLattice(cells, false, [radius](double u, double v, double w) {
    const double a = 2 * u - 1, b = 2 * v - 1, c = 2 * w - 1;
    const double longest = std::max({std::abs(a), std::abs(b), std::abs(c)});
    const double s = radius * rounding(longest, std::sqrt(a * a + b * b + c * c));
    return vec(a * s, b * s, c * s);
  });
}

SoftMesh makeTorus(Index segments, Index across, double majorRadius, double minorRadius) {
  return makeLattice({segments, across, across}, true, [=](double u, double v, double w) {
    const double a = 2 * v - 1, b = 2 * w - 1;
    const double s = minorRadius * rounding(std::max(std::abs(a), std::abs(b)), std::sqrt(a * a + b * b));
    const double angle = kTwoPi * u, rho = majorRadius + a * s;
    return vec(rho * std::cos(angle), b * s, rho * std::sin(angle));
  });
}

Index torusLayer(Index across) {
  return (across + 1) * (across + 1);
}

Index torusCore(Index segment, Index across) {
  return segment * torusLayer(across) + (across / 2) * (across + 1) + across / 2;
}

SoftMesh makeKnotTube(const Knot& knot) {
  const auto curve = [&knot](double t) {
    const double rho = knot.majorRadius + knot.minorRadius * std::cos(knot.q * t);
    return vec(rho * std::cos(knot.p * t), knot.minorRadius * std::sin(knot.q * t), rho * std::sin(knot.p * t));
  };
  SoftMesh mesh;
  for (Index i = 0; i < knot.along; ++i) {
    const double t = kTwoPi * i / knot.along, h = 1e-3;
    const btVector3 centre = curve(t);
    const btVector3 tangent = (curve(t + h) - curve(t - h)).normalized();
    // The normal points away from the core circle of the carrier torus. This frame is closed and does not twist
    // abruptly.
    const btVector3 core = vec(knot.majorRadius * std::cos(knot.p * t), 0, knot.majorRadius * std::sin(knot.p * t));
    btVector3 normal = (centre - core) - tangent * tangent.dot(centre - core);
    normal.normalize();
    const btVector3 binormal = tangent.cross(normal);
    for (Index j = 0; j < knot.around; ++j) {
      const double a = kTwoPi * j / knot.around;
      mesh.positions.push_back(centre + normal * static_cast<btScalar>(knot.tube * std::cos(a)) +
                               binormal * static_cast<btScalar>(knot.tube * std::sin(a)));
    }
  }
  for (Index i = 0; i < knot.along; ++i) {
    for (Index j = 0; j < knot.around; ++j) {
      const Index nextRing = ((i + 1) % knot.along) * knot.around, ring = i * knot.around, next = (j + 1) % knot.around;
      mesh.faces.push_back({ring + j, nextRing + next, nextRing + j});
      mesh.faces.push_back({ring + j, ring + next, nextRing + next});
    }
  }
  if (enclosedVolume(mesh) < 0) {
    for (Triangle& f : mesh.faces) std::swap(f[1], f[2]);
  }
  mesh.links = linksOf({}, mesh.faces);
  return mesh;
}

SoftMesh makeCloth(Index n, double size) {
  SoftMesh mesh;
  for (Index i = 0; i <= n; ++i) {
    for (Index j = 0; j <= n; ++j) {
      mesh.positions.push_back(vec(size * (double(i) / n - 0.5), 0, size * (double(j) / n - 0.5)));
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const Index a = i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
      if ((i + j) % 2 == 1) {
        mesh.faces.push_back({a, c, b});
        mesh.faces.push_back({a, d, c});
      } else {
        mesh.faces.push_back({a, d, b});
        mesh.faces.push_back({b, d, c});
      }
    }
  }
  mesh.links = linksOf({}, mesh.faces);
  return mesh;
}

SoftMesh makeBox(const btVector3& half) {
  SoftMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions.push_back(half * btVector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  mesh.faces = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return mesh;
}

SoftMesh makeBar(double radius, double length) {
  constexpr Index kSectors = 48;
  SoftMesh mesh;
  // At either end the middle comes first, then the rim.
  for (const double x : {-length / 2, length / 2}) {
    mesh.positions.push_back(vec(x, 0, 0));
    for (Index s = 0; s < kSectors; ++s) {
      const double angle = kTwoPi * s / kSectors;
      mesh.positions.push_back(vec(x, radius * std::cos(angle), radius * std::sin(angle)));
    }
  }
  constexpr Index kOther = kSectors + 1;
  for (Index s = 0; s < kSectors; ++s) {
    const Index a = 1 + s, b = 1 + (s + 1) % kSectors;
    mesh.faces.push_back({0, b, a});
    mesh.faces.push_back({kOther, kOther + a, kOther + b});
    mesh.faces.push_back({a, b, kOther + b});
    mesh.faces.push_back({a, kOther + b, kOther + a});
  }
  return mesh;
}

SoftMesh makeBowl(Index rings, Index sectors, double radius) {
  SoftMesh mesh;
  mesh.positions.push_back(vec(0, -radius, 0));
  for (Index i = 1; i <= rings; ++i) {
    for (Index j = 0; j < sectors; ++j) {
      const double down = kTwoPi / 4 * i / rings, around = kTwoPi * j / sectors;
      mesh.positions.push_back(vec(radius * std::sin(down) * std::cos(around), -radius * std::cos(down),
                                   radius * std::sin(down) * std::sin(around)));
    }
  }
  const auto vertex = [sectors](Index ring, Index sector) { return 1 + (ring - 1) * sectors + sector % sectors; };
  for (Index j = 0; j < sectors; ++j) mesh.faces.push_back({0, vertex(1, j), vertex(1, j + 1)});
  for (Index i = 1; i < rings; ++i) {
    for (Index j = 0; j < sectors; ++j) {
      mesh.faces.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.faces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  }
  return mesh;
}

SoftMesh makeSphere(Index divisions, double radius) {
  SoftMesh mesh;
  mesh.positions = {vec(1, 0, 0), vec(-1, 0, 0), vec(0, 1, 0), vec(0, -1, 0), vec(0, 0, 1), vec(0, 0, -1)};
  mesh.faces = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (Index d = 0; d < divisions; ++d) {
    std::map<Edge, Index> middles;
    const auto middle = [&](Index a, Index b) {
      const Edge key{std::min(a, b), std::max(a, b)};
      const auto [at, isNew] = middles.try_emplace(key, static_cast<Index>(mesh.positions.size()));
      if (isNew) mesh.positions.push_back((mesh.positions[a] + mesh.positions[b]).normalized());
      return at->second;
    };
    std::vector<Triangle> finer;
    for (const Triangle& f : mesh.faces) {
      const Index ab = middle(f[0], f[1]), bc = middle(f[1], f[2]), ca = middle(f[2], f[0]);
      finer.insert(finer.end(), {{f[0], ab, ca}, {ab, f[1], bc}, {ca, bc, f[2]}, {ab, bc, ca}});
    }
    mesh.faces = std::move(finer);
  }
  for (btVector3& p : mesh.positions) p *= static_cast<btScalar>(radius);
  mesh.links = linksOf({}, mesh.faces);
  return mesh;
}

}  // namespace pliant
