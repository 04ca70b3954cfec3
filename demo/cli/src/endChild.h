#pragma once

#include <sys/types.h>

namespace pliant::cli {

/// Ends a child process and waits for it. Sends SIGTERM, so that the child removes its temporary files, and SIGKILL
/// after one second. Returns the status of waitpid.
int endChild(pid_t child);

}  // namespace pliant::cli
