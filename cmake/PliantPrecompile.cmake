# pliant_precompile(TARGET [SHARED] HEADER...): precompiles for a target these headers of other libraries, Eigen, and
# the most used headers of the standard library. With SHARED the targets of a folder that pass it share one precompiled
# header; a target with definitions of its own compiles without it. Does nothing under ccache, which would miss its
# cache then. CMAKE_DISABLE_PRECOMPILE_HEADERS shows the sources that lack an include; the preset "double" sets it.
function(pliant_precompile target)
  cmake_parse_arguments(ARG "SHARED" "" "" ${ARGN})
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
    return()
  endif()
  set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)
  get_property(first DIRECTORY PROPERTY PLIANT_PRECOMPILED)
  if(ARG_SHARED AND first)
    target_precompile_headers(${target} REUSE_FROM ${first})
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARG_UNPARSED_ARGUMENTS}
    <Eigen/Core> <algorithm> <array> <cmath> <functional> <memory> <random> <span> <string> <utility> <vector>)
  if(ARG_SHARED)
    set_property(DIRECTORY PROPERTY PLIANT_PRECOMPILED ${target})
  endif()
endfunction()
