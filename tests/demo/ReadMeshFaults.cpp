#include <pliant/detectors/Error.h>
#include <sys/stat.h>

#include <limits>

#include "readSmall.h"

using pliant::Error;

namespace {

/// Returns the error of reading, one line that begins with the file's name. Empty if there is none.
std::string fault(const std::vector<std::string>& paths) {
  try {
    pliant::readMeshFrames(paths);
  } catch (const Error& error) {
    const std::string message = error.what();
    CHECK(message.starts_with(paths.back() + ": "));
    CHECK(message.find('\n') == std::string::npos);
    return message;
  }
  return {};
}

/// Checks that `content` is refused with an error that contains `expected`.
void refused(const std::string& extension, const std::string& content, const std::string& expected) {
  const ScratchFolder folder;
  CAPTURE(extension, content.substr(0, 200));
  const std::string message = fault({folder.write("body" + extension, content)});
  CAPTURE(message);
  CHECK(message.find(expected) != std::string::npos);
}

std::string ply(const std::string& vertices, const std::string& faces, const std::string& body) {
  return plyStart(vertices) + "element face " + faces + "\nproperty list uchar int vertex_indices\nend_header\n" + body;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("what is not a mesh file is refused") {
  const ScratchFolder folder;
  CHECK(fault({folder.path("missing.obj")}).ends_with("no such file"));
  CHECK(fault({folder.path("missing")}).ends_with("no such file"));
  CHECK(fault({folder.path("")}).ends_with("is a folder, not a file"));
  CHECK(fault({folder.write("thing.xyz", "v 1 2 3\n")}).find("unknown file extension") != std::string::npos);
  CHECK(fault({folder.write("thing", "v 1 2 3\n")}).find("unknown file extension") != std::string::npos);
  CHECK(fault({""}).ends_with("no such file"));
  std::filesystem::create_directory(folder.path("folder.obj"));
  CHECK(fault({folder.path("folder.obj")}).ends_with("is a folder, not a file"));
  REQUIRE(::mkfifo(folder.path("pipe.obj").c_str(), 0600) == 0);
  CHECK(fault({folder.path("pipe.obj")}).ends_with("is not a regular file"));
  std::filesystem::create_symlink("/dev/zero", folder.path("device.obj"));
  CHECK(fault({folder.path("device.obj")}).ends_with("is not a regular file"));
  std::filesystem::create_symlink("nowhere", folder.path("dangling.obj"));
  CHECK(fault({folder.path("dangling.obj")}).ends_with("no such file"));
  for (const char* extension : {".obj", ".ply", ".off", ".stl", ".mesh", ".node", ".ele", ".vtk"}) {
    refused(extension, "", "is empty");
    refused(extension, std::string(300, '\0'), "");
    refused(extension, std::string(300, '\xff'), "");
    refused(extension, "\n \n", "");
  }
}

TEST_CASE("a huge hole in a file takes no memory and no time") {
  const ScratchFolder folder;
  for (const char* name : {"a.obj", "a.stl", "a.ply", "a.vtk"}) {
    const std::string path = folder.write(name, "v");
    std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
    CHECK(fault({path}).ends_with("is larger than 4 GiB"));
  }
}

TEST_CASE("files without vertices are refused") {
  for (const auto& [extension, content] :
       std::vector<SmallFile>{{".obj", "# nothing\ng empty\n"},
                              {".off", "OFF\n0 0 0\n"},
                              {".ply", ply("0", "0", "")},
                              {".ply", "ply\nformat ascii 1.0\nend_header\n"},
                              {".stl", "solid\nendsolid\n"},
                              {".stl", std::string(84, '\0')},
                              {".mesh", "MeshVersionFormatted 1\nDimension 3\nEnd\n"},
                              {".mesh", "MeshVersionFormatted 1\nDimension 3\nVertices 0\n"},
                              {".node", "0 3 0 0\n"},
                              {".vtk", "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 0 float\n"}}) {
    refused(extension, content, "has no vertices");
  }
}

TEST_CASE("numbers that are none, not finite or too large are refused") {
  for (const auto& [word, expected] : std::vector<std::pair<std::string, std::string>>{
           {"1.0abc", "'1.0abc' is not a number"},
           {"0x10", "is not a number"},
           {"1e", "is not a number"},
           {"--1", "is not a number"},
           {"+-1", "is not a number"},
           {"1,5", "is not a number"},
           {"1.0.0", "is not a number"},
           {".", "is not a number"},
           {"abc", "is not a number"},
           {"nan", "is not finite"},
           {"-NaN", "is not finite"},
           {"inf", "is not finite"},
           {"-Infinity", "is not finite"},
           {"1e400", "is too large"},
           {"-1e99999999999999999999", "is too large"},
           {sizeof(pliant::Real) == 4 ? "3.4028236e38" : "1.7976931348623159e308", "is too large"}}) {
    const ScratchFolder folder;
    refused(".obj", "v 0 0 " + word + "\n", expected);
    refused(".off", "OFF\n1 0 0\n0 " + word + " 0\n", expected);
    refused(".ply", ply("1", "0", word + " 0 0\n"), expected);
    refused(".stl", replaced(asciiStl(), "vertex 0 0 0", "vertex 0 0 " + word), expected);
    refused(".mesh", replaced(kMedit, "0 0 0 0", "0 " + word + " 0 0"), expected);
    refused(".node", replaced(kNodes, "1 0 0 0", "1 0 " + word + " 0"), expected);
    refused(".vtk", replaced(kVtk4, "0 0 0 1 0 0", "0 0 " + word + " 1 0 0"), expected);
  }
}

TEST_CASE("binary numbers that are not finite or too large are refused") {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    refused(".stl", binaryStl().replace(84 + 12 + 8, 4, bytesOf(bad)), "triangle 0: a coordinate is not finite");
    for (const bool bigEndian : {false, true}) {
      const std::string content = binaryPly(bigEndian);
      const std::size_t start = content.find("end_header\n") + 11;
      refused(".ply", std::string(content).replace(start, 8, bytesOf(static_cast<double>(bad), bigEndian)),
              "is not finite");
      refused(".ply", std::string(content).replace(start + 8, 4, bytesOf(bad, bigEndian)), "'vertex' 0");
      if (sizeof(pliant::Real) == 4) {
        refused(".ply", std::string(content).replace(start, 8, bytesOf(1e39, bigEndian)), "is too large");
      }
    }
  }
}

TEST_CASE("indices out of range are refused") {
  const std::string expected = "out of range";
  for (const char* corner : {"0", "4", "-4", "99999999999", "4294967296", "4294967295"}) {
    refused(".obj", std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 ") + corner + "\n", expected);
  }
  refused(".obj", "v 0 0 0\nf -1 -1 -2\nv 0 0 0\n", expected);
  refused(".obj", "v 0 0 0\nf 1 1 99999999999999999999\n", "is too large");
  for (const char* corner : {"-1", "3", "4294967296"}) {
    refused(".off", std::string("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 ") + corner + "\n", expected);
  }
  refused(".ply", ply("3", "1", "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"), expected);
  refused(".ply", ply("3", "1", "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"), expected);
  for (const char* corner : {"0", "5", "-1"}) {
    refused(".mesh", replaced(kMedit, "1 2 3 4 0", std::string("1 2 3 ") + corner + " 0"), expected);
    refused(".mesh", replaced(kMedit, "1 3 2 0", std::string("1 3 ") + corner + " 0"), expected);
    refused(".mesh",
            std::string("MeshVersionFormatted 1\nDimension 3\nTetrahedra\n1\n1 2 3 ") + corner +
                " 0\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n",
            expected);
  }
  refused(".vtk", replaced(kVtk4, "4 0 1 2 3", "4 0 1 2 4"), expected);
  refused(".vtk", replaced(kVtk5, "0 1 2 3 0 2", "0 1 2 -1 0 2"), expected);
}

TEST_CASE("TetGen's faults name both files") {
  const ScratchFolder folder;
  const std::string path = folder.write("body.ele", kElements);
  CHECK(fault({path}).ends_with("body.node: no such file"));
  CHECK(fault({folder.write("alone.ele", kElements)}).find("alone.node") != std::string::npos);
  for (const auto& [nodes, elements, expected] : std::vector<std::array<std::string, 3>>{
           {kNodes, "1 4 0\n1 0 1 2 3\n", "out of range"},
           {kNodes, "1 4 0\n1 1 2 3 5\n", "out of range"},
           {kNodes, "1 4 0\n0 1 2 3 4\n", "number 0 found where 1 is expected"},
           {kNodes, "2 4 0\n1 1 2 3 4            \n", "the file ends"},
           {kNodes, "1 4 0\n1 1 2 3\n", "the line ends"},
           {kNodes, "1 4 0\n1 1 2 3 4 5\n", "at the end of the line"},
           {kNodes, "1 4 0\n1 1 2 3 4\n2 1 2 3 4\n", "unexpected text after"},
           {kNodes, "1 10 0\n1 1 2 3 4 1 2 3 4 1 2\n", "of 10 corners"},
           {kNodes, "4000000000 4 0\n1 1 2 3 4\n", "too short"},
           {"2 2 0 0\n1 100 100\n2 100 100\n", kElements, "dimension 2"},
           {"4 3 0 0\n2 0 0 0\n3 0 0 0\n4 0 0 0\n5 0 0 0\n", kElements, "number 2 found where 0 is expected"},
           {"4 3 0 0\n1 0 0 0\n3 0 0 0\n4 0 0 0\n5 0 0 0\n", kElements, "number 3 found where 2 is expected"},
           {"4 3 0 0\n1 0 0 0\n2 0 0 0\n3 0 0 0\n", kElements, "the file ends"},
           {"4 3 0 0\n1 0 0 0\n2 0 0\n", kElements, ""},
           {"99999999999 3 0 0\n1 0 0 0\n", kElements, "too short"},
           {"1 3 -1 0\n1 0 0 0\n", kElements, "attributes is -1"}}) {
    folder.write("body.node", nodes);
    folder.write("body.ele", elements);
    CAPTURE(nodes, elements);
    const std::string message = fault({path});
    CAPTURE(message);
    CHECK(!message.empty());
    CHECK(message.find(expected) != std::string::npos);
  }
  folder.write("body.node", kNodes);
  CHECK(fault({folder.path("body.node")}).find("body.ele instead") != std::string::npos);
}

TEST_CASE("counts that the file has no room for are refused before memory is taken") {
  for (const char* count : {"4294967295", "4000000000", "99999999999999", "9223372036854775807", "-1", "1e3", "3.0"}) {
    const std::string n = count;
    refused(".off", "OFF\n" + n + " 0 0\n0 0 0\n", "");
    refused(".off", "OFF\n1 " + n + " 0\n0 0 0\n3 0 0 0\n", "");
    refused(".off", "OFF\n1 1 0\n0 0 0\n" + n + " 0 0 0\n", "");
    refused(".ply", ply(n, "0", "0 0 0\n"), "");
    refused(".ply", ply("1", n, "0 0 0\n3 0 0 0\n"), "");
    refused(".ply", ply("1", "1", "0 0 0\n" + n + " 0 0 0\n"), "");
    refused(".ply", replaced(binaryPly(true), "vertex 4", "vertex " + n), "");
    refused(".ply", replaced(binaryPly(false), "face 4", "face " + n), "");
    refused(".mesh", "MeshVersionFormatted 1\nDimension 3\nVertices " + n + "\n0 0 0 0\n", "");
    refused(".mesh", replaced(kMedit, "Tetrahedra\n1\n", "Tetrahedra\n" + n + "\n"), "");
    refused(".mesh", replaced(kMedit, "Triangles\n4\n", "Triangles\n" + n + "\n"), "");
    refused(".mesh", replaced(kMedit, "Edges\n1\n", "Edges\n" + n + "\n"), "");
    refused(".node", n + " 3 0 0\n1 0 0 0\n", "");
    refused(".vtk", replaced(kVtk4, "POINTS 4", "POINTS " + n), "");
    refused(".vtk", replaced(kVtk4, "CELLS 6 24", "CELLS " + n + " 24"), "");
    refused(".vtk", replaced(kVtk4, "CELLS 6 24", "CELLS 6 " + n), "");
    refused(".vtk", replaced(kVtk4, "4 0 1 2 3", n + " 0 1 2 3"), "");
    refused(".vtk", replaced(kVtk4, "CELL_TYPES 6", "CELL_TYPES " + n), "");
    refused(".vtk", replaced(kVtk5, "0 4 7 10", "0 4 " + n + " 10"), "");
  }
  refused(".stl", binaryStl().replace(80, 4, bytesOf(std::uint32_t{0xffffffff})), "its triangles need");
  refused(".ply", replaced(binaryPly(true), "\x03", "\xff"), "");
}

TEST_CASE("every file that ends within a section is refused") {
  for (const SmallFile& file : smallFiles()) {
    if (file.extension == ".obj") continue;  // has no counts: only its faces can lack something
    const ScratchFolder folder;
    folder.write("body.node", kNodes);
    // The end mark of the file may be missing, and so may skipped sections.
    std::string content = file.content;
    if (content.ends_with("endsolid small thing\n")) content.resize(content.rfind(" small"));
    for (const char* passedOver : {"Edges", "CELL_DATA"}) {
      content.resize(std::min(content.size(), content.rfind(passedOver)));
    }
    const auto trimmed = [](const std::string& text) { return text.substr(0, text.find_last_not_of(" \n") + 1); };
    const auto isWhole = [&](const std::string& part) {
      for (const char* section : {"Triangles", "Tetrahedra", "METADATA", "CELLS", "POLYGONS"}) {
        const std::size_t start = content.find(section);
        if (start != std::string::npos && trimmed(part) == trimmed(content.substr(0, start))) return true;
      }
      const std::size_t metadata = part.find("METADATA");
      return metadata != std::string::npos && part.find("CELLS") == std::string::npos;
    };
    for (std::size_t size = 0; size < trimmed(content).size(); ++size) {
      const std::string part = content.substr(0, size);
      CAPTURE(file.extension, part);
      const std::string message = fault({folder.write("body" + file.extension, part)});
      if (!isWhole(part)) CHECK(!message.empty());
    }
  }
}

TEST_CASE("Medit: a section whose extent can't be told is refused by its name") {
  const auto with = [](const std::string& section) { return replaced(kMedit, "Edges\n1\n1 2 0\n", section); };
  refused(".mesh", with("Sausages\n"), "line 21: 'Sausages' is not a supported section");
  refused(".mesh", with("Sausages\nred 1\n"), "'Sausages' is not a supported section");
  refused(".mesh", with("Sausages\n2\n1 2 3\n"),
          "section 'Sausages' has 3 numbers, which can't be divided into 2 entries");
  refused(".mesh", with("Sausages\n0\n1 2 3\n"), "can't be divided into 0 entries");
  refused(".mesh", with("Sausages\n2.5\n1 2 3\n"), "can't be divided into 2.5 entries");
  refused(".mesh", with("Sausages\n\"pork\n"), "a quoted text does not end");
  // Rows beyond the count of a section are not a section.
  refused(".mesh", replaced(kMedit, "Triangles\n4", "Triangles\n3"), "'2' is not a supported section");
  refused(".mesh", replaced(kMedit, "Dimension\n3\n", "") + "Dimension 2\n", "before its Dimension");
  refused(".mesh", "MeshVersionFormatted 1\nVertices\n1\n0 0 0 0\nDimension 2\n", "must come before Vertices");
  refused(".mesh", "MeshVersionFormatted 1\nDimension 2\nVertices\n1\n0 0 0 0\n", "'0' is not a supported section");
  refused(".mesh",
          "MeshVersionFormatted 1\nDimension 3\nQuadrilaterals\n1\n1 2 3 4 0\nVertices\n3\n0 0 0 0\n1 0 0 0\n1 1 0 0\n",
          "index 4 of quadrilateral 1 is out of range");
}

TEST_CASE("VTK: faults in binary name the section and the element") {
  const std::string lists = binaryVtk(false), offsets = binaryVtk(true);
  const std::string point = bytesOf(1.0F, true), nan = bytesOf(std::numeric_limits<float>::quiet_NaN(), true);
  refused(".vtk", replaced(lists, point, nan), "section 'POINTS': point 1: a coordinate is not finite");
  refused(".vtk", replaced(lists, "POINTS 4", "POINTS 4000"), "section 'POINTS'");
  refused(".vtk", replaced(lists, bytesOf(4, true) + bytesOf(0, true), bytesOf(4, true) + bytesOf(9, true)),
          "section 'CELLS': number 1: index 9 is out of range");
  refused(".vtk", replaced(lists, bytesOf(4, true) + bytesOf(0, true), bytesOf(-4, true) + bytesOf(0, true)), "size");
  refused(".vtk", replaced(lists, "CELLS 6 24", "CELLS 6 23"), "section 'CELLS'");
  refused(".vtk", replaced(lists, "TYPES 6\n" + bytesOf(10, true), "TYPES 6\n" + bytesOf(12, true)),
          "section 'CELLS': cell type 12");
  refused(".vtk", replaced(lists, "9 bit", "9 bits"), "'bits' is not a type");
  refused(".vtk", replaced(lists, "9 bit", "90000 bit"), "section 'FIELD'");
  refused(".vtk", replaced(lists, "\xC3one", std::string("\x7fone")), "inside a text");
  refused(".vtk", replaced(offsets, bytesOf(std::int64_t{13}, true), bytesOf(std::int64_t{-1}, true)), "an offset");
  refused(".vtk", replaced(offsets, "OFFSETS vtktypeint64", "OFFSETS double"), "an integer is expected");
  refused(".vtk", lists.substr(0, lists.find("CELLS")), "before its CELLS");
}

TEST_CASE("OBJ: statements that are broken or unknown are refused") {
  refused(".obj", "v 0 0\n", "line 1: the line ends where a coordinate is expected");
  refused(".obj", "v 0 0 0 0 0\n", "a vertex has 5 numbers");
  refused(".obj", "v 0 0 0\n\nf 1 1\n", "line 3: a face has fewer than three corners");
  refused(".obj", "v 0 0 0\nf 1 1 1x\n", "'1x' is not an integer");
  refused(".obj", "v 0 0 0\nf 1 1 1.0\n", "'1.0' is not an integer");
  refused(".obj", "v 0 0 0\nf 1/ 1 1\n", "'1/' is not a corner");
  refused(".obj", "v 0 0 0\nf 1// 1 1\n", "is not a corner");
  refused(".obj", "v 0 0 0\nf 1/1/1/1 1 1\n", "is not a corner");
  refused(".obj", "v 0 0 0\nf /1 1 1\n", "is not an integer");
  refused(".obj", "v 0 0 0\nwhat is this\n", "'what' is not a supported statement");
  refused(".obj", "v 0 0 0\nsurf 0 1 0 1 1\n", "'surf' is not a supported statement");
}

TEST_CASE("what a format holds but Pliant has no use for is refused, not left out") {
  refused(".mesh", replaced(kMedit, "Edges\n1\n1 2 0\n", "Hexahedra\n1\n1 2 3 4 1 2 3 4 0\n"),
          "Hexahedra are not supported");
  refused(".mesh", replaced(kMedit, "Edges\n1\n1 2 0\n", "TrianglesP2\n1\n1 2 3 4 1 2 0\n"),
          "TrianglesP2 are not supported");
  refused(".mesh", replaced(kMedit, "Edges\n1\n1 2 0\n", "hexahedraq2\n1\n1 2 3\n"), "hexahedraq2 are not supported");
  refused(".mesh", replaced(kMedit, "Dimension\n3", "Dimension\n4"), "dimension 4");
  refused(".mesh", "Vertices\n1\n0 0 0 0\n", "does not begin with");
  refused(".mesh", "MeshVersionFormatted 1\nVertices\n1\n0 0 0 0\n", "before its Dimension");
  refused(".mesh", kMedit.substr(0, kMedit.find("End")) + "Vertices\n1\n0 0 0 0\n", "a second section");
  refused(".vtk", replaced(kVtk4, "ASCII", "TERNARY"), "ASCII or BINARY");
  refused(".vtk", replaced(kVtk4, "ASCII", "BINARY"), "section '");
  refused(".vtk", replaced(kVtk4, "UNSTRUCTURED_GRID", "STRUCTURED_GRID"), "'STRUCTURED_GRID' is not supported");
  refused(".vtk", replaced(kVtk4, "\n10 5", "\n12 5"), "cell type 12");
  refused(".vtk", replaced(kVtk4, "\n10 5", "\n5 5"), "has 4 corners");
  refused(".vtk", replaced(kVtk4, "CELL_TYPES 6\n10 5 5 5 5 3", ""), "0 cell types");
  refused(".vtk", replaced(kVtk4, "CELLS 6 24", "CELLS 6 23"), "size");
  refused(".vtk", "# vtk DataFile Version 3.0\n", "");
  refused(".vtk", kVtk4.substr(0, kVtk4.find("CELLS")), "before its CELLS");
  refused(".off", "OFF BINARY\n", "binary OFF");
  refused(".off", "4OFF\n1 0 0\n0 0 0 0\n", "does not begin with OFF");
  refused(".off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "fewer than three");
  refused(".off", "OFF\n1 0 0\n0 0 0\n1 1 1\n", "unexpected text after");
  refused(".ply", replaced(ply("1", "1", "0 0 0\n3 0 0 0\n"), "int vertex_indices", "float vertex_indices"),
          "of integers");
  refused(".ply", replaced(ply("1", "0", "0 0 0\n"), "float z", "float w"), "vertices need the properties x, y and z");
  refused(".ply", replaced(ply("1", "0", "0 0 0\n"), "float z", "float y"), "vertices need the properties x, y and z");
  refused(".ply", replaced(ply("1", "0", "0 0 0\n"), "float z", "real z"), "'real' is not a type");
  refused(".ply", replaced(ply("1", "0", "0 0 0\n"), "element face 0", "element vertex 0"), "is declared twice");
  refused(".ply", replaced(ply("1", "1", "0 0 0\n2 0 0\n"), "element face", "element tristrips"), "a strip has fewer");
  refused(".ply", replaced(ply("1", "0", "0 0 0\n"), "ascii", "text"), "'text' is not a format");
  refused(".ply", ply("1", "0", "0 0 0\n0 0 0\n"), "unexpected text after");
  refused(".ply", ply("1", "0", "0 0 0 0\n"), "at the end of the line");
  refused(".ply", ply("2", "0", "0 0\n0 0 0 0\n"), "the line ends");
  refused(".ply", binaryPly(true) + "x", "unexpected bytes after");
  refused(".stl", replaced(asciiStl(), "endloop", "vertex 0 0 0\nendloop"), "endloop is expected");
}

TEST_CASE("frames of different topology are refused, naming the frame") {
  const ScratchFolder folder;
  const std::string a = folder.write("a.obj", kTriangle);
  for (const char* other :
       {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 2 3\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n"}) {
    CHECK(fault({a, folder.write("b.obj", other)}).find("is not a frame of " + a) != std::string::npos);
  }
  CHECK(fault({a, folder.path("c.obj")}).ends_with("no such file"));
}
