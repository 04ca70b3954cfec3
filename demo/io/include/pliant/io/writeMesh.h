#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/io/writeFile.h>

#include <span>
#include <string>

namespace pliant {

/// Writes a whole Medit .mesh file or no file. Coordinates are the shortest decimals that give the same bits when read
/// as Real, and the same value when read as double. Empty sections are left out. Throws Error if a corner is out of
/// range, a coordinate is not finite, or the file can't be written.
void writeMesh(const std::string& path, PositionsView positions, std::span<const Triangle> triangles,
               std::span<const Tetrahedron> tetrahedra, Links links = Links::Follow);

}  // namespace pliant
