include(PliantPrecompile)

# Suffix of the names of tests: it names the build tree. `tests/run --full` runs the tests of several trees at once, and ctest applies
# the properties of a test, as its time limit, to all tests of the same name.
set(PLIANT_TEST_SUFFIX "${PLIANT_LIBRARY_SUFFIX}")
if(PLIANT_SANITIZE)
  string(REGEX MATCH "^[a-z]+" sanitizer "${PLIANT_SANITIZE}")
  string(APPEND PLIANT_TEST_SUFFIX "-${sanitizer}")
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  string(APPEND PLIANT_TEST_SUFFIX "-clang")
endif()

# pliant_has_threads(RESULT SOURCE...): sets RESULT to true if a test needs the thread sanitizer: if its source, or a
# header of tests/ that it includes, contains "thread", "Workers" (these work on threads) or "browse" (the browser steps
# scenes on threads of its own). Comments count, too.
function(pliant_has_threads result)
  set(${result} FALSE PARENT_SCOPE)
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(GET source PARENT_PATH folder)
    file(STRINGS ${source} includes REGEX "^#include \"")
    list(TRANSFORM includes REPLACE "^#include \"(.*)\".*" "\\1")
    list(TRANSFORM includes PREPEND ${folder}/ OUTPUT_VARIABLE beside)
    list(TRANSFORM includes PREPEND ${PROJECT_SOURCE_DIR}/tests/)
    foreach(file IN LISTS source beside includes)
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

# pliant_add_test(NAME [LONG] [PART PART] LIBRARIES ... SOURCES ... [ENVIRONMENT NAME=VALUE]): adds a test program.
# - Each case becomes a ctest test "NAME: case", with PART "PART_FILE: case" (FILE: the source, without .cpp).
# - With LONG the program is one test, which runs alone and has the label "long". Its cases share results that are
#   computed once.
# - Under the thread sanitizer only sources with several threads are built, since it finds nothing in others.
# - PLIANT_TEST_HEADERS lists headers of other libraries that many tests of a folder include. They are precompiled.
# - <pliant_catch.h> hides the difference between Catch2 version 2 (Debian 12) and 3 (later).
function(pliant_add_test name)
  cmake_parse_arguments(ARG "LONG" "PART;ENVIRONMENT" "SOURCES;LIBRARIES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${name}: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  set(sources "")
  set(counts FALSE)
  foreach(source IN LISTS ARG_SOURCES)
    file(STRINGS ${source} cut REGEX "TEST_CASE.*\".*;.*\"")
    if(cut)
      message(FATAL_ERROR "${source}: a test case's name must not hold a semicolon, where ctest would cut it: ${cut}")
    endif()
    file(STRINGS ${source} counted REGEX "pliant_allocations.h" LIMIT_COUNT 1)
    if(counted)
      set(counts TRUE)
    endif()
    set(several TRUE)
    if(PLIANT_SANITIZE MATCHES thread AND ARG_PART)
      pliant_has_threads(several ${source})
    elseif(PLIANT_SANITIZE MATCHES thread)
      pliant_has_threads(several ${ARG_SOURCES})
    endif()
    if(several)
      list(APPEND sources ${source})
    endif()
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  pliant_configure_target(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2WithMain pliant::tbb)
  pliant_precompile(${name} <pliant_catch.h> ${PLIANT_TEST_HEADERS})
  if(counts)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/pliant_allocations.cpp)
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
  # Compiling a test takes longer than running it.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  # A test prints this text if something that it needs is missing.
  set(skipped SKIP_REGULAR_EXPRESSION "skipped: PLIANT_[A-Z]+ names no ")
  # A test must fail if ctest passes a name that the program does not have, for instance a name that was cut at a
  # semicolon. Catch2 3 fails by default. Catch2 2 fails with the warning NoTests; it accepts only one --warn.
  if(Catch2_VERSION VERSION_LESS 3)
    set(warning NoTests)
  else()
    set(warning NoAssertions)
  endif()
  set(properties "")
  if(ARG_ENVIRONMENT)
    set(properties ENVIRONMENT ${ARG_ENVIRONMENT})
  endif()
  # Mesa's threads that write the shader cache may end while LeakSanitizer inspects them, which can crash it.
  if(PLIANT_SANITIZE MATCHES address)
    list(APPEND properties ENVIRONMENT_MODIFICATION MESA_SHADER_CACHE_DISABLE=set:true)
  endif()
  # A test that exceeds this time hangs. A sanitizer or an emulator makes tests up to twenty times as slow.
  set(timeout 300)
  if(PLIANT_SANITIZE OR CMAKE_CROSSCOMPILING)
    set(timeout 1800)
  endif()
  if(ARG_LONG)
    add_test(NAME ${name}${PLIANT_TEST_SUFFIX} COMMAND ${name} --warn ${warning} --durations yes)
    set_tests_properties(${name}${PLIANT_TEST_SUFFIX} PROPERTIES TIMEOUT 3600 LABELS long RUN_SERIAL TRUE
      ${properties} ${skipped})
  elseif(ARG_PART)
    # Catch2 gives each case the tag #FILE.
    foreach(source IN LISTS sources)
      cmake_path(GET source STEM file)
      catch_discover_tests(${name} TEST_SPEC --filenames-as-tags "[#${file}]" TEST_PREFIX "${ARG_PART}_${file}${PLIANT_TEST_SUFFIX}: "
        EXTRA_ARGS --warn ${warning} PROPERTIES TIMEOUT ${timeout} ${properties} ${skipped})
    endforeach()
  else()
    catch_discover_tests(${name} TEST_PREFIX "${name}${PLIANT_TEST_SUFFIX}: " EXTRA_ARGS --warn ${warning}
      PROPERTIES TIMEOUT ${timeout} ${properties} ${skipped})
  endif()
endfunction()

# pliant_add_tests(PART LIBRARIES ... [ENVIRONMENT ...]): adds these test programs:
# - PART_tests: the .cpp of the current folder.
# - PART_FOLDER: those of each folder in PLIANT_TEST_FOLDERS, and of whole/ (tests that step scenes hundreds of times).
# - PART_FILE for each .cpp of long/ (long tests, which also compare times with stock Bullet).
# The programs of whole/ and long/ need a release build without sanitizers, since Bullet is built so.
function(pliant_add_tests part)
  set(folders . ${PLIANT_TEST_FOLDERS})
  set(long "")
  if(NOT PLIANT_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL Release)
    list(APPEND folders whole)
    file(GLOB long CONFIGURE_DEPENDS long/*.cpp)
  endif()
  foreach(folder IN LISTS folders)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    string(REPLACE "_." "_tests" name ${part}_${folder})
    pliant_add_test(${name} PART ${part} SOURCES ${sources} ${ARGN})
  endforeach()
  foreach(source IN LISTS long)
    cmake_path(GET source STEM name)
    pliant_add_test(${part}_${name} LONG SOURCES ${source} ${ARGN})
  endforeach()
endfunction()
