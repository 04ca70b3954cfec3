#pragma once

namespace pliant::detail {

/// Loads OpenGL's functions once for all contexts of the process; they act on the current context. A context must be
/// current at the first call. Returns false on failure. Thread-safe.
bool loadEntryPoints();

/// Returns the version of the current context, 10 · major + minor, or 0 without a context. Parses GL_VERSION, so that
/// no OpenGL error remains in an old context.
int reportedVersion();

}  // namespace pliant::detail
