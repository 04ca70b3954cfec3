#pragma once

#include <pliant/io/Mesh.h>

#include <string>
#include <vector>

namespace pliant {

/// Reads one body from a regular file. The extension, in upper or lower case, selects the format:
///
///   .obj   Wavefront: v and f; normals, textures, groups and materials are skipped
///   .ply   ASCII, binary little-endian and big-endian; faces and triangle strips
///   .off   Object File Format, ASCII, with or without colours and normals
///   .stl   ASCII and binary; equal corners become one vertex, numbered by first occurrence
///   .mesh  Medit, ASCII; triangles, quadrilaterals, tetrahedra; z is 0 in two-dimensional files
///   .ele   TetGen; points are read from the .node file in the same folder
///   .node  TetGen; a point cloud, refused if an .ele file of the same name exists
///   .vtk   VTK legacy, ASCII and binary, unstructured grid or polygonal data
///
/// No other format welds vertices. Elements of the formats' kinds are neither reordered nor dropped, except triangles
/// of strips that repeat a corner. Decimal numbers are rounded once to the nearest Real.
/// Throws Error with one line: the file's name, the line number in text files, and the fault. Faults:
/// - the file is missing, is not a regular file, has an unknown extension, ends too early or has no vertices
/// - a count is larger than the rest of the file can hold, or an index is out of range
/// - a number is NaN, infinite, too large for Real or incomplete
/// - elements that Pliant does not support: hexahedra, second-order tetrahedra
Mesh readMesh(const std::string& path);

/// Returns all files that readMesh(path) opens: `path`, and the .node file of an .ele file.
std::vector<std::string> filesOf(const std::string& path);

/// A body at several times: one topology, positions per frame.
struct MeshFrames {
  Mesh mesh;                                               ///< the first frame
  std::vector<std::vector<Mesh::Position>> furtherFrames;  ///< positions of the second and later frames

  std::size_t count() const { return 1 + furtherFrames.size(); }
  const std::vector<Mesh::Position>& positions(std::size_t frame) const {
    return frame == 0 ? mesh.vertices : furtherFrames[frame - 1];
  }
};

/// Reads the frames of one body from at least one file. Throws Error like readMesh. Also throws Error, with the file's
/// name, if the vertex count, triangles or tetrahedra of a file differ from the first file's.
MeshFrames readMeshFrames(const std::vector<std::string>& paths);

}  // namespace pliant
