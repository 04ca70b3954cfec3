#pragma once

// Macros of Xlib's, such as None and Always, break headers that come behind it: this is included last.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
