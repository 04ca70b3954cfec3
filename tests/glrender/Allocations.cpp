// A scope in a context that was entered before allocates nothing. The driver's own allocations for drawing do not
// count.
#include <pliant/glrender.h>
#include <pliant_allocations.h>

#include "EglHost.h"

using namespace pliant;

TEST_CASE("no allocations in scopes of a context that was entered before") {
  for (const bool core : {true, false}) {
    CAPTURE(core);
    EglHost host(4, 5, core);
    HostContext context;
    const auto enter = [&](int version) { const GlContext::Scope scope(context, version); };
    enter(33);
    enter(43);
    const long before = allocations::count();
    for (int i = 0; i < 8; ++i) {
      enter(33);
      enter(43);
    }
    CHECK(allocations::count() == before);
    CHECK(context.version().size() > 15);  // too long for the string's own buffer
  }
}
