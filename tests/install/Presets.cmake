# cmake -DTREE=<folder> -DSCRATCH=<folder> -P Presets.cmake: configures with the presets for users. Checks that they
# build only detectors and plugin, in a folder of their own, and that warnings are not errors, since newer compilers
# have new warnings.

cmake_minimum_required(VERSION 3.25)

file(READ ${TREE}/README.md readme)
file(REMOVE_RECURSE ${SCRATCH})
foreach(precision "" "-double")
  set(preset install${precision})
  string(FIND "${readme}" "build/${preset}" told)
  if(told EQUAL -1)
    message(SEND_ERROR "README.md does not tell of build/${preset}")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} --preset ${preset} -B ${SCRATCH}/${preset} WORKING_DIRECTORY ${TREE}
    COMMAND_ERROR_IS_FATAL ANY)
  set(double OFF)
  if(precision)
    set(double ON)
  endif()
  foreach(wanted CMAKE_BUILD_TYPE=Release PLIANT_BUILD_PLUGIN=ON PLIANT_BUILD_GLRENDER=OFF PLIANT_BUILD_DEMO=OFF PLIANT_BUILD_TESTS=OFF
      PLIANT_BUILD_BENCH=OFF PLIANT_INSTALL=ON PLIANT_WARNINGS_AS_ERRORS=OFF PLIANT_DOUBLE_PRECISION=${double})
    string(REPLACE "=" ":[A-Z]+=" pattern "${wanted}")
    file(STRINGS ${SCRATCH}/${preset}/CMakeCache.txt line REGEX "^${pattern}$")
    if(NOT line)
      message(SEND_ERROR "preset ${preset}: ${wanted} is expected")
    endif()
  endforeach()
endforeach()
