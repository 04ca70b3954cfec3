include(PliantPrecompile)

# pliant_has_threads(result SOURCE...): whether a test, or a header beside it that it includes, speaks of threads, of those
# who work on them, or of the browser, which steps scenes on threads of its own.
function(pliant_has_threads result)
  set(${result} FALSE PARENT_SCOPE)
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(GET source PARENT_PATH folder)
    file(STRINGS ${source} includes REGEX "^#include \"")
    list(TRANSFORM includes REPLACE "^#include \"(.*)\".*" "${folder}/\\1")
    foreach(file IN LISTS source includes)
      if(EXISTS ${file})
        file(STRINGS ${file} found REGEX "[Tt]hread|Workers|\"browse\"" LIMIT_COUNT 1)
        if(found)
          set(${result} TRUE PARENT_SCOPE)
          return()
        endif()
      endif()
    endforeach()
  endforeach()
endfunction()

# What many tests of a folder include of other libraries goes to PLIANT_TEST_HEADERS.
#
# pliant_add_test(name [LONG] LIBRARIES ... SOURCES ... [ENVIRONMENT NAME=VALUE] [LOCK RESOURCE]): one test program; its cases
# become ctest tests, of those with the same resource one at a time. Under the thread sanitizer only those that have several
# threads, since it sees nothing in others. If LONG, the program is one test, run alone, with the label
# "long": what its cases have in common is worked out once. <pliant_catch.h> hides whether Catch2 is of version 2 (Debian 12) or
# 3 (later).
function(pliant_add_test name)
  cmake_parse_arguments(ARG "LONG" "ENVIRONMENT;LOCK" "SOURCES;LIBRARIES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${name}: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(source IN LISTS ARG_SOURCES)
    file(STRINGS ${source} cut REGEX "TEST_CASE.*\".*;.*\"")
    if(cut)
      message(FATAL_ERROR "${source}: a test case's name must not hold a semicolon, where ctest would cut it: ${cut}")
    endif()
  endforeach()
  add_executable(${name} ${ARG_SOURCES})
  pliant_configure_target(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2WithMain pliant::tbb)
  pliant_precompile(${name} SHARED <pliant_catch.h> ${PLIANT_TEST_HEADERS})
  # Tests are compiled for longer than they run.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(PLIANT_SANITIZE MATCHES thread)
    pliant_has_threads(several ${ARG_SOURCES})
    if(NOT several)
      set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
      return()
    endif()
  endif()
  # What a test says where something that it needs is not at hand.
  set(skipped SKIP_REGULAR_EXPRESSION "skipped: PLIANT_[A-Z]+ names no ")
  # A name that ctest hands over and the program does not know must fail, for instance one cut at a semicolon: Catch2 3 does so,
  # Catch2 2 when told, and then takes no second warning.
  if(Catch2_VERSION VERSION_LESS 3)
    set(warning NoTests)
  else()
    set(warning NoAssertions)
  endif()
  set(properties "")
  if(ARG_ENVIRONMENT)
    set(properties ENVIRONMENT ${ARG_ENVIRONMENT})
  endif()
  # Mesa's threads that write the cache end while LeakSanitizer looks at them, which it may not survive.
  if(PLIANT_SANITIZE MATCHES address)
    list(APPEND properties ENVIRONMENT_MODIFICATION MESA_SHADER_CACHE_DISABLE=set:true)
  endif()
  if(ARG_LOCK)
    list(APPEND properties RESOURCE_LOCK ${ARG_LOCK})
  endif()
  # What still runs then hangs; a sanitizer or an emulator takes up to twenty times as long.
  set(timeout 300)
  if(PLIANT_SANITIZE OR CMAKE_CROSSCOMPILING)
    set(timeout 1800)
  endif()
  if(ARG_LONG)
    add_test(NAME ${name}${PLIANT_LIBRARY_SUFFIX} COMMAND ${name} --warn ${warning} --durations yes)
    set_tests_properties(${name}${PLIANT_LIBRARY_SUFFIX} PROPERTIES TIMEOUT 3600 LABELS long RUN_SERIAL TRUE
      ${properties} ${skipped})
  else()
    catch_discover_tests(${name} TEST_PREFIX "${name}${PLIANT_LIBRARY_SUFFIX}: " EXTRA_ARGS --warn ${warning}
      PROPERTIES TIMEOUT ${timeout} ${properties} ${skipped})
  endif()
endfunction()

# pliant_add_tests(part LIBRARIES ... [ENVIRONMENT ...] [LOCK ...]): each .cpp of the current folder is a test program. So is
# each one in whole/, which steps scenes hundreds of times, and in long/, a long one, which also compares times with stock
# Bullet's: both only where Pliant is built as Bullet is, optimised and without sanitizers.
function(pliant_add_tests part)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    pliant_add_test(${part}_${name} SOURCES ${source} ${ARGN})
  endforeach()
  if(PLIANT_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL Release)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS whole/*.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    pliant_add_test(${part}_${name} SOURCES ${source} ${ARGN})
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS long/*.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    pliant_add_test(${part}_${name} LONG SOURCES ${source} ${ARGN})
  endforeach()
endfunction()
