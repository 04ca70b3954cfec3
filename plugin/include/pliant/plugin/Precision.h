#pragma once

#include <LinearMath/btScalar.h>
#include <pliant/detectors/Types.h>

#include <type_traits>

#if BT_BULLET_VERSION < 305
#error "Pliant needs Bullet 3.05 (BT_BULLET_VERSION 305) or newer"
#endif

// Every public header includes this check, so a program of the wrong precision does not compile.
static_assert(
    std::is_same_v<btScalar, pliant::Real>,
    "Bullet and Pliant must have the same precision: link pliant::plugin of the package pliant for Bullet's float "
    "libraries, or of pliant-float64 for Bullet's double libraries. Do not define BT_USE_DOUBLE_PRECISION yourself");
