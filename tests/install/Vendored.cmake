# cmake -DTREE=<folder> -DBULLET=<folder> -DSCRATCH=<folder> -DGENERATOR=... -DCXX=... -P Vendored.cmake: builds Bullet,
# Pliant and a program in one project, and checks that the program contains no other Bullet. Then checks the same with
# the package that this project installs. The copy of Bullet's sources has a version that no other Bullet has.

cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Checks that the program contains Bullet once, and that none of the libraries that it loads is a Bullet.
function(check_one_bullet program)
  run(${program})
  execute_process(COMMAND ldd ${program} OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
  if(libraries MATCHES "Bullet|LinearMath")
    message(FATAL_ERROR "${program} loads a Bullet:\n${libraries}")
  endif()
  execute_process(COMMAND nm --defined-only --demangle ${program} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[tT] btSoftBody::setTotalMass[^\n]*" found "${symbols}")
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${program} holds btSoftBody::setTotalMass ${count} times")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${BULLET}/src ${BULLET}/CMakeLists.txt ${BULLET}/VERSION ${BULLET}/BulletConfig.cmake.in ${BULLET}/UseBullet.cmake
  ${BULLET}/bullet.pc.cmake DESTINATION ${SCRATCH}/bullet)
file(READ ${SCRATCH}/bullet/src/LinearMath/btScalar.h text)
string(REGEX REPLACE "(define BT_BULLET_VERSION) [0-9]+" "\\1 399" text "${text}")
file(WRITE ${SCRATCH}/bullet/src/LinearMath/btScalar.h "${text}")

set(toolchain -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
set(options -DBULLET=${SCRATCH}/bullet -DPLIANT=${TREE} -DPLIANT_INSTALL=ON -DINSTALL_LIBS=ON)
foreach(part IN ITEMS BULLET3 BULLET2_DEMOS CPU_DEMOS OPENGL3_DEMOS EXTRAS UNIT_TESTS)
  list(APPEND options -DBUILD_${part}=OFF)
endforeach()
set(vendored ${CMAKE_CURRENT_LIST_DIR}/vendored)

# In double precision Debian's sources append -float64 to the target names. Bullet and Pliant must be set to the same
# precision.
run(${CMAKE_COMMAND} -S ${vendored} -B ${SCRATCH}/double ${toolchain} ${options} -DUSE_DOUBLE_PRECISION=ON
  -DPLIANT_DOUBLE_PRECISION=ON)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${vendored} -B ${SCRATCH}/mixed ${toolchain} ${options} -DUSE_DOUBLE_PRECISION=ON
  RESULT_VARIABLE result ERROR_VARIABLE output OUTPUT_QUIET)
if(result EQUAL 0 OR NOT output MATCHES "it has the other precision")
  message(FATAL_ERROR "Bullet in double and Pliant in single precision are not refused:\n${output}")
endif()

run(${CMAKE_COMMAND} -S ${vendored} -B ${SCRATCH}/build ${toolchain} ${options})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
check_one_bullet(${SCRATCH}/build/HelloWorld)

set(prefix ${SCRATCH}/prefix)
run(${CMAKE_COMMAND} --install ${SCRATCH}/build --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/plugin -B ${SCRATCH}/installed ${toolchain} -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${SCRATCH}/installed)
check_one_bullet(${SCRATCH}/installed/HelloWorld)
# The system's Bullet has another version than the Bullet that Pliant was built with.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/plugin -B ${SCRATCH}/other ${toolchain}
    -Dpliant_DIR=${prefix}/lib/cmake/pliant
  RESULT_VARIABLE result ERROR_VARIABLE output OUTPUT_QUIET)
string(REGEX REPLACE "[ \t\n]+" " " output "${output}")
if(result EQUAL 0 OR NOT output MATCHES "but Pliant was built with 399")
  message(FATAL_ERROR "a Pliant that was built with another Bullet is not refused:\n${output}")
endif()
