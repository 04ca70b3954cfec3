#include <cmath>

#include "readSmall.h"

using pliant::Real;

TEST_CASE("every format gives the same small body") {
  for (const SmallFile& file : smallFiles()) {
    CAPTURE(file.extension, file.content.substr(0, 100));
    const ScratchFolder folder;
    folder.write("body.node", kNodes);
    const Mesh mesh = pliant::readMesh(folder.write("body" + file.extension, file.content));
    if (file.extension == ".stl") {
      // Equal corners are merged, in the order of their first use: 0 2 1 3.
      CHECK(mesh.vertices == std::vector<Mesh::Position>{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}});
      CHECK(mesh.triangles == std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {2, 1, 3}});
      continue;
    }
    CHECK(mesh.vertices == kCorners);
    if (file.extension != ".ele") CHECK(mesh.triangles == kFaces);
    const bool tetrahedral =
        file.extension == ".mesh" || file.extension == ".ele" || file.content.find("CELLS") != std::string::npos;
    CHECK(mesh.tetrahedra == (tetrahedral ? std::vector<Tetrahedron>{{0, 1, 2, 3}} : std::vector<Tetrahedron>{}));
  }
}

TEST_CASE("line ends of other systems and a byte order mark change nothing") {
  for (const SmallFile& file : smallFiles()) {
    if (file.content.find('\0') != std::string::npos) continue;
    const ScratchFolder folder;
    folder.write("body.node", kNodes);
    const Mesh expected = pliant::readMesh(folder.write("body" + file.extension, file.content));
    for (const std::string lineEnd : {"\r\n", "\r"}) {
      std::string content;
      for (const char c : file.content) content += c == '\n' ? lineEnd : std::string(1, c);
      CAPTURE(file.extension, lineEnd.size());
      const Mesh mesh = pliant::readMesh(
          folder.write("other" + file.extension == ".ele" ? "body.ele" : "body" + file.extension, content));
      CHECK(mesh.vertices == expected.vertices);
      CHECK(mesh.triangles == expected.triangles);
      CHECK(mesh.tetrahedra == expected.tetrahedra);
    }
  }
  CHECK(read(".off", "\xEF\xBB\xBFOFF\n1 0 0\n1 2 3\n").vertices.size() == 1);
}

TEST_CASE("the extension is known in either case") {
  const ScratchFolder folder;
  CHECK(pliant::readMesh(folder.write("A.OBJ", "v 1 2 3\n")).vertices.size() == 1);
  folder.write("B.NODE", kNodes);
  CHECK(pliant::readMesh(folder.write("B.ELE", kElements)).tetrahedra.size() == 1);
}

TEST_CASE("polygons become fans from their first corner") {
  const std::vector<Triangle> fan = {{4, 3, 2}, {4, 2, 1}, {4, 1, 0}};
  const std::string points = "0 0 0\n1 0 0\n2 1 0\n1 2 0\n0 1 0\n";
  CHECK(read(".off", "OFF\n5 1 5\n" + points + "5 4 3 2 1 0\n").triangles == fan);
  CHECK(read(".obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 5 4 3 \\\n 2 1\n").triangles == fan);
  CHECK(read(".ply", plyStart("5") + "element face 1\nproperty list uint8 uint32 vertex_indices\nend_header\n" +
                         points + "5 4 3 2 1 0\n")
            .triangles == fan);
  CHECK(read(".vtk", "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n" + points +
                         "CELLS 1 6\n5 4 3 2 1 0\nCELL_TYPES 1\n7\n")
            .triangles == fan);
}

TEST_CASE("vertices alone are a cloud") {
  CHECK(read(".obj", "v 1 2 3\nv 4 5 6\n").vertices == std::vector<Mesh::Position>{{1, 2, 3}, {4, 5, 6}});
  CHECK(read(".off", "OFF 1 0 0\n1 2 3\n").triangles.empty());
  CHECK(read(".node", "2 3 0 0\n0 1 2 3\n1 4 5 6\n").vertices.size() == 2);
  CHECK(read(".mesh", "MeshVersionFormatted 2\nDimension 3\nVertices 1\n1 2 3 0\n").vertices.size() == 1);
  CHECK(
      read(".vtk", "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n1 2 3\n").vertices.size() ==
      1);
  CHECK(read(".ply", plyStart("1") + "element face 0\nproperty list uchar int vertex_indices\nend_header\n1 2 3\n")
            .vertices.size() == 1);
}

TEST_CASE("vertices that nothing refers to, repeated corners and repeated faces stay") {
  const Mesh mesh = read(".obj", "v 0 0 0\nv 0 0 0\nv 1 0 0\nv 9 9 9\nf 1 1 2\nf 1 1 2\nf 1 2 3\n");
  CHECK(mesh.vertices.size() == 4);
  CHECK(mesh.triangles == std::vector<Triangle>{{0, 0, 1}, {0, 0, 1}, {0, 1, 2}});
}

TEST_CASE("OBJ: a face may come before its vertices, unless it counts backwards") {
  const Mesh mesh = read(".obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n");
  CHECK(mesh.triangles == std::vector<Triangle>{{0, 1, 2}});
}

TEST_CASE("TetGen: points count from 0 or from 1") {
  const ScratchFolder folder;
  folder.write("body.node", "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
  CHECK(pliant::readMesh(folder.write("body.ele", "1 4 0\n0 3 1 2 0\n")).tetrahedra ==
        std::vector<Tetrahedron>{{3, 1, 2, 0}});
}

TEST_CASE("PLY: remarks may come before the format") {
  CHECK(read(".ply",
             "ply\ncomment first\nobj_info second\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
             "property float y\nproperty float z\nend_header\n1 2 3\n")
            .vertices == std::vector<Mesh::Position>{{1, 2, 3}});
}

TEST_CASE("Medit: sections that mark elements are passed over") {
  const std::string end = "ParallelTriangles\n1\n1\nRequiredTetrahedra\n1\n1\nParallelEdges\n1\n1\nEnd\n";
  const Mesh mesh = read(".mesh", kMedit.substr(0, kMedit.find("End")) + end);
  CHECK(mesh.tetrahedra.size() == 1);
}

TEST_CASE("STL: zeros of either sign are equal corners") {
  std::string text = binaryStl();
  const float minusZero = -0.0F;
  text.replace(84 + 12, 4, bytesOf(minusZero));
  CHECK(read(".stl", text).vertices.size() == 4);
}

TEST_CASE("decimal numbers are rounded once") {
  // This number is just above the middle between 1 and the next float. Rounding to double first would give 1.
  const Mesh mesh = read(".obj", "v 1.00000005960464477539062500000001 16777217.0000000000000001 0.1\n");
  if constexpr (sizeof(Real) == 4) {
    CHECK(mesh.vertices[0][0] == std::nextafter(Real(1), Real(2)));
    CHECK(mesh.vertices[0][1] == Real(16777218));
  }
  CHECK(mesh.vertices[0][2] == static_cast<Real>(0.1L));
  const Mesh tiny = read(".obj", "v 1e-400 -1e-999999 0e999\nv 1e-45 .5 5.\n");
  CHECK(tiny.vertices[0] == Mesh::Position{0, 0, 0});
  CHECK(std::signbit(tiny.vertices[0][1]));
  CHECK(tiny.vertices[1][0] > 0);
  CHECK(tiny.vertices[1][1] == Real(0.5));
  CHECK(tiny.vertices[1][2] == Real(5));
}

TEST_CASE("frames of one body") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.obj", kTriangle);
  const std::string b = folder.write("b.off", "OFF\n3 1 0\n0 0 5\n1 0 5\n0 1 5\n3 0 1 2\n");
  const pliant::MeshFrames frames = pliant::readMeshFrames({a, b, a});
  CHECK(frames.count() == 3);
  CHECK(frames.positions(0)[0][2] == 0);
  CHECK(frames.positions(1)[0][2] == 5);
  CHECK(frames.positions(2)[0][2] == 0);
}
