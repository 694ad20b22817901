# Debian packages: dist/heddle-opencl-icd_VERSION_amd64.deb and dist/heddlec_VERSION_amd64.deb, made of
# a finished build by debhelper with what is in packaging/debian. Sourced by ./run.

# What only these jobs need.
packagePackages=(debhelper lintian)

# The revision is Debian's: it counts packages of the same version of Heddle.
packageRevision=${HEDDLE_PACKAGE_REVISION:-1}
packageMaintainer=${HEDDLE_PACKAGE_MAINTAINER:-Heddle maintainers <maintainers@heddle.invalid>}

setUpPackages() {
  setUp
  setupIsOff || installPackages 200 "${packagePackages[@]}"
}

# The time of the packages' newest files: when the compiler was built. The kernel cache tells one
# compiler from another by that, so it must not be the same for two builds.
packageTime() {
  stat -L -c %Y "$buildDir/lib/libheddle.so" "$buildDir"/lib/heddle/* | sort -n | tail -n 1
}

# writeDebianFolder WORK VERSION: packaging/debian and what is made for it.
writeDebianFolder() {
  local work=$1 version=$2 name
  cp -r "$heddleRoot/packaging/debian" "$work/debian" || return 1
  sed -i "s/@MAINTAINER@/$packageMaintainer/" "$work/debian/control" || return 1
  cat >"$work/debian/changelog" <<TEXT || return 1
heddle ($version) bookworm; urgency=medium

  * Packages of this version of Heddle; changelog.gz says what is new in it.

 -- $packageMaintainer  $(LC_ALL=C date -u -R -d "@$(packageTime)")
TEXT
  # debhelper takes it for what it is.
  cp "$heddleRoot/CHANGELOG.md" "$work/" || return 1
  {
    grep -v '^@EXCEPTION@$' "$heddleRoot/packaging/debian/copyright"
    sed -n '/^--- LLVM Exceptions/,$p' "$heddleRoot/LICENSE" | sed '1,2d; s/^$/./; s/^/ /'
  } >"$work/debian/copyright"
  mkdir "$work/debian/examples" || return 1
  for name in gemm joint_matrix; do
    cp -r "$heddleRoot/examples/$name" "$work/debian/examples/" || return 1
    rm "$work/debian/examples/$name/CMakeLists.txt"
  done
  copyLinkedLicences "$work/debian/licences"
}

# packWithDebhelper WORK VERSION
packWithDebhelper() {
  rm -rf "$1" && mkdir -p "$1" && writeDebianFolder "$1" "$2" && cd "$1" || return 1
  chmod +x debian/rules
  SOURCE_DATE_EPOCH=$(packageTime) HEDDLE_BUILD_DIR=$buildDir LC_ALL=C debian/rules binary
}

# Sets packageFiles to the paths of both.
makePackages() {
  local version dist=$heddleRoot/dist name
  isDebian12 && [ -n "$(translatorRoot)" ] ||
    fail "the packages are for Debian 12 and made on it; this is '$(distribution)'"
  command -v dh >/dev/null || fail 'debhelper is missing: the Debian package debhelper has it'
  grep -q '^HEDDLE_STATIC_LLVM:.*=ON$' "$buildDir/CMakeCache.txt" ||
    fail "the packages need LLVM linked into heddlec; build/$preset was configured without"
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$buildDir/CMakeCache.txt")-$packageRevision
  needSpace "$heddleRoot" 1000 'packing'
  # debhelper leaves the packages beside the folder that it works in.
  step package "packing version $version (minutes)" packWithDebhelper "$dist/packages/work" "$version" ||
    failFrom package 'the packages could not be made'
  packageFiles=()
  for name in heddle-opencl-icd heddlec; do
    mv "$dist/packages/${name}_${version}_amd64.deb" "$dist/" && packageFiles+=("$dist/${name}_${version}_amd64.deb")
  done
  rm -rf "$dist/packages"
  checkPackages
  for name in "${packageFiles[@]}"; do
    say "${name#"$heddleRoot/"}: $(($(stat -c %s "$name") >> 10)) KiB"
  done
}

# What lintian finds fault with, and packaging/debian does not explain, is a failure.
checkPackages() {
  command -v lintian >/dev/null || fail 'lintian is missing: the Debian package lintian has it'
  step lintian 'looking at them with lintian' lintian --allow-root --fail-on error,warning --info \
    "${packageFiles[@]}" || failFrom lintian 'lintian finds fault with the packages'
}
