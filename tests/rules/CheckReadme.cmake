# cmake -DTREE=<folder> -P CheckReadme.cmake: fails where what README.md shows is not there: a command of a code block, a line of
# code that the tested programs or the plugin's CMakeLists.txt do not have, a file that it or a page of docs/ refers to.

cmake_minimum_required(VERSION 3.25)

# plain(TEXT NAME): as one line without comments (what follows two spaces and a mark), with single spaces, and without what would
# split or join items of a list.
function(plain text name)
  string(REGEX REPLACE "[][;]" "" text "${text}")
  string(REGEX REPLACE "  +(#|//)[^\n]*" "" text "${text}")
  string(REGEX REPLACE "[ \t\n]+" " " text "${text}")
  string(STRIP "${text}" text)
  set(${name} "${text}" PARENT_SCOPE)
endfunction()

# The tested programs' own names, as README.md has them.
file(READ ${TREE}/tests/install/plugin/HelloWorld.cpp program)
file(READ ${TREE}/tests/install/glrender/HelloWorld.cpp drawing)
file(READ ${TREE}/tests/install/volumes/HelloWorld.cpp volumes)
file(READ ${TREE}/tests/install/plugin/CMakeLists.txt build)
string(REPLACE "\${PACKAGE} 0.1" "pliant" build "${build}")
string(REPLACE "(HelloWorld" "(program" build "${build}")
plain("${program} ${drawing} ${volumes}" program)
plain("${build}" build)

file(READ ${TREE}/README.md readme)
string(REGEX REPLACE "[][;]" "" readme "${readme}")
string(REGEX MATCHALL "\n    [^\n]+" lines "${readme}")
if(NOT lines)
  message(SEND_ERROR "README.md: no code")
endif()
foreach(line IN LISTS lines)
  plain("${line}" line)
  string(REGEX MATCH "^[^ ]+" command "${line}")
  string(FIND "${program} ${build}" "${line}" found)
  if(found EQUAL -1 AND (IS_DIRECTORY "${TREE}/${command}" OR NOT EXISTS "${TREE}/${command}"))
    message(SEND_ERROR "README.md: neither a command nor in tests/install: ${line}")
  endif()
endforeach()

file(GLOB_RECURSE pages ${TREE}/docs/*.md)
foreach(page IN LISTS pages ITEMS ${TREE}/README.md)
  file(RELATIVE_PATH name ${TREE} ${page})
  get_filename_component(folder ${page} DIRECTORY)
  file(READ ${page} text)
  string(REPLACE "](" "href=\"" text "${text}")
  string(REGEX MATCHALL "(href|src)=\"[^)\"#]+" links "${text}")
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^(href|src)=\"" "" link "${link}")
    if(NOT link MATCHES "^https?:" AND NOT EXISTS "${folder}/${link}")
      message(SEND_ERROR "${name}: refers to ${link}, which is not there")
    endif()
  endforeach()
endforeach()
