# cmake -DTREE=<folder> -DSCRATCH=<folder> -DGENERATOR=... -DCXX=... -P Subproject.cmake: configures a project with
# Pliant in it, and compiles with Pliant's flags after flags for fast mathematics. clang-cl is tested too if it is
# installed, but only its assembly.

cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Compiles arithmetic.cpp for a processor with fused operations. Its assembly must contain no fused operation.
function(check_assembly name compiler flags)
  set(build ${SCRATCH}/${name})
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/flags -B ${build} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${compiler}
    -DMODULES=${TREE}/cmake -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=${flags}" ${ARGN})
  run(${CMAKE_COMMAND} --build ${build} --target arithmetic)
  file(GLOB_RECURSE assembly ${build}/*.s ${build}/*.asm)
  list(LENGTH assembly count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${name}: one file of assembly was expected, not ${count}: ${assembly}")
  endif()
  file(STRINGS ${assembly} additions REGEX "[ \t](v?addss|fadd|fadds)[ \t]")
  file(STRINGS ${assembly} fused REGEX "[ \t](vfn?m(add|sub)|fn?m(add|sub))")
  if(fused OR NOT additions)
    message(FATAL_ERROR "${name}: fused: ${fused}\nadditions: ${additions}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
foreach(pliant IN ITEMS "" ${TREE})
  file(REMOVE_RECURSE ${SCRATCH}/project)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${SCRATCH}/project -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DPLIANT=${pliant})
endforeach()

foreach(flags IN ITEMS "-ffast-math" "-Ofast" "-funsafe-math-optimizations -ffinite-math-only")
  string(MAKE_C_IDENTIFIER "run${flags}" name)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/flags -B ${SCRATCH}/${name} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DMODULES=${TREE}/cmake -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=${flags}")
  run(${CMAKE_COMMAND} --build ${SCRATCH}/${name})
  run(${SCRATCH}/${name}/check)
endforeach()
cmake_host_system_information(RESULT machine QUERY OS_PLATFORM)
set(fused "")
if(machine MATCHES "x86_64|amd64")
  set(fused "-mfma")
endif()
check_assembly(assembly ${CXX} "-ffast-math ${fused}" "-DASSEMBLY=-save-temps=obj")
find_program(clang_cl NAMES clang-cl clang-cl-14)
if(clang_cl)
  check_assembly(assembly_msvc ${clang_cl} "--target=x86_64-pc-windows-msvc /arch:AVX2 /fp:fast" -DASSEMBLY=/FA
    -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY)
endif()
