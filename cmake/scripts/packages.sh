# Debian packages: what is missing is installed, and nothing else. Sourced by ./run.

# The list, here and nowhere else. What packages do not hold is in translator.sh and sleef.sh.
heddlePackages=(
  # the build
  cmake ninja-build python3
  clang-22        # builds everything, the library's bitcode too; brings libstdc++-12-dev
  llvm-22-dev libclang-22-dev liblld-22-dev # linked into heddlec, their static libraries
  lld-22          # does it
  llvm-22-tools   # lit and FileCheck
  libclc-22       # OpenCL C math as bitcode
  libzstd-dev zlib1g-dev # what LLD links
  libxxhash-dev   # keys of the kernel cache
  debian-archive-keyring # signatures of what newer.sh fetches
  # OpenCL: the headers, the loader, the first client
  opencl-headers ocl-icd-opencl-dev ocl-icd-libopencl1 clinfo
  # tests, benchmarks, bundle
  libgtest-dev libgmock-dev libbenchmark-dev xz-utils gdb
  # programs that the client tests run
  clpeak clfft-client clblast-tests python3-pyopencl python3-numpy
)

distribution() {
  # shellcheck disable=SC1091
  (. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-${ID:-}}") || printf 'unknown'
}

isDebian12() {
  # shellcheck disable=SC1091
  (. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

# Not installed by the set-up: the driver that the benchmarks compare with, where it is there.
# shellcheck disable=SC2034 # for jobs.sh
heddlePeerPackage=pocl-opencl-icd

checkMachine() {
  [ "$(uname -s) $(uname -m)" = 'Linux x86_64' ] ||
    fail "Heddle runs on x86-64 Linux, this is $(uname -s) on $(uname -m)"
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    fail "the set-up is made for Debian 12, this is '$(distribution)', which has no apt" \
      'With LLVM, Clang and LLD 22, SPIRV-LLVM-Translator 22 and the rest of the list in' \
      'cmake/scripts/packages.sh installed by hand, HEDDLE_SETUP=off ./run … builds without it.'
}

# missingPackages: prints those of the list that are not installed.
missingPackages() {
  local installed package
  # dpkg-query complains about each name that it does not know; that is the answer, not an error.
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "$package installed" <<<"$installed" || echo "$package"
  done
}

# withoutCandidate [-o OPTION]… -- PACKAGE…: prints those that no package list offers.
withoutCandidate() {
  local options=() offered package
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  offered=$(apt-cache "${options[@]}" policy "$@" 2>/dev/null |
    awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } /^ *Candidate:/ && $2 != "(none)" { print name }')
  for package in "$@"; do
    grep -qxF "$package" <<<"$offered" || echo "$package"
  done
}

# Sets asRoot to what must stand before a command that installs.
findRoot() {
  asRoot=()
  [ "$(id -u)" -eq 0 ] && return 0
  asRoot=(sudo)
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null && return 0
  # A password can be typed only where there is somebody.
  [ -z "${CI:-}" ] && [ -t 0 ] && [ -t 2 ] && say 'installing Debian packages needs sudo' && sudo -v
}

apt() {
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y \
    -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@"
}

# LLVM 22 comes to Debian 12 through its security suite. A bare installation may not list that
# suite; it is then used for this one call, from lists of our own, and the system's stay as they are.
useSecuritySuite() {
  local folder=$cacheDir/apt-security
  mkdir -p "$folder/sources" "$folder/lists/partial" || fail "cannot write to $folder"
  cp /etc/apt/sources.list.d/* "$folder/sources/" 2>/dev/null || true
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
    "http://deb.debian.org/debian-security bookworm-security main" >"$folder/sources/heddle.list"
  aptOptions=(-o "Dir::Etc::SourceParts=$folder/sources" -o "Dir::State::Lists=$folder/lists")
  # As root, apt downloads as the user _apt, who cannot write into root's cache folder.
  [ "$(id -u)" -eq 0 ] && aptOptions+=(-o APT::Sandbox::User=root)
  step apt-update 'updating package lists, with the security suite of Debian 12' \
    apt "${aptOptions[@]}" update || failFrom apt-update 'the package lists could not be fetched'
}

# installPackages MEGABYTES PACKAGE…: those that are missing; all of them take so much room.
installPackages() {
  local megabytes=$1 missing unknown
  shift
  mapfile -t missing < <(missingPackages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0

  findRoot || fail 'these Debian packages are missing, and installing them needs root or sudo. Run:' \
    "apt-get install --no-install-recommends ${missing[*]}"
  needSpace /usr "$megabytes" "installing ${missing[0]} and the other packages"

  aptOptions=()
  mapfile -t unknown < <(withoutCandidate -- "${missing[@]}")
  if [ "${#unknown[@]}" -gt 0 ]; then
    step apt-update 'updating package lists' apt update ||
      failFrom apt-update 'the package lists could not be fetched'
    mapfile -t unknown < <(withoutCandidate -- "${missing[@]}")
  fi
  if [ "${#unknown[@]}" -gt 0 ] && isDebian12; then
    useSecuritySuite
    mapfile -t unknown < <(withoutCandidate "${aptOptions[@]}" -- "${missing[@]}")
  fi
  # apt-get update succeeds when a list could not be fetched and an old one, or none, is there.
  [ "${#unknown[@]}" -eq 0 ] || [ -z "$(explain apt-update)" ] ||
    failFrom apt-update 'the package lists could not be fetched'
  [ "${#unknown[@]}" -eq 0 ] ||
    fail "the package lists of this system ($(distribution)) have no ${unknown[*]}" \
      'The set-up is made for Debian 12.'

  if ! step apt-install "installing ${#missing[@]} Debian packages (minutes; up to $megabytes MB)" \
    apt "${aptOptions[@]}" install --no-install-recommends "${missing[@]}"; then
    # Old lists name versions that the mirror has no more.
    grep -qiE '404 +not found|unable to fetch some archives' "$(logOf apt-install)" ||
      failFrom apt-install 'the Debian packages could not be installed'
    step apt-update 'updating package lists' apt "${aptOptions[@]}" update ||
      failFrom apt-update 'the package lists could not be fetched'
    step apt-install 'installing them again' \
      apt "${aptOptions[@]}" install --no-install-recommends "${missing[@]}" ||
      failFrom apt-install 'the Debian packages could not be installed'
  fi
  rm -rf "$cacheDir/apt-security"
}
