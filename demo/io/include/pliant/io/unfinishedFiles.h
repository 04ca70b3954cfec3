#pragma once

namespace pliant {

/// From now on SIGINT, SIGTERM and SIGHUP, before they end this process as ever, remove the temporary file of a
/// writeFile() that is not done. What is ignored stays ignored; other handlers that are set later take the place of
/// this one. Child processes inherit it.
void removeUnfinishedOnSignals();

}  // namespace pliant
