#!/usr/bin/env bash
# Where the set-up takes what Debian 12 lacks from, when places have lost it or have something else.
# shellcheck source=/dev/null
source "$(dirname "$0")/support.sh" "$1"
# shellcheck source=/dev/null
source "$heddleRoot/cmake/scripts/newer.sh"
[ -e /usr/share/keyrings/debian-archive-keyring.gpg ] && command -v apt-get >/dev/null || {
  echo 'this system has no apt with the keys of Debian'
  exit 77
}

# The mirror: what each suite has, as "suite package version".
mirror=''
privateApt() {
  local folder=$1 suite
  suite=$(sed -n 's/.* \([^ ]*\) main$/\1/p' "$folder/sources.list")
  case $2 in
    update)
      echo "update $suite" >>"$testDir/calls"
      grep "^$suite " <<<"$mirror" >"$folder/packages" && return 0
      echo "E: The repository '$suite' does not have a Release file."
      return 100
      ;;
    *)
      shift
      echo "$* from $suite" >>"$testDir/calls"
      : >"$folder/deb/$suite.deb"
      ;;
  esac
}
apt-cache() {
  awk -v package="$2" '$2 == package { print package " | " $3 " | somewhere" }' \
    "$(dirname "$APT_CONFIG")/packages"
}
fromPinned() {
  echo "pinned $2" >>"$testDir/calls"
  [ "$pinned" = yes ] && : >"$1/deb/pinned.deb"
}
unpack() {
  local unpacked=$1/root
  mkdir -p "$unpacked" && ls "$1/deb" >"$unpacked/files" || return 1
  ! grep -q "${broken:-nothing}" "$unpacked/files" || { echo 'it does not run here' && return 1; }
}
fetch() {
  rm -rf "$testDir/target" "$testDir/calls"
  mkdir -p "$testDir"
  fetchNewer thing 'the thing' "$testDir/target" "${1:-suite:sid suite:forky archive}" unpack \
    deb '22.1.*' lib-dev lib libc 2>"$testDir/said"
}
pinned=yes broken=''

mirror=$'sid lib-dev 22.1.0-1\nsid lib-dev 22.1.3-1\nsid lib-dev 23.1.0-1'
fetch
expect 'the newest that fits' "$(cat "$testDir/calls")" $'update sid\ndownload lib-dev=22.1.3-1 lib libc from sid'
expect 'what it notes' "$(cat "$testDir/target/place")" suite:sid

mirror=$'sid lib-dev 23.1.0-1\nforky lib-dev 22.1.0-1'
fetch
expect 'the next suite' "$(cat "$testDir/target/place") $(cat "$testDir/target/files")" 'suite:forky forky.deb'
expect 'what is said about the first' "$(cat "$testDir/said")" '*not there: Debian unstable: there is no lib-dev 22.1.*'

mirror=$'forky other 22.1.0-1'
fetch
expect 'what stays for good' "$(cat "$testDir/target/place") $(cat "$testDir/target/files")" 'archive pinned.deb'

mirror=$'sid lib-dev 22.1.0-1\nforky lib-dev 22.1.0-1' broken=sid.deb
fetch
expect 'the next when one does not run here' "$(cat "$testDir/target/place")" suite:forky

HEDDLE_SETUP_FROM=archive
fetch
expect 'where the user wants it from' "$(cat "$testDir/target/place")" archive
unset HEDDLE_SETUP_FROM

mirror='' pinned=no broken='' status=0
(fetch) || status=$?
expect 'the status when nobody has it' "$status" 1
expect 'the error' "$(cat "$testDir/said")" '*run: the thing could not be fetched.*Debian unstable: *Debian forky: *archive: *'
expect 'what is left' "$(cd "$testDir" && echo target*)" 'target\*'

# What is pinned is known by its content, and by nothing else.
source "$heddleRoot/cmake/scripts/newer.sh"
echo content >"$testDir/file"
heddleRoot=$testDir/tree
mkdir -p "$heddleRoot/cmake/scripts"
pin() { echo "thing@archive $1 file://$testDir/file" >"$heddleRoot/cmake/scripts/pinned_files.txt"; }
pin "$(sha256sum <"$testDir/file" | cut -d ' ' -f 1)"
fetch archive
expect 'a file with its sum' "$(cat "$testDir/target/files")" file
pin "$(echo other | sha256sum | cut -d ' ' -f 1)"
status=0
(fetch archive) || status=$?
expect 'a file with another sum' "$status $(ls "$testDir/target" 2>/dev/null)" '1 '
finish
