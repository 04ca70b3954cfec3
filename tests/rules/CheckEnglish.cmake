# cmake -DTREE=<folder> -P CheckEnglish.cmake: fails if a comment under TREE begins with a wrong word, if README.md is
# too long, or if a table cell of a page is too long.

cmake_minimum_required(VERSION 3.25)

# A comment must not begin with these words: it begins with its subject or its verb. No other file lists them.
set(first "Of|Those|That|By|As|Where|What|From|With|Who|Whether|How")
set(most_lines_of_readme 110)
set(most_characters_of_cell 160)

# A comment begins either on its own line after a line without a comment, or after code.
file(GLOB_RECURSE sources ${TREE}/detectors/*.h ${TREE}/detectors/*.cpp ${TREE}/plugin/*.h ${TREE}/plugin/*.cpp
  ${TREE}/glrender/*.h ${TREE}/glrender/*.cpp ${TREE}/glrender/*.glsl ${TREE}/demo/*.h ${TREE}/demo/*.cpp ${TREE}/tests/*.h
  ${TREE}/tests/*.cpp)
foreach(source IN LISTS sources)
  file(READ ${source} text)
  string(REGEX REPLACE "[][;]" "" text "\n${text}")
  string(REGEX MATCHALL "\n[ \t]*([^ \t/\n][^\n]*)?\n[ \t]*//[/!]?<? (${first})[ ,:][^\n]*" own "${text}")
  string(REGEX MATCHALL "\n[ \t]*[^ \t/\n][^\n]* //[/!]?<? (${first})[ ,:][^\n]*" after "${text}")
  foreach(comment IN LISTS own after)
    file(RELATIVE_PATH name ${TREE} ${source})
    string(REGEX REPLACE ".*(//[/!]?<? (${first})[ ,:])" "\\1" comment "${comment}")
    message(SEND_ERROR "${name}: ${comment}\na comment begins with its subject or its verb")
  endforeach()
endforeach()

file(READ ${TREE}/README.md text)
string(REGEX MATCHALL "\n" ends "${text}")
list(LENGTH ends count)
if(count GREATER most_lines_of_readme)
  message(SEND_ERROR "README.md: ${count} lines, more than ${most_lines_of_readme}")
endif()

file(GLOB_RECURSE pages ${TREE}/docs/*.md)
foreach(page IN LISTS pages ITEMS ${TREE}/README.md)
  file(STRINGS ${page} rows REGEX "^\\|")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "[][;]" "" row "${row}")
    string(REPLACE "|" ";" cells "${row}")
    foreach(cell IN LISTS cells)
      string(STRIP "${cell}" cell)
      string(LENGTH "${cell}" length)
      if(length GREATER most_characters_of_cell)
        file(RELATIVE_PATH name ${TREE} ${page})
        message(SEND_ERROR "${name}: a table cell of ${length} characters, more than ${most_characters_of_cell}: ${cell}")
      endif()
    endforeach()
  endforeach()
endforeach()
