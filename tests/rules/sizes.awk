# Prints the files of more than `mostLines` lines and the functions of more than `mostOfFunction` lines. It relies on the
# format of .clang-format: a function begins at column 0 or 2, its end is a "}" alone at the same column, and nothing
# between them is at that column.

function check() { if (name != "" && last > mostLines) print name ": " last " lines, more than " mostLines }

FNR == 1 { check(); name = FILENAME; head[0] = head[2] = 1 }
{ last = FNR; column = match($0, /[^ ]/) - 1 }
/^ *#/ || (column != 0 && column != 2) { next }
/^ *}($| +\/\/)/ && FNR - head[column] >= mostOfFunction {
  print FILENAME ": the function in line " head[column] " has " FNR - head[column] + 1 " lines, more than " mostOfFunction
}
{ head[column] = FNR }
END { check() }
