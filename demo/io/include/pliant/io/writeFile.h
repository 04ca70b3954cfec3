#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pliant {

/// What becomes of a symbolic link at the path of a file that is written. Follow: it stays, and the file that it points
/// to is replaced. Replace: it is replaced itself, so nothing outside its folder is touched.
enum class Links : std::uint8_t { Follow, Replace };

/// Throws Error with the reason when `path` can't become an output file: its folder is missing, it is a folder, a
/// device or a pipe, or a file that may not be written. Writes nothing.
void checkWritable(const std::string& path, Links links = Links::Follow);

/// Throws Error where `path` is a symbolic link.
void refuseLink(const std::string& path);

/// Makes a folder, and those that it lies in, unless it is there. Throws Error with its name where it can't.
void makeFolder(const std::string& path);

/// Writes a file whole or not at all: a temporary file in the same folder, then renamed. An earlier file is replaced;
/// the new one has its mode and, where this process may give them, its owner and group. Throws Error with the file's
/// name and the reason.
void writeFile(const std::string& path, std::string_view content, Links links = Links::Follow);

}  // namespace pliant
