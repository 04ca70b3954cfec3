#pragma once

#include <pliant/models/ModelScene.h>

#include <cstddef>

namespace pliant::models {

/// A triangle around each particle of Ganovelli's test bed, see ParticleSoup. `degrees`: largest angle between the
/// direction of a triangle and the common one.
ModelScene soupOf(std::size_t triangles, double degrees);
/// Two such soups, which approach each other until they overlap by half a radius. `triangles`: number in each soup.
ModelScene twoSoups(std::size_t triangles, double degrees);

}  // namespace pliant::models
