// A library to preload: a rename to a name that contains $PLIANT_HOLD first creates the file $PLIANT_HELD and waits for
// a minute.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern "C" __attribute__((visibility("default"))) int rename(const char* from, const char* to) noexcept {
  const char *const held = getenv("PLIANT_HELD"), *const wanted = getenv("PLIANT_HOLD");
  if (held != nullptr && wanted != nullptr && strstr(to, wanted) != nullptr) {
    ::close(::open(held, O_WRONLY | O_CREAT, 0600));
    ::sleep(60);
  }
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}
