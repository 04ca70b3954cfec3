#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pliant {

/// Treatment of a symbolic link at the output path:
/// - Follow: the link stays, and the file that it points to is replaced.
/// - Replace: the link itself is replaced, so no file outside its folder changes.
enum class Links : std::uint8_t { Follow, Replace };

/// Throws Error with the reason if `path` can't become an output file: its folder is missing, or `path` is a folder, a
/// device, a pipe or a file without write permission. Writes nothing.
void checkWritable(const std::string& path, Links links = Links::Follow);

/// Throws Error if `path` is a symbolic link.
void refuseLink(const std::string& path);

/// Creates a folder and its missing parent folders, unless it exists. Throws Error with its name on failure.
void makeFolder(const std::string& path);

/// Writes a whole file or no file: the content goes to a temporary file in the same folder, which is then renamed. The
/// new file gets the mode of the file that it replaces and, if permitted, its owner and group. Throws Error with the
/// file's name and the reason.
void writeFile(const std::string& path, std::string_view content, Links links = Links::Follow);

}  // namespace pliant
