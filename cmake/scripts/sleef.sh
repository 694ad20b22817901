# SLEEF, vector forms of mathematical functions. Sourced by ./run.
#
# Debian's packages hold it as shared libraries, which kernels cannot depend on: they run where
# nothing of it is installed. Its sources are compiled to bitcode with the project, from the source
# package of Debian unstable, which is unpacked into a folder of the user's cache.

sleefDir=$cacheDir/sleef

holdsSleef() {
  [ -e "$1/src/libm/sleefsimdsp.c" ] && [ -e "$1/src/libm/sleefsimddp.c" ] &&
    [ -e "$1/LICENSE.txt" ]
}

downloadSleef() {
  local folder=$1
  privateApt "$folder" update || return 1
  (cd "$folder/deb" && privateApt "$folder" source --download-only --tar-only sleef)
}

unpackSleef() {
  local folder=$1
  mkdir -p "$folder/root" &&
    tar -C "$folder/root" --strip-components=1 -xf "$folder"/deb/sleef_*.orig.tar.* &&
    (cd "$folder/deb" && ls sleef_*) >"$folder/root/version"
}

fetchSleef() {
  holdsSleef "$sleefDir" && return 0
  needSpace "$cacheDir" 200 'downloading SLEEF'
  local work
  mkdir -p "$cacheDir" && work=$(mktemp -d "$cacheDir/sleef.XXXXXX") ||
    fail "cannot write to $cacheDir"
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  writePrivateAptConfig "$work" deb-src
  step sleef "fetching the sources of SLEEF into $sleefDir" downloadSleef "$work" ||
    failFrom sleef 'the sources of SLEEF could not be downloaded'
  step unpack-sleef 'unpacking them' unpackSleef "$work" ||
    failFrom unpack-sleef 'the sources of SLEEF could not be unpacked'
  holdsSleef "$work/root" || fail 'the source package sleef does not hold its vector functions'
  # As with the translator: the rename makes the folder appear, whole.
  rm -rf "$sleefDir.old"
  if [ -e "$sleefDir" ]; then mv "$sleefDir" "$sleefDir.old"; fi
  mv -T "$work/root" "$sleefDir" 2>/dev/null || holdsSleef "$sleefDir" ||
    fail "cannot write to $cacheDir"
  rm -rf "$sleefDir.old" "$work"
  trap - EXIT
}
