# SPIRV-LLVM-Translator 22. Sourced by ./run.
#
# Debian 12 has version 15, which does not know the matrix instructions. Where the distribution has
# version 22 it is a package like any other. Elsewhere Debian unstable's is downloaded by name and
# unpacked into a folder of the user's cache, together with the C and C++ libraries that it was
# built for; nothing of it is installed, and only heddlec runs on these libraries.

translatorPackage=libllvmspirvlib-22-dev
translatorDir=$cacheDir/spirv-translator-22
translatorDebs=(libllvmspirvlib22.1 "$translatorPackage" libc6 libstdc++6 libgcc-s1)

holdsTranslator() {
  local lib=$1/usr/lib/x86_64-linux-gnu
  [ -e "$1/usr/include/LLVMSPIRVLib/LLVMSPIRVLib.h" ] && [ -e "$lib/libLLVMSPIRVLib.so.22.1" ]
}

# Empty when the system's own translator is used.
translatorRoot() {
  holdsTranslator / || printf '%s' "$translatorDir"
}

# The Debian mirror that the system uses, if it uses one.
debianMirror() {
  local uri
  # shellcheck disable=SC2016
  uri=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 2>/dev/null |
    sed -n 's/^Debian|//p' | head -n 1)
  printf '%s' "${uri:-http://deb.debian.org/debian/}"
}

# privateApt FOLDER CMD…: apt-get that reads and writes only below FOLDER. Of the system's settings
# it keeps those that say how to reach the network; hooks that run after an update are not ours.
privateApt() {
  local folder=$1
  shift
  APT_CONFIG=$folder/apt.conf LC_ALL=C apt-get -q -y "$@"
}

# writePrivateAptConfig FOLDER deb|deb-src: what privateApt reads; packages or their sources.
writePrivateAptConfig() {
  local folder=$1 kind=$2
  [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] ||
    fail 'the package debian-archive-keyring is missing: signatures could not be checked'
  mkdir -p "$folder/lists/partial" "$folder/archives/partial" "$folder/deb"
  : >"$folder/status"
  echo "$kind [arch=amd64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
    "$(debianMirror) sid main" >"$folder/sources.list"
  {
    apt-config dump 2>/dev/null | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' || true
    cat <<CONF
Dir::Etc::Main "/dev/null";
Dir::Etc::Parts "/dev/null";
Dir::Etc::SourceList "$folder/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$folder";
Dir::State::Lists "$folder/lists";
Dir::State::Status "$folder/status";
Dir::Cache "$folder";
Dir::Cache::Archives "$folder/archives";
APT::Architecture "amd64";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
CONF
  } >"$folder/apt.conf"
}

downloadTranslator() {
  local folder=$1
  privateApt "$folder" update || return 1
  (cd "$folder/deb" && privateApt "$folder" download "${translatorDebs[@]}")
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
    mv "$folder/versions" "$folder/root/versions"
}

fetchTranslator() {
  { holdsTranslator / || holdsTranslator "$translatorDir"; } && return 0

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
  local work
  mkdir -p "$cacheDir" && work=$(mktemp -d "$cacheDir/translator.XXXXXX") ||
    fail "cannot write to $cacheDir"
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  writePrivateAptConfig "$work" deb
  step translator "fetching the SPIR-V translator of Debian unstable into $translatorDir" \
    downloadTranslator "$work" || failFrom translator 'the SPIR-V translator could not be downloaded'
  step unpack 'unpacking it' unpackTranslator "$work" ||
    failFrom unpack 'the packages of the SPIR-V translator could not be unpacked'
  holdsTranslator "$work/root" ||
    fail "the packages ${translatorDebs[*]} do not hold the translator's library and headers"
  # The rename is what makes the folder appear, whole. Somebody else may have been quicker.
  rm -rf "$translatorDir.old"
  if [ -e "$translatorDir" ]; then mv "$translatorDir" "$translatorDir.old"; fi
  mv -T "$work/root" "$translatorDir" 2>/dev/null || holdsTranslator "$translatorDir" ||
    fail "cannot write to $cacheDir"
  rm -rf "$translatorDir.old" "$work"
  trap - EXIT
}

setUp() {
  setupIsOff && return 0
  checkMachine
  installPackages 3500 "${heddlePackages[@]}"
  fetchTranslator
  fetchSleef
}
