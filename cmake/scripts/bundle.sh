# The relocatable archive: dist/heddle-VERSION-linux-x86_64.tar.xz. Sourced by ./run.
#
#   run                     demo, test, with, clinfo, env
#   lib/libheddle.so        the driver; it and the programs use the C library of the system
#   lib/heddle/             the compiler, everything it links, its own C library and loader, bitcode
#   lib/loader/             an OpenCL loader, for systems that have none
#   lib/fallback/           a C++ library, for systems that have none
#   vendors/heddle.icd      names the driver
#   bin/ tests/ share/      clinfo, heddlec; test programs, gemm_bench; examples, test data, licences

bundleMegabytes=60

# copyLibraries STAGE: what the compiler links, found by its own loader.
copyLibraries() {
  local private=$1/lib/heddle system=/usr/lib/x86_64-linux-gnu soname path
  "$private/ld-linux-x86-64.so.2" --library-path "$private:$system" \
    --list "$private/heddlec.elf" | tee "$1.work/libraries" >&2 || return 1
  if grep -q 'not found' "$1.work/libraries"; then return 1; fi
  awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' "$1.work/libraries" |
    while read -r soname path; do
      case $path in
        "$private"/*) ;;
        *) cp -L "$path" "$private/$soname" && echo "$path" >>"$1.work/copied" ;;
      esac
    done
}

# keepPortableTests STAGE: the test programs that need nothing of the build tree but the driver. The
# others start helpers by the path where they were built.
keepPortableTests() {
  local program
  for program in "$1"/tests/*; do
    [ -f "$program" ] || continue
    case $program in
      *test | *tests | */kernel-fuzz | */matrix-fuzz | */gemm_bench | */heddle-run-for | */libheddle-amx-emulator.so)
        if ! grep -qaF -e "$buildDir/tests/" -e "$buildDir/lib/heddle/" "$program"; then continue; fi
        ;;
    esac
    echo "left out: $(basename "$program")"
    rm -f "$program"
  done
}

# copyLinkedLicences FOLDER: the licences of what is linked into heddlec, part of its library, or lies
# beside it wherever it is installed.
copyLinkedLicences() {
  local file package
  mkdir -p "$1" || return 1
  # Some have theirs in a package that they share; the system has the same texts.
  for file in "$translatorDir"/usr/share/doc/*; do
    package=$(basename "$file")
    [ -e "$file/copyright" ] || file=/usr/share/doc/$package
    cp -L "$file/copyright" "$1/$package-of-translator" || return 1
  done
  cp "$translatorDir/versions" "$1/versions-of-translator" 2>/dev/null || true
  cp -L /usr/share/doc/llvm-22-dev/copyright "$1/llvm-22" &&
    cp -L /usr/share/doc/libclc-22/copyright "$1/libclc-22" &&
    cp -L /usr/share/doc/libxxhash-dev/copyright "$1/xxhash" &&
    cp "$sleefDir/LICENSE.txt" "$1/sleef"
}

# The licences of what was copied from Debian packages.
copyLicences() {
  local file package
  mkdir -p "$1/share/licences"
  while read -r file; do
    # Packages from before /lib became a link name their files there.
    dpkg-query -S "$file" "$(readlink -f "$file")" "${file#/usr}" "$(readlink -f "$file" |
      sed 's|^/usr||')" 2>/dev/null | sed 's/[:,].*//' | head -n 1
  done <"$1.work/copied" | sort -u | while read -r package; do
    cp -L "/usr/share/doc/$package/copyright" "$1/share/licences/$package" || return 1
  done
  copyLinkedLicences "$1/share/licences"
}

stageBundle() {
  local stage=$1 library path
  rm -rf "$stage" "$stage.work" && mkdir -p "$stage" "$stage.work" || return 1
  : >"$stage.work/copied"
  cmake --install "$buildDir" --prefix "$stage" --component heddle || return 1
  cmake --install "$buildDir" --prefix "$stage" --component examples || return 1
  cmake --install "$buildDir" --prefix "$stage" --component portable --strip || return 1

  mkdir -p "$stage/lib/loader" "$stage/lib/fallback" "$stage/vendors" "$stage/share/tests"
  rm -rf "${stage:?}/etc"
  # No path: the run script puts lib/ where dlopen looks.
  echo libheddle.so >"$stage/vendors/heddle.icd"
  cp "$heddleRoot/cmake/scripts/bundle_run.sh" "$stage/run" &&
    cp -r "$heddleRoot/tests/kernels" "$stage/share/tests/" || return 1
  for library in loader/libOpenCL.so.1 fallback/libstdc++.so.6 fallback/libgcc_s.so.1; do
    path=$(find /usr/lib/x86_64-linux-gnu /lib/x86_64-linux-gnu -name "$(basename "$library")" |
      head -n 1)
    cp -L "$path" "$stage/lib/$library" && echo "$path" >>"$stage.work/copied" || return 1
  done
  cp "$(command -v clinfo)" "$stage/bin/clinfo" && command -v clinfo >>"$stage.work/copied"
  strip --strip-unneeded "$(readlink -f "$stage/lib/libheddle.so")" "$stage/lib/heddle/heddlec.elf" || return 1
  keepPortableTests "$stage"
  copyLibraries "$stage" && copyLicences "$stage"
}

# What an application loads must run on the oldest C library that is promised.
checkOldLibc() {
  local file newest
  for file in "$1"/lib/libheddle.so "$1"/lib/loader/* "$1"/lib/fallback/* "$1"/bin/clinfo \
    "$1"/share/heddle/examples/*/* "$1"/tests/*; do
    [ -f "$file" ] || continue
    newest=$(objdump -T "$file" 2>/dev/null | grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -n 1 || true)
    [ "$(printf '%s\n' "${newest:-GLIBC_2.2}" GLIBC_2.36 | sort -V | tail -n 1)" = GLIBC_2.36 ] ||
      fail "$(basename "$file") needs $newest; a bundle must run with glibc 2.36"
  done
}

packBundle() {
  local name=$1 folder=$2
  tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" |
    xz -9e -T "$(nproc)" >"$folder/$name.tar.xz.new"
  mv "$folder/$name.tar.xz.new" "$folder/$name.tar.xz"
}

makeBundle() {
  local version name dist=$heddleRoot/dist size
  grep -q '^HEDDLE_STATIC_LLVM:.*=ON$' "$buildDir/CMakeCache.txt" ||
    fail "the bundle needs LLVM linked into heddlec; build/$preset was configured without"
  [ -n "$(translatorRoot)" ] ||
    fail 'the bundle is made on Debian 12, whose C library is the oldest that it promises to run on'
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$buildDir/CMakeCache.txt")
  name=heddle-$version-linux-x86_64
  needSpace "$heddleRoot" 600 'the bundle'
  step bundle "collecting dist/$name" stageBundle "$dist/$name" ||
    failFrom bundle 'the bundle could not be put together'
  checkOldLibc "$dist/$name"
  step pack "packing it (minutes)" packBundle "$name" "$dist" ||
    failFrom pack 'the bundle could not be packed'
  rm -rf "$dist/$name.work"
  size=$(stat -c %s "$dist/$name.tar.xz")
  [ "$size" -le $((bundleMegabytes << 20)) ] ||
    fail "dist/$name.tar.xz has $((size >> 20)) MiB, more than $bundleMegabytes"
  say "dist/$name.tar.xz: $((size * 10 / (1 << 20) / 10)).$((size * 10 / (1 << 20) % 10)) MiB"
}
