# SLEEF, vector forms of mathematical functions. Sourced by ./run.
#
# Debian's packages hold it as shared libraries, which kernels cannot depend on: they run where
# nothing of it is installed. Its sources are compiled to bitcode with the project, from the source
# package of a newer Debian, which is unpacked into a folder of the user's cache.

sleefDir=$cacheDir/sleef
# Unstable and forky, which becomes Debian 14, had 3.9.0 when this was written.
sleefPlaces='suite:sid suite:forky snapshot-2026-10-30'

holdsSleef() {
  [ -e "$1/src/libm/sleefsimdsp.c" ] && [ -e "$1/src/libm/sleefsimddp.c" ] &&
    [ -e "$1/LICENSE.txt" ]
}

unpackSleef() {
  local folder=$1
  mkdir -p "$folder/root" &&
    tar -C "$folder/root" --strip-components=1 -xf "$folder"/deb/sleef_*.orig.tar.* &&
    (cd "$folder/deb" && ls sleef_*) >"$folder/root/version" || return 1
  holdsSleef "$folder/root" || {
    echo 'the source package sleef does not hold its vector functions'
    return 1
  }
}

fetchSleef() {
  holdsSleef "$sleefDir" && return 0
  needSpace "$cacheDir" 200 'downloading SLEEF'
  fetchNewer sleef 'the sources of SLEEF' "$sleefDir" "$sleefPlaces" unpackSleef \
    deb-src '3.9.*' sleef
}
