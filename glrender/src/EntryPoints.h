#pragma once

namespace pliant::detail {

/// Loads OpenGL's functions, once for all contexts of the process: they lead to the context that is current. One must
/// be when it is called first.
bool loadEntryPoints();

/// 10 major + minor of the current context by its text alone, so that no error is left in it. 0 where there is none.
int toldVersion();

}  // namespace pliant::detail
