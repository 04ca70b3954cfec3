# cmake -DBUILDS=<build folders> -DSCRATCH=<folder> [-DSHARED=ON] -P Install.cmake: installs each build into one scratch
# folder. Then configures, builds and runs tests/install/<component> with each package found there, and
# tests/install/volumes, which needs two components. With SHARED the libraries are first built as shared libraries, with
# the options of the builds.

cmake_minimum_required(VERSION 3.25)

# cached(BUILD NAME): sets the variable NAME to its value in the cache of the build.
function(cached build name)
  file(STRINGS ${build}/CMakeCache.txt line REGEX "^${name}:[A-Z]+=" LIMIT_COUNT 1)
  string(REGEX REPLACE "^[^=]*=" "" value "${line}")
  set(${name} "${value}" PARENT_SCOPE)
endfunction()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# fails(TEXT COMMAND ...): the command must fail and print TEXT.
function(fails text)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  string(REGEX REPLACE "[ \t\n]+" " " output "${output}")
  string(FIND "${output}" "${text}" found)
  if(result EQUAL 0 OR found EQUAL -1)
    message(FATAL_ERROR "expected to fail with '${text}': ${ARGN}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/prefix)
set(packages "")
foreach(build IN LISTS BUILDS)
  foreach(name CMAKE_GENERATOR CMAKE_CXX_COMPILER CMAKE_HOME_DIRECTORY PLIANT_DOUBLE_PRECISION PLIANT_BUILD_PLUGIN
      PLIANT_BUILD_GLRENDER)
    cached(${build} ${name})
  endforeach()
  set(toolchain -G ${CMAKE_GENERATOR} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=Release)
  if(SHARED)
    set(source ${CMAKE_HOME_DIRECTORY})
    run(${CMAKE_COMMAND} -S ${source} -B ${SCRATCH}/build ${toolchain} -DBUILD_SHARED_LIBS=ON
      -DPLIANT_DOUBLE_PRECISION=${PLIANT_DOUBLE_PRECISION} -DPLIANT_BUILD_PLUGIN=${PLIANT_BUILD_PLUGIN}
      -DPLIANT_BUILD_GLRENDER=${PLIANT_BUILD_GLRENDER} -DPLIANT_BUILD_DEMO=OFF -DPLIANT_BUILD_TESTS=OFF -DPLIANT_BUILD_BENCH=OFF)
    run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
    set(build ${SCRATCH}/build)
  endif()
  run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
  set(package pliant)
  if(PLIANT_DOUBLE_PRECISION)
    set(package pliant-float64)
  endif()
  list(APPEND packages ${package})
  set(${package}_components detectors)
  if(PLIANT_BUILD_PLUGIN)
    list(APPEND ${package}_components plugin)
  endif()
  if(PLIANT_BUILD_GLRENDER)
    list(APPEND ${package}_components glrender)
  endif()
  if(PLIANT_BUILD_PLUGIN AND PLIANT_BUILD_GLRENDER)
    list(APPEND ${package}_components volumes)
  endif()
endforeach()

foreach(package IN LISTS packages)
  foreach(component IN LISTS ${package}_components)
    set(source ${CMAKE_CURRENT_LIST_DIR}/${component})
    set(build ${SCRATCH}/${package}-${component})
    run(${CMAKE_COMMAND} -S ${source} -B ${build} ${toolchain} -DPACKAGE=${package} -DCMAKE_PREFIX_PATH=${prefix})
    run(${CMAKE_COMMAND} --build ${build})
    run(${build}/HelloWorld)
  endforeach()
  if("plugin" IN_LIST ${package}_components)
    # Bullet has another precision than Pliant.
    if(package STREQUAL pliant)
      set(wrong "#define BT_USE_DOUBLE_PRECISION")
    else()
      set(wrong "#undef BT_USE_DOUBLE_PRECISION")
    endif()
    set(build ${SCRATCH}/${package}-mismatch)
    run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/mismatch -B ${build} ${toolchain} -DPACKAGE=${package}
      "-DWRONG=${wrong}" -DCMAKE_PREFIX_PATH=${prefix})
    fails("Bullet and Pliant must have the same precision" ${CMAKE_COMMAND} --build ${build})
    # Bullet is too old.
    set(wrong "#include <LinearMath/btScalar.h>\n#undef BT_BULLET_VERSION\n#define BT_BULLET_VERSION 289")
    set(build ${SCRATCH}/${package}-old)
    run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/mismatch -B ${build} ${toolchain} -DPACKAGE=${package}
      "-DWRONG=${wrong}" -DCMAKE_PREFIX_PATH=${prefix})
    fails("Pliant needs Bullet 3.05" ${CMAKE_COMMAND} --build ${build})
  else()
    fails("plugin" ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/plugin -B ${SCRATCH}/${package}-plugin ${toolchain}
      -DPACKAGE=${package} -DCMAKE_PREFIX_PATH=${prefix})
  endif()
endforeach()

list(LENGTH packages count)
if(count GREATER 1)
  fails("exclude each other" ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/both -B ${SCRATCH}/both ${toolchain}
    -DCMAKE_PREFIX_PATH=${prefix})
endif()
