# cmake -DTREE=<folder> -P CheckSizes.cmake: fails if a source under TREE, or a function in it, is too long. Nothing is
# checked without awk.

cmake_minimum_required(VERSION 3.25)

set(most_lines 400)
set(most_lines_of_function 80)

find_program(awk awk)
if(NOT awk)
  return()
endif()
set(patterns "")
foreach(folder detectors plugin glrender demo tests)
  list(APPEND patterns ${TREE}/${folder}/*.h ${TREE}/${folder}/*.cpp)
endforeach()
file(GLOB_RECURSE sources RELATIVE ${TREE} ${patterns})
execute_process(
  COMMAND ${awk} -v mostLines=${most_lines} -v mostOfFunction=${most_lines_of_function}
    -f ${CMAKE_CURRENT_LIST_DIR}/sizes.awk ${sources}
  WORKING_DIRECTORY ${TREE} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
if(found)
  message(SEND_ERROR "${found}")
endif()
