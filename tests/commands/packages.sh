#!/usr/bin/env bash
# packages.sh TREE SCRATCH: tests the installation of packages with stub programs.
set -euo pipefail
tree=$1
scratch=$2
system=$scratch/system # the only folder in PATH

# pretend NAME TEXT: writes a stub program that runs the text.
pretend() {
  printf '#!%s\n%s\n' "$BASH" "$2" >"$system/$1"
  chmod +x "$system/$1"
}

# a_system VERSION USER: makes a system without installed packages and without sudo, where apt-get installs CMake in
# this version.
a_system() {
  rm -rf "$scratch"
  mkdir -p "$system"
  local program
  for program in basename cat chmod cut dirname env head mkdir printf sed sort tail tee; do
    ln -s "$(command -v "$program")" "$system/$program"
  done
  pretend dpkg-query 'exit 1'
  pretend apt-cache "echo '  Candidate: $1-0.1'"
  pretend id "echo $2"
  pretend apt-get "echo \"\$*\" >>'$scratch/apt'
case \"\$*\" in *install*) printf '#!%s\\necho cmake version $1\\n' '$BASH' >'$system/cmake'; chmod +x '$system/cmake' ;; esac"
  : >"$scratch/apt"
}

# expect STATUS TEXT [COMMAND]: runs the installation, and fails unless it returns STATUS and its last line contains
# TEXT.
expect() {
  local status=0
  local script="set -euo pipefail; source '$tree/cmake/packages.sh'; ${3:-pliant_install_packages}"
  (cd "$scratch" && env -i PATH="$system" "$BASH" -c "$script" tests/run) >"$scratch/output" 2>&1 </dev/null || status=$?
  local last
  last=$(tail -n 1 "$scratch/output")
  if [ "$status" != "$1" ] || [[ "$last" != *"$2"* ]]; then
    echo "line ${BASH_LINENO[0]}: expected status $1 and '$2', got status $status and"
    cat "$scratch/output"
    exit 1
  fi
}

# installed YES|NO [PACKAGE]: fails unless apt-get was called (YES) or not called (NO) to install the package (default
# g++).
installed() {
  local answer=NO
  ! grep -q -- "install .*${2:-g++}" "$scratch/apt" || answer=YES
  [ "$answer" = "$1" ] || {
    echo "line ${BASH_LINENO[0]}: installed ${2:-}: $answer"
    exit 1
  }
}

a_system 3.25.1 0
expect 0 ""
installed YES
installed YES libembree-dev
expect 0 "" # CMake is installed by now

# clang is installed only on request, with the libraries of its version.
installed NO clang
pretend apt-get "echo \"\$*\" >>'$scratch/apt'
case \"\$*\" in *install*' clang'*) printf '#!%s\\necho 17.0.6\\n' '$BASH' >'$system/clang++'; chmod +x '$system/clang++' ;; esac"
expect 0 "" pliant_install_clang
installed YES " clang"
installed YES libclang-rt-17-dev
rm "$system/clang++"
pretend apt-get ''
expect 1 "clang is missing" pliant_install_clang

# Optional packages are skipped where they do not exist.
a_system 3.25.1 0
pretend apt-cache 'case "$2" in cmake) echo "  Candidate: 3.25.1-0.1" ;; *) echo "  Candidate: (none)" ;; esac'
expect 0 ""
installed YES
installed NO libembree-dev

# The script prints the sizes from apt-get's output, and the last lines on failure. The log holds all of it.
a_system 3.25.1 0
pretend apt-get 'for line in "Reading lists" "Need to get 97 MB" "E: first" "E: second" "E: third"; do echo "$line"; done; exit 100'
expect 1 "apt-get failed"
[ "$(grep -c -e "Need to get" -e "^E: " "$scratch/output")" = 8 ] # twice: update and install
[ "$(grep -c Reading "$scratch/output")" = 0 ]
grep -q Reading "$scratch/build/packages.log"

a_system 4.0.2 0
expect 0 ""

a_system 3.22.1 0
expect 1 "run this in a container"
installed NO

a_system 3.25.1 1000
expect 1 "apt-get install --no-install-recommends g++"
[ "$(sed -n '$=' "$scratch/output")" = 1 ]
installed NO

# The script uses sudo. Without a terminal sudo must not ask for a password.
pretend sudo "echo \"\$*\" >>'$scratch/sudo'; [ \"\$1\" = -n ] && shift; exec env \"\$@\""
expect 0 ""
installed YES
grep -q '^-n ' "$scratch/sudo"

a_system 3.25.1 1000
pretend sudo 'echo "sudo: a password is required" >&2; exit 1'
expect 1 "sudo refused; please install them: apt-get install"
grep -q '^sudo: a password is required' "$scratch/output"
installed NO

# A CMake that apt-get did not install is too old.
a_system 3.25.1 0
pretend cmake 'echo "cmake version 3.22.1"'
pretend apt-get ''
expect 1 "here it is 3.22.1"

# The system is not Debian.
a_system 3.25.1 0
rm "$system/apt-get"
expect 1 "cmake is missing"
grep -q libbullet-dev "$scratch/output"
grep -q libglew-dev "$scratch/output"
grep -q xvfb "$scratch/output"

# The build folder cannot be made.
a_system 3.25.1 0
touch "$scratch/build"
expect 1 "cannot write to $scratch/build"
installed NO
