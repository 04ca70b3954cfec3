#pragma once

#include <pliant/io/Mesh.h>

#include <string>

#include "FileContent.h"

// One reader per format, each in its own file. They throw Error for every fault except a file without vertices.
namespace pliant::detail {

Mesh readObj(const FileContent& file);
Mesh readPly(const FileContent& file);
Mesh readOff(const FileContent& file);
Mesh readStl(const FileContent& file);
Mesh readMedit(const FileContent& file);
Mesh readTetGenElements(const FileContent& file);
Mesh readTetGenNodes(const FileContent& file);
/// Returns the file that holds the points of an .ele file.
std::string nodeFileOf(const std::string& elements);
Mesh readVtk(const FileContent& file);

}  // namespace pliant::detail
