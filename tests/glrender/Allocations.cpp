// A scope in a context that was entered before allocates nothing; what a driver takes to draw is its own.
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
    CHECK(context.version().size() > 15);  // more than a string holds in itself
  }
}
