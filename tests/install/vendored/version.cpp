// The headers must be those of the Bullet in the tree. tests/install/Vendored.cmake gives it a version that no other
// Bullet has.
#include <pliant/plugin.h>

static_assert(BT_BULLET_VERSION == 399);
