# Downloads sources and foreign packages of Debian for tests into separate folders. The installed packages stay
# unchanged, and root is not needed. Source this file in bash after packages.sh.
# shellcheck shell=bash

pliant_no_debian="apt-get knows no archive of Debian here (on Debian 'apt-get update' makes it known)"

# Succeeds if apt-get has Debian's archives configured.
pliant_knows_debian() {
  command -v apt-get >/dev/null && [ -n "$(apt-get indextargets 'Origin: Debian' 2>/dev/null)" ]
}

# pliant_private_apt FOLDER TYPE ARCHITECTURE: exports APT_CONFIG, so that apt-get uses only the machine's Debian
# archives for this type (deb or deb-src) and architecture, and ignores the installed packages. The lists and packages
# are stored in the folder.
pliant_private_apt() {
  pliant_knows_debian || pliant_fail "$pliant_no_debian"
  local folder=$1 keys=/usr/share/keyrings/debian-archive-keyring.gpg options="arch=$3"
  [ ! -f "$keys" ] || options+=" signed-by=$keys"
  mkdir -p "$folder"/{lists,archives}/partial
  : >"$folder/status"
  apt-get indextargets --format "$2 [$options] \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' 'Origin: Debian' |
    sort -u >"$folder/sources.list"
  cat >"$folder/apt.conf" <<END
APT::Architecture "$3";
APT::Architectures { "$3"; };
APT::Sandbox::User "";
Acquire::Retries "3";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "$folder";
Dir::State::lists "$folder/lists";
Dir::State::status "$folder/status";
Dir::Cache "$folder";
Dir::Cache::archives "$folder/archives";
END
  export APT_CONFIG=$folder/apt.conf
  apt-get -q update >"$folder/log" 2>&1 || {
    tail -n 5 "$folder/log" >&2
    pliant_fail "apt-get could not read Debian's lists (no network?)"
  }
}

# pliant_fetch_bullet FOLDER: downloads Bullet's sources, with Debian's patches, into FOLDER/bullet unless they are
# there already.
pliant_fetch_bullet() (
  [ ! -f "$1/bullet/CMakeLists.txt" ] || exit 0
  mkdir -p "$1"
  cd "$1" || exit
  pliant_private_apt "$PWD/apt" deb-src "$(dpkg --print-architecture)"
  apt-get -q source --download-only bullet >>apt/log 2>&1 || pliant_fail "apt-get source bullet failed: see $PWD/apt/log"
  rm -rf bullet
  dpkg-source -q -x bullet_*.dsc bullet >>apt/log 2>&1
)

# pliant_fetch_sysroot FOLDER ARCHITECTURE PACKAGE...: unpacks these packages and their dependencies into FOLDER/root.
pliant_fetch_sysroot() (
  local folder=$1 architecture=$2
  shift 2
  [ ! -f "$folder/complete" ] || [ "$(cat "$folder/complete")" != "$*" ] || exit 0
  rm -rf "$folder"
  mkdir -p "$folder/root"
  cd "$folder" || exit
  pliant_private_apt "$PWD/apt" deb "$architecture"
  apt-get -q -y --no-install-recommends --download-only install "$@" >>apt/log 2>&1 ||
    pliant_fail "apt-get could not download packages for $architecture: see $PWD/apt/log"
  for package in apt/archives/*.deb; do
    dpkg-deb -x "$package" root
  done
  echo "$*" >complete
)
