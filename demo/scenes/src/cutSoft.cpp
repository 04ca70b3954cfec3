#include <pliant/scenes/cutSoft.h>

namespace pliant {
namespace {

constexpr btScalar kThickness = btScalar(0.4);  // share of `near`

struct Blade final : btSoftBody::ImplicitFn {
  CuttingPlane plane;

  explicit Blade(const CuttingPlane& cutting) : plane(cutting) {}
  btScalar Eval(const btVector3& x) override { return plane.normal.dot(x) - plane.offset; }
};

/// Moves the corners of faces that are near the plane to their own side.
void part(btSoftBody& body, Blade& blade, btScalar near) {
  for (int i = 0; i < body.m_faces.size(); ++i) {
    auto& corners = body.m_faces[i].m_n;
    btScalar farthest = 0;
    for (const auto* node : corners)
      if (const btScalar away = blade.Eval(node->m_x); btFabs(away) > btFabs(farthest)) farthest = away;
    const btScalar side = farthest < 0 ? btScalar(-1) : btScalar(1);
    for (auto* node : corners) {
      const btScalar away = side * blade.Eval(node->m_x), lack = kThickness * near / 2 - away;
      if (lack > 0 && away > -near) node->m_x += side * lack * blade.plane.normal;
    }
  }
}

}  // namespace

void cutSoft(Simulation& simulation, std::size_t body, const CuttingPlane& plane, btScalar near, bool parts) {
  Blade blade(plane);
  btSoftBody& soft = *simulation.bodies()[body].body;
  soft.refine(&blade, near, true);
  if (parts) part(soft, blade, near);
  simulation.topologyChanged(body);
}

}  // namespace pliant
