# cmake -DTREE=<folder> -P CheckEnglish.cmake: fails if a comment under TREE begins with a wrong word, if README.md is
# too long, or if a table cell of a page is too long.

cmake_minimum_required(VERSION 3.25)

# A line of a comment, and an item of a list in it, must not begin with these words: it begins with its subject or its
# verb. No other file lists the words.
set(first "Of|Those|That|By|As|Where|What|From|With|Who|Whether|How")
set(most_lines_of_readme 110)
set(most_characters_of_cell 160)

file(GLOB_RECURSE sources ${TREE}/detectors/*.h ${TREE}/detectors/*.cpp ${TREE}/plugin/*.h ${TREE}/plugin/*.cpp
  ${TREE}/glrender/*.h ${TREE}/glrender/*.cpp ${TREE}/glrender/*.glsl ${TREE}/glrender/*.comp
  ${TREE}/demo/*.h ${TREE}/demo/*.cpp ${TREE}/tests/*.h ${TREE}/tests/*.cpp)
foreach(source IN LISTS sources)
  file(STRINGS ${source} comments REGEX "(^|[ \t])//[/!]?<? +(- )?(${first})[ ,:]" ENCODING UTF-8)
  foreach(comment IN LISTS comments)
    file(RELATIVE_PATH name ${TREE} ${source})
    string(STRIP "${comment}" comment)
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
