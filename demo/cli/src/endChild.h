#pragma once

#include <sys/types.h>

namespace pliant::cli {

/// Ends a child process and waits for it: by SIGTERM, so that it leaves no temporary file, and after a second by
/// SIGKILL. Returns the status that waitpid gives.
int endChild(pid_t child);

}  // namespace pliant::cli
