#pragma once

// Xlib's macros, such as None and Always, break headers that come after it. Include this header last.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
