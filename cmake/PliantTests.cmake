# pliant_add_test(name LIBRARIES ... SOURCES ...): one test program; its cases become ctest tests.
# <pliant_catch.h> hides whether Catch2 is of version 2 (Debian 12) or 3 (later).
function(pliant_add_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  pliant_configure_target(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2WithMain)
  catch_discover_tests(${name} TEST_PREFIX "${name}: " PROPERTIES TIMEOUT 300)
endfunction()
