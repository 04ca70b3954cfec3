#pragma once

#include <pliant/io/readMesh.h>
#include <pliant_catch.h>

#include "SmallMeshes.h"

using pliant::Mesh, pliant::Tetrahedron, pliant::Triangle;

/// Reads a file with this content.
inline Mesh read(const std::string& extension, const std::string& content) {
  const ScratchFolder folder;
  return pliant::readMesh(folder.write("body" + extension, content));
}

/// Returns the start of a PLY file in ASCII: its format and its vertices.
inline std::string plyStart(const std::string& vertices) {
  return "ply\nformat ascii 1.0\nelement vertex " + vertices +
         "\nproperty float x\nproperty float y\nproperty float z\n";
}

// The vertices and the faces of smallFiles().
inline const std::vector<Mesh::Position> kCorners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
inline const std::vector<Triangle> kFaces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
