# The check of headers must accept sound headers and fail on each planted fault.

cmake_minimum_required(VERSION 3.25)

# check(NAME EXPECTED FIRST SECOND): fails unless a folder with First.h and Second.h of these contents compiles or fails
# as expected.
function(check name expected first second)
  set(folder ${SCRATCH}/${name})
  file(WRITE ${folder}/include/First.h "${first}")
  file(WRITE ${folder}/include/Second.h "${second}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${PROJECT} -B ${folder}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
      -DMODULES=${MODULES} -DHEADERS=${folder}/include -DMACROS=${MACROS}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder}/build OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(result EQUAL 0)
    set(found compiles)
  else()
    set(found fails)
  endif()
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "${name}: ${found}, expected: ${expected}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(first "#pragma once\nstruct First {};\n")
check(sound compiles "${first}" "#pragma once\n#include <First.h>\nstruct Second : First {};\n")
check(leaning fails "${first}" "#pragma once\nstruct Second : First {};\n")
check(unguarded fails "${first}" "#include <First.h>\nstruct Second : First {};\n")
foreach(fault IN ITEMS "enum class First { Off, None }" "struct First { int near = 0, end = 0\; }"
    "#include <limits>\ninline int first() { return std::numeric_limits<int>::max()\; }\nstruct First {}")
  string(MAKE_C_IDENTIFIER "${fault}" name)
  check(${name} fails "#pragma once\n${fault};\n" "#pragma once\n")
endforeach()
check(bracketed compiles "#pragma once\n#include <limits>\ninline int first() { return (std::numeric_limits<int>::max)(); }\n" "#pragma once\n")
