# Functions that tests/run and demo/run share: installation of packages, build. Source this file in bash in the
# repository's root.
# shellcheck shell=bash

pliant_packages=(
  g++ cmake ninja-build pkg-config
  libeigen3-dev libtbb-dev libhwy-dev libbullet-dev
  libopengl-dev libegl-dev libglew-dev libegl1 libgl1-mesa-dri
  libcli11-dev nlohmann-json3-dev libstb-dev
  libglfw3-dev libimgui-dev fonts-dejavu-core
  catch2 libgmp-dev xvfb libx11-dev
)
# A benchmark compares with Embree if it is installed. Embree does not exist for every processor.
pliant_optional_packages=(libembree-dev)

pliant_fail() {
  echo "$(basename "$(dirname "$0")")/$(basename "$0"): $*" >&2
  exit 1
}

# Fails if this version of CMake is too old.
pliant_check_cmake() {
  [ "$(printf '%s\n' 3.25 "$1" | sort -V | head -n 1)" = 3.25 ] ||
    pliant_fail "CMake 3.25 or newer is needed, here it is $1. Debian 12, Ubuntu 24.04 and newer have all that Pliant needs;" \
      "on an older system (Ubuntu 22.04, Debian 11) run this in a container of one of them"
}

# pliant_apt ARGUMENT...: runs apt-get as root. The whole output goes to build/packages.log. Only sizes are printed, and
# the last lines on failure. A user's PATH may lack the folders of programs that dpkg runs, so they are added.
pliant_apt() {
  local status=0
  PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" "${pliant_as_root[@]}" DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null 2>&1 |
    tee build/packages.log | sed -n -u 's/^\(Need to get\|After this operation\|Fetched\)/  &/p' || status=$?
  [ "$status" = 0 ] || tail -n 3 build/packages.log >&2
  return "$status"
}

# Installs missing packages on Debian and its derivatives, with sudo unless root. Other systems get the list of packages
# printed, and the script continues, since CMake names each missing library. The package names are the same from Debian
# 12 on. catch2 is version 2 there and version 3 later; tests/pliant_catch.h and the CMake target Catch2::Catch2WithMain
# hide the difference.
pliant_install_packages() {
  local package missing=()
  # Tests that the build folder is writable before anything is downloaded.
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
      # This call of sudo may ask for a password.
      "${pliant_as_root[@]}" apt-get --version >/dev/null ||
        pliant_fail "packages are missing, this is not root, and sudo refused; $install"
    fi
    echo "Installing ${missing[*]}"
    pliant_apt update -o APT::Update::Error-Mode=any ||
      echo "The package lists could not be updated; trying with those at hand."
    # Tests that the system's CMake is new enough before all packages are downloaded.
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

# Installs clang as well, and the libraries that its sanitizers and libFuzzer link. Their package name contains clang's
# version.
pliant_install_clang() {
  pliant_packages+=(clang)
  pliant_install_packages
  command -v clang++ >/dev/null || pliant_fail "clang is missing"
  pliant_packages+=("libclang-rt-$(clang++ -dumpversion | cut -d. -f1)-dev")
  pliant_install_packages
}

# Prints the number of build jobs: one per core, but limited by the available memory. A file that includes Eigen takes
# up to 1.5 GB.
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
# Warnings are errors only with GCC 12, the compiler for which Pliant is kept free of warnings. Newer compilers have new
# warnings.
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
  # A build folder that was moved together with its source tree is configured afresh.
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "build/$name/CMakeCache.txt" 2>/dev/null) || home=
  [ -z "$home" ] || [ "$home" -ef . ] || options+=(--fresh)
  echo "Building build/$name"
  cmake -S . -B "build/$name" -G Ninja -DPLIANT_WARNINGS_AS_ERRORS=$strict "${options[@]}"
  cmake --build "build/$name" -j "$(pliant_jobs)" "${targets[@]}"
}
