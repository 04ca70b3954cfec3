#pragma once

#include <array>
#include <string>
#include <vector>

#include "ScratchFolder.h"

inline const std::string kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// Returns the line of an OBJ file for a face. Corners count from 1.
inline std::string objFace(int a, int b, int c) {
  return "f " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
}

/// A file with one tetrahedron, with corners at the origin and on the axes, and its surface; only the surface in
/// formats without tetrahedra.
struct SmallFile {
  std::string extension;
  std::string content;
};

inline std::string binaryPly(bool bigEndian) {
  std::string text = std::string("ply\nformat ") + (bigEndian ? "binary_big_endian" : "binary_little_endian") +
                     " 1.0\ncomment two sheets\nelement vertex 4\nproperty double x\nproperty float y\nproperty int z\n"
                     "property uchar red\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n";
  const std::array<std::array<int, 3>, 4> vertices = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (const auto& v : vertices) {
    text += bytesOf(static_cast<double>(v[0]), bigEndian) + bytesOf(static_cast<float>(v[1]), bigEndian) +
            bytesOf(v[2], bigEndian) + '\x07';
  }
  const std::array<std::array<int, 3>, 4> faces = {{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  for (const auto& face : faces) {
    text += '\x03';
    for (const int corner : face) text += bytesOf(corner, bigEndian);
  }
  return text;
}

inline std::string binaryStl(const std::string& header = "") {
  std::string text = header;
  text.resize(80, ' ');
  text += bytesOf(std::uint32_t{4});
  const std::array<std::array<float, 9>, 4> faces = {{{0, 0, 0, 0, 1, 0, 1, 0, 0},
                                                      {0, 0, 0, 1, 0, 0, 0, 0, 1},
                                                      {0, 0, 0, 0, 0, 1, 0, 1, 0},
                                                      {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  for (const auto& face : faces) {
    text += std::string(12, '\0');
    for (const float x : face) text += bytesOf(x);
    text += std::string(2, '\0');
  }
  return text;
}

inline std::string asciiStl() {
  std::string text = "solid small thing\n";
  const std::array<std::array<int, 9>, 4> faces = {{{0, 0, 0, 0, 1, 0, 1, 0, 0},
                                                    {0, 0, 0, 1, 0, 0, 0, 0, 1},
                                                    {0, 0, 0, 0, 0, 1, 0, 1, 0},
                                                    {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  for (const auto& face : faces) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (std::size_t corner = 0; corner < 9; corner += 3) {
      text += "      vertex";
      for (std::size_t i = corner; i < corner + 3; ++i) text += ' ' + std::to_string(face[i]);
      text += '\n';
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid small thing\n";
}

inline const std::string kNodes = "# points\n4 3 1 1\n1 0 0 0 0.5 1\n2 1 0 0 0.5 1\n3 0 1 0 0.5 1\n4 0 0 1 0.5 1\n";
inline const std::string kElements = "1 4 1\n1 1 2 3 4 7\n";

inline const std::string kMedit =
    "MeshVersionFormatted 1\nDimension\n3\n# corners\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
    "Triangles\n4\n1 3 2 0\n1 2 4 0\n1 4 3 0\n2 3 4 0\nTetrahedra\n1\n1 2 3 4 0\nEdges\n1\n1 2 0\nEnd\n";

inline const std::string kVtk4 =
    "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0\n0 1 0 0 0 1\n"
    "CELLS 6 24\n4 0 1 2 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n2 0 1\n\n"
    "CELL_TYPES 6\n10 5 5 5 5 3\nCELL_DATA 6\nSCALARS a int 1\nLOOKUP_TABLE default\n1 2 3 4 5 6\n";

inline const std::string kVtk5 =
    "# vtk DataFile Version 5.1\nvtk output\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 "
    "double\n0.5\n"
    "POINTS 4 float\n0 0 0 1 0 0 0 1 0\n0 0 1\nMETADATA\nINFORMATION 0\n\n"
    "CELLS 6 16\nOFFSETS vtktypeint64\n0 4 7 10 13 16\nCONNECTIVITY vtktypeint64\n0 1 2 3 0 2 1 0 1 3 0 3 2 1 2 3\n"
    "CELL_TYPES 5\n10\n5\n5\n5\n5\n";

/// Returns a binary grid of version 3.0 (lists of cells), or of version 5.1 (offsets), with a field of every kind.
inline std::string binaryVtk(bool offsets) {
  std::string text = "# vtk DataFile Version ";
  const auto add = [&text](const std::string& header, const auto& numbers) {
    text += header + '\n';
    for (const auto& x : numbers) text += bytesOf(x, true);
    text += '\n';
  };
  text += offsets ? "5.1" : "3.0";
  text += "\nsmall\nBINARY\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 3\n";
  add("TIME 1 1 double", std::vector<double>{0.5});
  text += "name 1 1 string\n\xC3one\n";
  add("flags 1 9 bit", std::vector<char>{'\n', '\n'});
  add("POINTS 4 float", std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  if (offsets) {
    text += "METADATA\nINFORMATION 0\n\nCELLS 6 16\n";
    add("OFFSETS vtktypeint64", std::vector<std::int64_t>{0, 4, 7, 10, 13, 16});
    add("CONNECTIVITY vtktypeint64", std::vector<std::int64_t>{0, 1, 2, 3, 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3});
    add("CELL_TYPES 5", std::vector<int>{10, 5, 5, 5, 5});
  } else {
    add("CELLS 6 24", std::vector<int>{4, 0, 1, 2, 3, 3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3, 2, 0, 1});
    add("CELL_TYPES 6", std::vector<int>{10, 5, 5, 5, 5, 3});
    text += "CELL_DATA 6\nSCALARS a int 1\n";
    add("LOOKUP_TABLE default", std::vector<int>{1, 2, 3, 4, 5, 6});
  }
  return text;
}

/// Returns a file in every format. TetGen's .ele needs the .node file of the same name beside it.
inline std::vector<SmallFile> smallFiles() {
  const std::string faces = "f 1 3 2\nf 1/1 2/1 4/1\nf 1//1 4//1 3//1\nf -3/1/1 -2/1/1 -1/1/1\n";
  return {{".obj",
           "# small\nmtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1\nv 0 0 +1.0e0\nvt 0 0\n" + faces},
          {".ply",
           "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
           "property float confidence\nelement face 4\nproperty list uchar int vertex_index\nproperty uchar red\n"
           "end_header\n0 0 0 nan\n1 0 0 1\n0 1 0 1\n0 0 1 1\n3 0 2 1 9\n3 0 1 3 9\n3 0 3 2 9\n3 1 2 3 9\n"},
          {".ply", binaryPly(false)},
          {".ply", binaryPly(true)},
          {".off", "OFF\n# comment\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3 255 0 0\n3 0 3 2\n3 1 2 3\n"},
          {".stl", asciiStl()},
          {".stl", binaryStl()},
          {".stl", binaryStl("solid but binary")},
          {".mesh", kMedit},
          {".ele", kElements},
          {".vtk", kVtk4},
          {".vtk", kVtk5},
          {".vtk",
           "# vtk DataFile Version 3.0\nsurface\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0\n0 1 0 0 0 1\n"
           "POLYGONS 4 16\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"},
          {".vtk", binaryVtk(false)},
          {".vtk", binaryVtk(true)}};
}
