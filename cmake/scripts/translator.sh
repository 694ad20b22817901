# SPIRV-LLVM-Translator 22. Sourced by ./run.
#
# Debian 12 has version 15, which does not know the matrix instructions. Where the distribution has
# version 22 it is a package like any other. Elsewhere the packages of a newer one are downloaded by
# name and unpacked into a folder of the user's cache, together with the C and C++ libraries that
# they were built for; nothing of it is installed, and only heddlec runs on these libraries.

translatorPackage=libllvmspirvlib-22-dev
translatorDir=$cacheDir/spirv-translator-22
translatorDebs=(libllvmspirvlib22.1 libc6 libstdc++6 libgcc-s1)
# Debian unstable had 22.1.0-1 with libc6 2.43-7 when this was written. Ubuntu 26.04 is released and
# keeps its files; Debian's archive keeps those of that day.
translatorPlaces='suite:sid suite:forky ubuntu-26.04 snapshot-2026-10-30'

holdsTranslator() {
  local lib=$1/usr/lib/x86_64-linux-gnu
  [ -e "$1/usr/include/LLVMSPIRVLib/LLVMSPIRVLib.h" ] && [ -e "$lib/libLLVMSPIRVLib.so.22.1" ]
}

# Empty when the system's own translator is used.
translatorRoot() {
  holdsTranslator / || printf '%s' "$translatorDir"
}

# Unpacks the packages and keeps the headers, the libraries and the licences.
unpackTranslator() {
  local folder=$1 deb
  for deb in "$folder"/deb/*.deb; do
    dpkg -x "$deb" "$folder/all" || return 1
    dpkg-deb -W --showformat '${Package} ${Version}\n' "$deb" >>"$folder/versions" || return 1
  done
  mkdir -p "$folder/root/usr/lib/x86_64-linux-gnu" "$folder/root/usr/include" &&
    cp -a "$folder/all/usr/include/LLVMSPIRVLib" "$folder/root/usr/include/" &&
    find "$folder/all/usr/lib/x86_64-linux-gnu" -maxdepth 1 -name '*.so*' \
      -exec cp -a {} "$folder/root/usr/lib/x86_64-linux-gnu/" ';' &&
    mkdir -p "$folder/root/usr/share" &&
    cp -a "$folder/all/usr/share/doc" "$folder/root/usr/share/" &&
    mv "$folder/versions" "$folder/root/versions" || return 1
  holdsTranslator "$folder/root" || {
    echo "the packages $translatorPackage ${translatorDebs[*]} do not hold the library and its headers"
    return 1
  }
  runsTranslator "$folder/root/usr/lib/x86_64-linux-gnu"
}

# runsTranslator FOLDER: whether the loader and the C library there run on this system's kernel, and
# all that the translator links is there or, as LLVM, in the system.
runsTranslator() {
  local loader=$1/ld-linux-x86-64.so.2 path=$1:/usr/lib/x86_64-linux-gnu list
  "$loader" --library-path "$path" /bin/true || {
    echo "its C library does not run here, on Linux $(uname -r)"
    return 1
  }
  list=$("$loader" --library-path "$path" --list "$1/libLLVMSPIRVLib.so.22.1" 2>&1)
  if grep 'not found' <<<"$list"; then return 1; fi
}

fetchTranslator() {
  { holdsTranslator / || holdsTranslator "$translatorDir"; } && return 0

  local missing
  mapfile -t missing < <(withoutCandidate -- "$translatorPackage")
  if [ "${#missing[@]}" -eq 0 ]; then
    findRoot || fail 'installing the SPIR-V translator needs root or sudo. Run:' \
      "apt-get install --no-install-recommends $translatorPackage"
    step translator "installing $translatorPackage" \
      apt install --no-install-recommends "$translatorPackage" ||
      failFrom translator "$translatorPackage could not be installed"
    return 0
  fi

  needSpace "$cacheDir" 300 'downloading the SPIR-V translator'
  fetchNewer translator 'the SPIR-V translator' "$translatorDir" "$translatorPlaces" unpackTranslator \
    deb '22.1.*' "$translatorPackage" "${translatorDebs[@]}"
}

setUp() {
  setupIsOff && return 0
  checkMachine
  installPackages 3500 "${heddlePackages[@]}"
  fetchTranslator
  fetchSleef
}
