# pliant_precompile(target [SHARED] HEADER...): what nearly every source of a target includes is compiled once: these headers of
# other libraries, Eigen and the standard's most used. With SHARED once for all such targets of a folder; one with
# definitions of its own does without it. Not with ccache, which keeps what each source compiles to, and would not then.
# CMAKE_DISABLE_PRECOMPILE_HEADERS shows which source lacks an include of its own: the preset "double" sets it.
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
