#pragma once

#include <BulletSoftBody/btDeformableBodySolver.h>

namespace pliant::detail {

/// Accesses protected members of the solver.
struct SolverAccess : btDeformableBodySolver {
  static bool isImplicit(const btDeformableBodySolver& solver) { return solver.*(&SolverAccess::m_implicit); }
  static bool& lineSearch(btDeformableBodySolver& solver) { return solver.*(&SolverAccess::m_lineSearch); }
  static btScalar& toleranceOf(btDeformableBodySolver& solver) { return (solver.*(&SolverAccess::m_cr)).m_tolerance; }
  /// Returns the tolerance of solves by projection.
  static btScalar& projectedTolerance(btDeformableBodySolver& solver) {
    return (solver.*(&SolverAccess::m_cg)).m_tolerance;
  }
};

}  // namespace pliant::detail
