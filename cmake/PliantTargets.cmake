# Settings that all targets of Pliant share.

if(PLIANT_DOUBLE_PRECISION)
  set(PLIANT_LIBRARY_SUFFIX "-float64")
else()
  set(PLIANT_LIBRARY_SUFFIX "")
endif()

# Decisions must be the same on every machine. So a*b+c is not contracted and fast mathematics is off, whatever flags
# the parent project sets. Warnings are on only in Pliant's own build.
set(PLIANT_FLAGS "")
set(PLIANT_WARNINGS "")
if(MSVC)
  set(PLIANT_FLAGS /utf-8 /bigobj /fp:precise)
  set(PLIANT_WARNINGS /W4 $<$<BOOL:${PLIANT_WARNINGS_AS_ERRORS}>:/WX>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    # clang-cl accepts clang's own options only with the prefix /clang:. The last option counts, so they come after
    # /fp:precise.
    list(APPEND PLIANT_FLAGS /clang:-fno-fast-math /clang:-ffp-contract=off)
  elseif(MSVC_VERSION LESS 1930)
    # /fp:precise contracts before Visual Studio 2022.
    list(APPEND PLIANT_FLAGS /fp:strict)
  endif()
else()
  set(PLIANT_FLAGS -fno-fast-math -ffp-contract=off)
  set(PLIANT_WARNINGS
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
    $<$<BOOL:${PLIANT_WARNINGS_AS_ERRORS}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC 12 gives these warnings falsely for strings, and for Bullet's arrays, that it inlines in part. With precompiled
    # headers they are not suppressed as they are for system headers. Sanitizers and clang find the true ones.
    list(APPEND PLIANT_WARNINGS -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict
      -Wno-maybe-uninitialized)
    # It takes a joined source for a header, where a class with members of private types would be a fault.
    if(CMAKE_UNITY_BUILD)
      list(APPEND PLIANT_WARNINGS -Wno-subobject-linkage)
    endif()
  endif()
endif()
if(NOT PROJECT_IS_TOP_LEVEL)
  set(PLIANT_WARNINGS "")
endif()

# Sets C++20, hidden visibility, and the flags above. Tests call private functions, which shared libraries must export.
function(pliant_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  if(NOT (BUILD_SHARED_LIBS AND PLIANT_BUILD_TESTS))
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
  target_compile_options(${target} PRIVATE ${PLIANT_FLAGS} ${PLIANT_WARNINGS})
endfunction()

# pliant_add_library(io [STATIC] SOURCES ...): adds the library pliant_io with the alias pliant::io. A unity build joins its
# sources, so none of them may use a name for something else than another.
function(pliant_add_library name)
  cmake_parse_arguments(ARG "STATIC" "" "SOURCES" ${ARGN})
  if(ARG_STATIC)
    add_library(pliant_${name} STATIC ${ARG_SOURCES})
  else()
    add_library(pliant_${name} ${ARG_SOURCES})
  endif()
  add_library(pliant::${name} ALIAS pliant_${name})
  pliant_configure_target(pliant_${name})
  # Highway compiles such a source several times, so it can't be joined.
  foreach(source IN LISTS ARG_SOURCES)
    file(STRINGS ${source} repeated REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(repeated)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  set_target_properties(pliant_${name} PROPERTIES
    OUTPUT_NAME pliant_${name}${PLIANT_LIBRARY_SUFFIX}
    EXPORT_NAME ${name}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION})
endfunction()

# pliant_add_public_library(detectors SOURCES ...): adds a library for users and installs it as a component of the
# package. Its headers are in include/. The build's include/ holds the generated export macro PLIANT_DETECTORS_EXPORT.
function(pliant_add_public_library name)
  pliant_add_library(${name} ${ARGN})
  include(GenerateExportHeader)
  string(TOUPPER PLIANT_${name} base)
  generate_export_header(pliant_${name} BASE_NAME ${base}
    EXPORT_FILE_NAME ${CMAKE_CURRENT_BINARY_DIR}/include/pliant/${name}/Export.h)
  target_include_directories(pliant_${name}
    PUBLIC
      $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
      $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/include>
    PRIVATE src)
  if(PLIANT_INSTALL)
    pliant_install_component(${name})
  endif()
endfunction()
