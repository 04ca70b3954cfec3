# What every target of Pliant's own has in common.

if(PLIANT_DOUBLE_PRECISION)
  set(PLIANT_LIBRARY_SUFFIX "-float64")
else()
  set(PLIANT_LIBRARY_SUFFIX "")
endif()

# C++20, hidden visibility, warnings, and no contraction of a*b+c: decisions must not depend on the machine.
function(pliant_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
    $<$<BOOL:${PLIANT_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()

# pliant_add_library(detectors SOURCES ...): library pliant_detectors, alias pliant::detectors.
function(pliant_add_library name)
  cmake_parse_arguments(ARG "STATIC" "" "SOURCES" ${ARGN})
  if(ARG_STATIC)
    add_library(pliant_${name} STATIC ${ARG_SOURCES})
  else()
    add_library(pliant_${name} ${ARG_SOURCES})
  endif()
  add_library(pliant::${name} ALIAS pliant_${name})
  pliant_configure_target(pliant_${name})
  set_target_properties(pliant_${name} PROPERTIES
    OUTPUT_NAME pliant_${name}${PLIANT_LIBRARY_SUFFIX}
    EXPORT_NAME ${name}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION})
endfunction()
