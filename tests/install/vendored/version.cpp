// The headers are those of the Bullet in the tree, which tests/install/Vendored.cmake gives a version of its own.
#include <pliant/plugin.h>

static_assert(BT_BULLET_VERSION == 399);
