# cmake -DPLIANT=<program> -DTESTS=<program> -DSCRATCH=<folder> -P Registry.cmake: checks that the command line, scenes
# and the tests of methods know the method "toy" of the registry, and that it finds what other methods find.

cmake_minimum_required(VERSION 3.25)

function(run output)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "no '${pattern}' in:\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})

run(list ${PLIANT} list)
expect("${list}" "\n  toy +compares each box with every other\n")

# Two faces that intersect.
file(WRITE ${SCRATCH}/a.obj "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n")
file(WRITE ${SCRATCH}/b.obj "v 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0\nf 1 2 3\n")
run(ignored ${PLIANT} detect --method toy --json ${SCRATCH}/found.json ${SCRATCH}/a.obj ${SCRATCH}/b.obj)
file(READ ${SCRATCH}/found.json found)
string(JSON pairs GET "${found}" frames 0 face_pairs)
string(REGEX REPLACE "[ \n]" "" pairs "${pairs}")
expect("${pairs}" "^\\[\\[0,0,1,0\\]\\]$")

foreach(detector IN ITEMS toy spatial-hash)
  run(ignored ${PLIANT} run clothedge --detector ${detector} --steps 30 --check-every 30 --json ${SCRATCH}/${detector}.json)
  file(READ ${SCRATCH}/${detector}.json report)
  string(JSON ${detector} GET "${report}" positions_hash)
endforeach()
if(NOT toy STREQUAL "${spatial-hash}")
  message(FATAL_ERROR "the scene ends differently: ${toy}, ${spatial-hash}")
endif()

# The tests of methods take the toy from the registry: its name is among the messages of passed checks.
run(tests ${TESTS} --success "smooth meshes*")
expect("${tests}" "[^a-z]toy[^a-z]")
