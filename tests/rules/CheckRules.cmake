# cmake -DTREE=<folder> -P CheckRules.cmake: fails and prints the line if the sources under TREE break a rule about
# which parts may depend on which.

cmake_minimum_required(VERSION 3.25)

set(bullet "(bullet/)?(bt[A-Z]|Bullet|LinearMath/)")
set(graphics "(GL|GLES[0-9]*|EGL|KHR|GLFW|glad|epoxy|X11|vulkan|SDL[0-9]*|imgui|imgui_impl)[/_.]")
set(demo "pliant/(scenes|pictures|io|models|benchmarks|cli)[/.]")
set(plugin "pliant/plugin[/.]")
set(glrender "pliant/glrender[/.]")
set(workers "(tbb|oneapi|hwy)/")

# scan(PATTERN REASON FILE ...): no line of the files may match the pattern.
function(scan pattern reason)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} matches REGEX "${pattern}")
    foreach(match IN LISTS matches)
      string(STRIP "${match}" match)
      file(RELATIVE_PATH name ${TREE} ${file})
      message(SEND_ERROR "${name}: ${match}\n${reason}")
    endforeach()
  endforeach()
endfunction()

# forbid(FOLDER REASON PATTERN ...): no source under FOLDER may include a file whose name begins with a pattern.
function(forbid folder reason)
  file(GLOB_RECURSE sources ${TREE}/${folder}/*.h ${TREE}/${folder}/*.h.in ${TREE}/${folder}/*.cpp)
  foreach(pattern IN LISTS ARGN)
    scan("^[ \t]*#[ \t]*include[ \t]*[<\"]${pattern}" "${reason}" ${sources})
  endforeach()
endfunction()

forbid(detectors "detectors/ knows neither Bullet nor graphics nor any other part"
  ${bullet} ${graphics} ${plugin} ${glrender} ${demo})
forbid(detectors/include "oneTBB and Highway are private to detectors/" ${workers})
forbid(plugin "plugin/ knows neither graphics nor glrender/ nor the demo" ${graphics} ${glrender} ${demo})
forbid(glrender "glrender/ knows neither Bullet nor plugin/ nor the demo" ${bullet} ${plugin} ${demo})
forbid(demo/scenes "scenes know no graphics" ${graphics} ${glrender})
forbid(demo/pictures "pictures are drawn without graphics libraries" ${graphics} ${glrender})
forbid(demo/benchmarks "benchmarks know no graphics" ${graphics} ${glrender})
forbid(demo/models "models know neither graphics nor Bullet" ${graphics} ${glrender} ${bullet} ${plugin})
forbid(demo/io "mesh files know neither graphics nor Bullet" ${graphics} ${glrender} ${bullet} ${plugin})

# Only the sources of contexts may use EGL, GLX and windows. Renderers get a context passed in.
file(GLOB_RECURSE sources ${TREE}/glrender/*.h ${TREE}/glrender/*.cpp)
list(FILTER sources EXCLUDE REGEX "/(HeadlessContext|CurrentContext|EglContexts|EglDevices|EglSharing|GlxSharing)\\.(h|cpp)$")
scan("(^|[^A-Za-z0-9_])((egl|glX)[A-Z][A-Za-z]*[(]|glfw[A-Z]|dlsym|<(EGL|GLFW|X11|GL/glx))"
  "only contexts know windows, screens and EGL" ${sources})
file(GLOB_RECURSE headers ${TREE}/glrender/include/*.h)
scan("^[ \t]*#[ \t]*include[ \t]*[<\"]${graphics}" "a public header of glrender/ includes no header of OpenGL" ${headers})

# NVIDIA's compiler keeps an array of doubles in a function as floats: docs/methods/ldi.md.
file(GLOB shaders ${TREE}/glrender/src/shaders/*)
scan("^[ \t]+(precise )?(double|dvec[234]) +[A-Za-z0-9_]+\\[[0-9]" "a shader's function has no array of doubles" ${shaders})

# A quoted name is searched beside the file first, and private headers are not installed.
file(GLOB_RECURSE publicHeaders ${TREE}/detectors/include/*.h ${TREE}/plugin/include/*.h ${TREE}/glrender/include/*.h)
scan("^[ \t]*#[ \t]*include[ \t]*\"" "a public header includes by <> and only public headers" ${publicHeaders})

# pliant/detectors.h includes all public headers of detectors/, directly or through others. The same holds for the other
# parts.
foreach(part detectors plugin glrender)
  file(GLOB_RECURSE headers RELATIVE ${TREE}/${part}/include ${TREE}/${part}/include/pliant/${part}/*.h)
  file(GLOB_RECURSE files ${TREE}/${part}/include/*.h)
  set(included "")
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^#include <pliant/")
    list(APPEND included ${lines})
  endforeach()
  foreach(header IN LISTS headers)
    if(NOT "#include <${header}>" IN_LIST included)
      message(SEND_ERROR "${part}/include/${header}: pliant/${part}.h does not give it")
    endif()
  endforeach()
endforeach()

# Reports the files that have a line of `pattern` and none of `needed`.
function(need pattern needed reason)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} found REGEX "${pattern}")
    file(STRINGS ${file} others REGEX "${needed}")
    if(found AND NOT others)
      file(RELATIVE_PATH name ${TREE} ${file})
      message(SEND_ERROR "${name}: ${found}\n${reason}")
    endif()
  endforeach()
endfunction()

# A program that catches what a function throws needs no other header.
need("[Tt]hrows (Error|the errors)" "^#include <pliant/detectors/Error.h>"
  "it does not include pliant/detectors/Error.h" ${publicHeaders})

# Flags for a processor change the layout of Eigen's types and the bits of results.
file(GLOB_RECURSE build ${TREE}/detectors/CMakeLists.txt ${TREE}/glrender/CMakeLists.txt ${TREE}/plugin/CMakeLists.txt
  ${TREE}/demo/CMakeLists.txt ${TREE}/cmake/*.cmake)
scan("-(march|mtune|mavx|msse|mfma|ffast-math|Ofast|funsafe-math)" "flags of a processor or of fast mathematics"
  ${build} ${TREE}/CMakeLists.txt ${TREE}/CMakePresets.json)

# Instruction sets that cannot be compiled are excluded in one place, vectorTargets.h.
file(GLOB_RECURSE sources ${TREE}/detectors/*.cpp ${TREE}/demo/*.cpp)
need("^#include <hwy/foreach_target.h>" "^#include \"core/vectorTargets.h\"" "vectorTargets.h comes before it"
  ${sources})

# Only these files may access the members of btSoftBody: a reader, a writer, and files that replace its member
# functions.
set(insiders "SoftBodyReader|SoftBodyCuts|SoftBodySteps|BodyElements|BodyLife|ContactWriter|BodyPrediction|BodyTrees|Step|Dispatch|SetMembers|RigidContacts|RayTrees|ClosestPoints|SoftWorld")
string(APPEND insiders "|Sleepers|SeamGroups|DeformableContacts|DeformableImplicit|ElasticForces|ImplicitContacts")
set(insides "nodes|faces|tetras|links|anchors|rcontacts|scontacts|clusters|joints|ndbvt|fdbvt|cdbvt|bounds|pose|sst|cfg")
file(GLOB_RECURSE sources ${TREE}/plugin/*.h ${TREE}/plugin/*.cpp)
list(FILTER sources EXCLUDE REGEX "/plugin/src/(solve/.+|[a-z]+/(${insiders})\\.(h|cpp))$")
scan("(\\.|->)m_(${insides}|x|q|v|im)([^A-Za-z0-9_]|$)" "only a few named files look into btSoftBody" ${sources})

# An empty set of sources would pass all checks.
file(GLOB_RECURSE seen ${TREE}/detectors/*.cpp ${TREE}/plugin/*.cpp)
if(NOT seen)
  message(SEND_ERROR "no sources under ${TREE}")
endif()
