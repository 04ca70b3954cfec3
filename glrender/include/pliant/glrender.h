#pragma once

#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error "Pliant needs C++20"
#endif

#include <pliant/glrender/AbufferLdi.h>
#include <pliant/glrender/AutoLdi.h>
#include <pliant/glrender/DrawnLdi.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/glrender/GlLdi.h>
#include <pliant/glrender/GlSurface.h>
#include <pliant/glrender/HeadlessContext.h>
#include <pliant/glrender/HostContext.h>
#include <pliant/glrender/LdiDrawing.h>
#include <pliant/glrender/OrderedLdi.h>
#include <pliant/glrender/SharedContext.h>
#include <pliant/glrender/UnorderedLdi.h>
