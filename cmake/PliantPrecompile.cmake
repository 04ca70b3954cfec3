# pliant_precompile(TARGET HEADER...): precompiles for a target these headers of other libraries, Eigen, and the most used
# headers of the standard library.
# - Targets of one type with the same headers share one precompiled header. Their flags must be the same.
# - Highway defines a macro for targets that link it, and a compiler takes no header with a macro that a target lacks. So
#   these targets have headers of their own.
# - Does nothing under ccache, which would miss its cache then.
# - CMAKE_DISABLE_PRECOMPILE_HEADERS shows the sources that lack an include; the preset "double" sets it.
function(pliant_precompile target)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
    return()
  endif()
  set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)
  # GCC does not take a library's header for a program: their code is positioned differently.
  get_target_property(type ${target} TYPE)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  set(highway "")
  if(pliant::highway IN_LIST libraries)
    set(highway "HIGHWAY")
  endif()
  string(MAKE_C_IDENTIFIER "PLIANT_PRECOMPILED_${type}_${highway}_${ARGN}" kind)
  get_property(first GLOBAL PROPERTY ${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN}
    <Eigen/Core> <algorithm> <array> <cmath> <functional> <memory> <random> <span> <string> <utility> <vector>)
  set_property(GLOBAL PROPERTY ${kind} ${target})
endfunction()
