#include <pliant/benchmarks/SurfaceSetup.h>
#include <pliant/detectors/Error.h>

#include <array>
#include <cmath>

#include "octahedralSphere.h"

namespace pliant::benchmarks {
namespace {

constexpr int kDivisions = 4;  // parts of each edge of an octahedron
static_assert(8 * kDivisions * kDivisions == SurfaceSetup::kFaces);

constexpr Real kStep = Real(0.02);  // time between two frames
constexpr std::array<Real, 3> kSpacing{Real(2.03), Real(2.01), Real(1.99)};

}  // namespace

SurfaceSetup::SurfaceSetup(Index bodies) : m_bodies(bodies) {
  if (bodies == 0) throw Error("the number of bodies must be at least 1");
  TriangleMesh mesh = octahedralSphere(kDivisions);
  m_sphere = std::move(mesh.x);
  m_faces = std::move(mesh.faces);
  m_x.resize(m_sphere.size() * bodies);
  m_x0.resize(m_x.size());
  deform(0);
}

void SurfaceSetup::deform(int frame) {
  place(frame - 1, m_x0);
  place(frame, m_x);
}

void SurfaceSetup::place(int frame, std::vector<Real>& x) const {
  const Real time = Real(frame) * kStep;
  const auto side = static_cast<Index>(std::ceil(std::cbrt(double(m_bodies))));
  for (Index body = 0; body < m_bodies; ++body) {
    const Real phase = Real(body) * Real(2.4);
    const Index row[3] = {body % side, body / side % side, body / (side * side)};
    Real centre[3], axis[3];
    for (std::size_t a = 0; a < 3; ++a) {
      const Real own = phase + Real(a) * Real(2.1);
      centre[a] = Real(row[a]) * kSpacing[a] + Real(0.05) * std::sin(Real(1.3) * time + own);
      axis[a] = 1 + Real(0.05) * std::sin(2 * time + 2 * own);
    }
    Real* out = x.data() + m_sphere.size() * body;
    for (std::size_t v = 0; v < m_sphere.size(); v += 3) {
      const Real* p = &m_sphere[v];
      const Real ripple = 1 + Real(0.04) * std::sin(4 * p[0] + 5 * p[1] + 6 * p[2] + 3 * time + phase);
      for (std::size_t a = 0; a < 3; ++a) out[v + a] = centre[a] + axis[a] * ripple * p[a];
    }
  }
}

void SurfaceSetup::addTo(BodySet& set) const {
  const auto vertices = static_cast<Index>(m_sphere.size() / 3);
  for (Index body = 0; body < m_bodies; ++body) {
    const std::size_t first = m_sphere.size() * body;
    BodyView view;
    view.positions = {m_x.data() + first, vertices};
    view.positions_t0 = {m_x0.data() + first, vertices};
    view.triangles = {m_faces.data(), kFaces};
    set.add(view);
  }
}

}  // namespace pliant::benchmarks
