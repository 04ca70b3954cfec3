#pragma once

#include <string>
#include <string_view>

namespace pliant {

/// Throws Error with the reason when `path` can't become an output file: its folder is missing, it is a folder, a
/// device or a pipe, or a file that may not be written. Writes nothing.
void checkWritable(const std::string& path);

/// Makes a folder, and those that it lies in, unless it is there. Throws Error with its name where it can't.
void makeFolder(const std::string& path);

/// Writes a file whole or not at all: a temporary file in the same folder, then renamed. An earlier file is replaced;
/// where `path` is a symbolic link, the file that it points to. Throws Error with the file's name and the reason.
void writeFile(const std::string& path, std::string_view content);

}  // namespace pliant
