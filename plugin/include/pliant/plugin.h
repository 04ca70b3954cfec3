#pragma once

// Includes the public API of the plugin.

#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error "Pliant needs C++20"
#endif

#include <pliant/plugin/CollisionConfiguration.h>
#include <pliant/plugin/DebugDraw.h>
#include <pliant/plugin/DeformableMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftBodySolver.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/plugin/SoftCollisionListener.h>
#include <pliant/plugin/SoftCollisionSettings.h>
#include <pliant/plugin/SoftContact.h>
#include <pliant/plugin/SoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftRigidDynamicsWorld.h>
#include <pliant/plugin/StepStatistics.h>
