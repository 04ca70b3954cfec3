# cmake -DTREE=<folder> -P CheckReadme.cmake: fails if a code block of README.md has a line that is neither a command in
# the tree nor code of the tested programs, or if README.md or a page of docs/ refers to a missing file.

cmake_minimum_required(VERSION 3.25)

# plain(TEXT NAME): sets NAME to the text as one line with single spaces, without comments (two spaces and a comment
# mark, up to the end of the line), and without the characters that split or join items of a CMake list.
function(plain text name)
  string(REGEX REPLACE "[][;]" "" text "${text}")
  string(REGEX REPLACE "  +(#|//)[^\n]*" "" text "${text}")
  string(REGEX REPLACE "[ \t\n]+" " " text "${text}")
  string(STRIP "${text}" text)
  set(${name} "${text}" PARENT_SCOPE)
endfunction()

# README.md uses other names than the tested programs, so their names are replaced.
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
