# What tests/run and demo/run have in common: packages, build. To be sourced by bash in the repository's root.
# shellcheck shell=bash

pliant_packages=(
  g++ cmake ninja-build pkg-config
  libeigen3-dev libtbb-dev libhwy-dev libbullet-dev
  libopengl-dev libegl-dev libglew-dev libegl1 libgl1-mesa-dri
  libcli11-dev nlohmann-json3-dev libstb-dev
  libglfw3-dev libimgui-dev fonts-dejavu-core
  catch2 libgmp-dev xvfb libx11-dev
)
# Compared with by a benchmark where it is there; not every processor has it.
pliant_optional_packages=(libembree-dev)

pliant_fail() {
  echo "$(basename "$(dirname "$0")")/$(basename "$0"): $*" >&2
  exit 1
}

# Fails unless CMake of this version is new enough.
pliant_check_cmake() {
  [ "$(printf '%s\n' 3.25 "$1" | sort -V | head -n 1)" = 3.25 ] ||
    pliant_fail "CMake 3.25 or newer is needed, here it is $1. Debian 12, Ubuntu 24.04 and newer have all that Pliant needs;" \
      "on an older system (Ubuntu 22.04, Debian 11) run this in a container of one of them"
}

# pliant_apt ARGUMENT...: apt-get as root. Of what it says, all of which goes to build/packages.log, sizes are shown, and the end
# if it fails. The folders of programs that dpkg runs need not be in a user's PATH.
pliant_apt() {
  local status=0
  PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" "${pliant_as_root[@]}" DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null 2>&1 |
    tee build/packages.log | sed -n -u 's/^\(Need to get\|After this operation\|Fetched\)/  &/p' || status=$?
  [ "$status" = 0 ] || tail -n 3 build/packages.log >&2
  return "$status"
}

# Installs what is missing on Debian and its kin, with sudo unless root; elsewhere prints what is needed and goes on, since
# CMake names what it does not find. The names are the same from Debian 12 on; catch2 is version 2 there and 3 later, which
# tests/pliant_catch.h and the CMake target Catch2::Catch2WithMain make one.
pliant_install_packages() {
  local package missing=()
  # Not after all that: whether there is a place to build in.
  mkdir -p build && [ -w build ] || pliant_fail "cannot write to $PWD/build, where everything is built"
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "Packages are installed on Debian and Ubuntu only. Needed, by their names there:"
    printf '  %s\n' "${pliant_packages[@]}"
  else
    for package in "${pliant_packages[@]}"; do
      [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
  fi
  if [ ${#missing[@]} -gt 0 ]; then
    local install="please install them: apt-get install --no-install-recommends ${missing[*]}"
    pliant_as_root=(env)
    if [ "$(id -u)" -ne 0 ]; then
      command -v sudo >/dev/null || pliant_fail "packages are missing, this is not root, and there is no sudo; $install"
      pliant_as_root=(sudo)
      [ -t 0 ] || pliant_as_root+=(-n)
      # Here it may ask for a password.
      "${pliant_as_root[@]}" apt-get --version >/dev/null ||
        pliant_fail "packages are missing, this is not root, and sudo refused; $install"
    fi
    echo "Installing ${missing[*]}"
    pliant_apt update -o APT::Update::Error-Mode=any ||
      echo "The package lists could not be updated; trying with those at hand."
    # Not after the download of everything: whether the system is too old.
    if ! command -v cmake >/dev/null; then
      local candidate
      candidate=$(apt-cache policy cmake | sed -n 's/^ *Candidate: \([0-9.]*[0-9]\).*/\1/p')
      [ -z "$candidate" ] || pliant_check_cmake "$candidate"
    fi
    for package in "${pliant_optional_packages[@]}"; do
      [ -z "$(apt-cache policy "$package" | sed -n 's/^ *Candidate: \([0-9]\)/\1/p')" ] || missing+=("$package")
    done
    pliant_apt install --no-install-recommends "${missing[@]}" ||
      pliant_fail "apt-get failed (no network? on Ubuntu, no 'universe'? all that it said is in build/packages.log); $install"
  fi

  command -v cmake >/dev/null || pliant_fail "cmake is missing"
  pliant_check_cmake "$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')"
}

# Also clang, and what its sanitizers and libFuzzer link, which has a package of its own for each version.
pliant_install_clang() {
  pliant_packages+=(clang)
  pliant_install_packages
  command -v clang++ >/dev/null || pliant_fail "clang is missing"
  pliant_packages+=("libclang-rt-$(clang++ -dumpversion | cut -d. -f1)-dev")
  pliant_install_packages
}

# As many jobs as there are cores, but not more than the memory carries: a file with Eigen takes up to 1.5 GB.
pliant_jobs() {
  local cores kilobytes jobs
  cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
  kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null)
  jobs=$(( ${kilobytes:-8000000} / 1500000 ))
  [ "$jobs" -lt "$cores" ] || jobs=$cores
  [ "$jobs" -gt 0 ] || jobs=1
  echo "$jobs"
}

# pliant_build NAME [CMAKE OPTION...] [-- TARGET...]: configures and builds in build/NAME.
# Warnings stop the build with the compiler that Pliant is kept clean for, not with one that knows new ones.
pliant_build() {
  local name=$1 options=() targets=() strict=OFF
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  [ $# -eq 0 ] || targets=(--target "${@:2}")
  [ "$("${CXX:-c++}" -dumpversion 2>/dev/null | cut -d. -f1)" != 12 ] || strict=ON
  if command -v ccache >/dev/null; then
    options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  # A tree that was moved with its build folder is configured anew.
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "build/$name/CMakeCache.txt" 2>/dev/null) || home=
  [ -z "$home" ] || [ "$home" -ef . ] || options+=(--fresh)
  echo "Building build/$name"
  cmake -S . -B "build/$name" -G Ninja -DPLIANT_WARNINGS_AS_ERRORS=$strict "${options[@]}"
  cmake --build "build/$name" -j "$(pliant_jobs)" "${targets[@]}"
}
