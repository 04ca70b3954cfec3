// Tests variants of the formats that other programs write.

#include "readSmall.h"

namespace {

/// The strip 0 2 1 3 0 2. All its triangles point outward.
const std::vector<Triangle> kStrip = {{0, 2, 1}, {1, 2, 3}, {1, 3, 0}, {0, 3, 2}};

std::string meditWith(const std::string& section) {
  const std::size_t at = kMedit.find("Edges");
  return kMedit.substr(0, at) + section + kMedit.substr(at);
}

std::string stripsVtk(const std::string& count, const std::string& strips) {
  return "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
         "TRIANGLE_STRIPS " +
         count + "\n" + strips + "\n";
}

std::string stripsPly(const std::string& type, const std::string& body) {
  return plyStart("4") + "element tristrips 1\nproperty list int " + type +
         " vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n" + body + "\n";
}

}  // namespace

TEST_CASE("STL: bytes that come after the last triangle of a binary file are passed over") {
  for (const std::string header : {"", "solid but binary"})
    for (const std::size_t more : {1u, 49u, 50u, 92u, 5000u}) {
      CAPTURE(header, more);
      const Mesh mesh = read(".stl", binaryStl(header) + std::string(more, '\x5a'));
      CHECK(mesh.vertices.size() == 4);
      CHECK(mesh.triangles.size() == 4);
    }
}

TEST_CASE("Medit: what bamg writes is read") {
  const Mesh mesh = read(
      ".mesh", meditWith("Identifier\n\"G=domain.mesh;1, Date: 21/04/02 # 11:24 35s\"\n\nGeometry\n\"domain.mesh\"\n\n"
                         "SubDomainFromMesh\n1\n3 1 1 1\n\nVertexOnGeometricVertex\n1\n1 1\n\n"
                         "VertexOnGeometricEdge\n1\n2 1 0.5\n\nEdgeOnGeometricEdge\n1\n1 1\n"));
  CHECK(mesh.vertices == kCorners);
  CHECK(mesh.triangles == kFaces);
  CHECK(mesh.tetrahedra == std::vector<Tetrahedron>{{0, 1, 2, 3}});
}

TEST_CASE("Medit: sections of unknown names are passed over") {
  for (const std::string section : {"Sausages\n2\n1 2 3\n4 5 6\n", "Sausages\n0\n", "AngleOfCornerBound 30.5\n",
                                    "Sausages 7\n", "Sausages \"a b\"\n", "Sausages\n3\n1e3 nan\n-2 inf\n0 0\n",
                                    "# Sausages\n", "TrianglesP2 0\n", "TrianglesP2Ordering\n1\n1 2 3\n"}) {
    CAPTURE(section);
    const Mesh mesh = read(".mesh", meditWith(section));
    CHECK(mesh.triangles == kFaces);
    CHECK(mesh.tetrahedra.size() == 1);
  }
}

TEST_CASE("Medit: keywords may be written in letters of either case") {
  for (const bool upper : {false, true}) {
    std::string text = kMedit;
    for (char& c : text) c = static_cast<char>(upper ? std::toupper(c) : std::tolower(c));
    const Mesh mesh = read(".mesh", text + "this is behind the end\n");
    CHECK(mesh.vertices == kCorners);
    CHECK(mesh.triangles == kFaces);
    CHECK(mesh.tetrahedra.size() == 1);
  }
}

TEST_CASE("Medit: a plane mesh has z = 0") {
  const Mesh mesh = read(".mesh",
                         "MeshVersionFormatted 2\nDimension 2\nVertices\n3\n0 5 0\n1 6 7\n2 8 0\nNormals\n1\n0 1\n"
                         "Tangents\n1\n1 0\nTriangles\n1\n1 2 3 0\nEnd\n");
  CHECK(mesh.vertices == std::vector<Mesh::Position>{{0, 5, 0}, {1, 6, 0}, {2, 8, 0}});
  CHECK(mesh.triangles == std::vector<Triangle>{{0, 1, 2}});
}

TEST_CASE("Medit: quadrilaterals are two triangles, in the order of the sections") {
  const std::string start = "MeshVersionFormatted 2 Dimension 3 Vertices 4 0 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 ";
  const std::string triangles = "Triangles 1 4 3 2 0 ", quadrilaterals = "Quadrilaterals 1 1 2 3 4 0 ";
  CHECK(read(".mesh", start + quadrilaterals).triangles == std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}});
  CHECK(read(".mesh", start + quadrilaterals + triangles).triangles ==
        std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {3, 2, 1}});
  CHECK(read(".mesh", start + triangles + quadrilaterals).triangles ==
        std::vector<Triangle>{{3, 2, 1}, {0, 1, 2}, {0, 2, 3}});
}

TEST_CASE("triangle strips are triangles that look to one side") {
  CHECK(read(".vtk", stripsVtk("1 7", "6 0 2 1 3 0 2")).triangles == kStrip);
  CHECK(read(".vtk", stripsVtk("2 9", "3 0 2 1\n4 0 1 3 2")).triangles ==
        std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {3, 1, 2}});
  CHECK(read(".vtk",
             "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
             "0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 7\n6 0 2 1 3 0 2\nCELL_TYPES 1\n6\n")
            .triangles == kStrip);
  for (const char* type : {"int", "uchar"}) CHECK(read(".ply", stripsPly(type, "6 0 2 1 3 0 2")).triangles == kStrip);
}

TEST_CASE("PLY: a corner of −1 begins another strip") {
  const std::vector<Triangle> expected = {{0, 2, 1}, {0, 1, 3}, {3, 1, 2}};
  CHECK(read(".ply", stripsPly("int", "10 -1 0 2 1 -1 0 1 3 2 -1")).triangles == expected);
  std::string binary = stripsPly("int", "");
  binary.replace(binary.find("ascii"), 5, "binary_big_endian");
  binary.resize(binary.find("end_header\n") + 11);
  for (const auto& corner : kCorners)
    for (const pliant::Real x : corner) binary += bytesOf(static_cast<float>(x), true);
  for (const int x : {8, 0, 2, 1, -1, 0, 1, 3, 2}) binary += bytesOf(x, true);
  CHECK(read(".ply", binary).triangles == expected);
}

TEST_CASE("a strip that repeats corners to go on elsewhere has no triangles there") {
  CHECK(read(".vtk", stripsVtk("1 9", "8 0 2 1 1 0 0 1 3")).triangles == std::vector<Triangle>{{0, 2, 1}, {1, 0, 3}});
}

TEST_CASE("PLY: faces and strips in one file are in the order of the elements") {
  CHECK(read(".ply",
             plyStart("4") +
                 "element tristrips 1\nproperty list uchar int vertex_index\nproperty int flags\nelement face 1\n"
                 "property list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1 8\n3 1 2 3\n")
            .triangles == std::vector<Triangle>{{0, 2, 1}, {1, 2, 3}});
}

TEST_CASE("VTK: binary polygons, strips and numbers of every type are read") {
  const auto file = [](const std::string& type, const std::string& points) {
    std::string text =
        "# vtk DataFile Version 3.0\r\nt\r\nbinary\r\ndataset POLYDATA\r\npoints 4 " + type + "\r\n" + points;
    text += "\nPOLYGONS 1 4\n";
    for (const int x : {3, 0, 2, 1}) text += bytesOf(x, true);
    text += "\nTRIANGLE_STRIPS 1 5\n";
    for (const int x : {4, 0, 1, 3, 2}) text += bytesOf(x, true);
    return text + "\nPOINT_DATA 4\nSCALARS a float\nLOOKUP_TABLE default\n????????????????\n";
  };
  const auto points = [](auto zero) {
    std::string bytes;
    for (const auto& corner : kCorners)
      for (const pliant::Real x : corner) bytes += bytesOf(static_cast<decltype(zero)>(x), true);
    return bytes;
  };
  for (const std::string& content :
       {file("float", points(0.0F)), file("double", points(0.0)), file("char", points(std::int8_t{})),
        file("unsigned_char", points(std::uint8_t{})), file("short", points(std::int16_t{})), file("int", points(0)),
        file("long", points(std::int64_t{})), file("vtktypeint64", points(std::int64_t{})),
        file("vtkIdType", points(0))}) {
    CAPTURE(content.substr(0, 90));
    const Mesh mesh = read(".vtk", content);
    CHECK(mesh.vertices == kCorners);
    CHECK(mesh.triangles == std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {3, 1, 2}});
  }
}

TEST_CASE("VTK: texts in a binary field are passed over, however long") {
  for (const std::size_t size : {0u, 5u, 63u, 64u, 300u, 70000u}) {
    std::string length;
    if (size < 64)
      length = std::string(1, static_cast<char>(0xC0 | size));
    else if (size < 16384)
      length = bytesOf(static_cast<std::uint16_t>(0x8000 | size), true);
    else
      length = bytesOf(static_cast<std::uint32_t>(0x40000000 | size), true);
    std::string content = binaryVtk(false);
    const std::string stored = "\xC3one";
    content.replace(content.find(stored), stored.size(), length + std::string(size, '\n'));
    CAPTURE(size);
    CHECK(read(".vtk", content).triangles == kFaces);
  }
  std::string content = binaryVtk(false);
  content.replace(content.find("\xC3one"), 4, bytesOf(std::uint64_t{3}, true) + "one");
  CHECK(read(".vtk", content).triangles == kFaces);
}

TEST_CASE("VTK: remarks on the arrays of a field stand between them") {
  std::string content = kVtk5;
  content.replace(content.find("FieldData 1"), 11, "FieldData 2");
  content.replace(content.find("POINTS"), 0,
                  "METADATA\nINFORMATION 1\nNAME L2_NORM LOCATION vtkDataArray\nDATA 2 0 1\n\nflags 1 2 int\n1 2\n");
  CHECK(read(".vtk", content).triangles == kFaces);
}

TEST_CASE("OFF: the header may be written in small letters") {
  for (const char* header : {"off", "Off", "coff", "STCNoff"})
    CHECK(read(".off", header + std::string("\n1 0 0\n1 2 3 0 0 0 1\n")).vertices.size() == 1);
}
