#pragma once

#include <pliant/plugin/CollisionConfiguration.h>
#include <pliant/plugin/DebugDraw.h>
#include <pliant/plugin/SoftBodySolver.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/plugin/SoftCollisionListener.h>
#include <pliant/plugin/SoftContact.h>
#include <pliant/plugin/SoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftRigidDynamicsWorld.h>
#include <pliant/plugin/StepStatistics.h>
