#pragma once

#include <pliant/io/Mesh.h>

#include <string>
#include <vector>

namespace pliant {

/// Reads one body from a regular file; the extension, in either case, names the format:
///
///   .obj   Wavefront: v and f; normals, textures, groups and materials are passed over
///   .ply   ASCII, binary little-endian and big-endian; faces and triangle strips
///   .off   Object File Format, ASCII, with or without colours and normals
///   .stl   ASCII and binary; equal corners become one vertex, numbered in the order in which they first occur
///   .mesh  Medit, ASCII; triangles, quadrilaterals, tetrahedra; of two dimensions, z is 0
///   .ele   TetGen; points are read from the .node file beside it
///   .node  TetGen; a cloud of points, refused when an .ele file lies beside it
///   .vtk   VTK legacy, ASCII and binary, unstructured grid or polygonal data
///
/// Nothing else is welded, split, reordered or left out. Decimal numbers are rounded once to the nearest Real.
/// Throws Error, one line with the file's name and, in text, the line: missing, not a regular file, unknown extension,
/// ends too early, no vertices, counts that the file has no room for, an index out of range, NaN, infinity, overflow of
/// Real, half a number, elements that Pliant has no use for (hexahedra, second-order tetrahedra).
Mesh readMesh(const std::string& path);

/// All files that readMesh(path) opens: itself, and the .node file of an .ele file.
std::vector<std::string> filesOf(const std::string& path);

/// A body at several moments: one topology, positions by frame.
struct MeshFrames {
  Mesh mesh;                                               ///< the first frame
  std::vector<std::vector<Mesh::Position>> furtherFrames;  ///< positions of the second frame and on

  std::size_t count() const { return 1 + furtherFrames.size(); }
  const std::vector<Mesh::Position>& positions(std::size_t frame) const {
    return frame == 0 ? mesh.vertices : furtherFrames[frame - 1];
  }
};

/// Reads the frames of one body, at least one file. Throws Error as readMesh does, and where a file's vertex count,
/// triangles or tetrahedra differ from the first file's, naming the file that differs.
MeshFrames readMeshFrames(const std::vector<std::string>& paths);

}  // namespace pliant
