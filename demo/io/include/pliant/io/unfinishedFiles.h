#pragma once

namespace pliant {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP that remove the temporary file of an unfinished writeFile(), then
/// end the process as usual. Ignored signals stay ignored. A handler that is set later replaces this one. Child
/// processes inherit the handlers.
void removeUnfinishedOnSignals();

}  // namespace pliant
