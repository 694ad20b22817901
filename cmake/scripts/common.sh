# What the other scripts share: how ./run speaks, fails and keeps its logs. Sourced by ./run.

preset=${HEDDLE_PRESET:-release}
buildDir=$heddleRoot/build/$preset
cacheDir=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/heddle
logDir=$heddleRoot/build/logs

# say TEXT: one line about what is being done.
say() {
  printf '== %s\n' "$*" >&2
}

# fail TEXT…: ends ./run with a sentence that names what is missing; further arguments are
# indented lines under it.
fail() {
  printf 'run: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '     %s\n' "$@" >&2
  exit 1
}

# step NAME TEXT CMD…: says TEXT, runs CMD with its output in build/logs/NAME.log, and returns
# CMD's status. The log starts anew each time. CMD runs in a shell of its own: whatever folder it
# goes to and whatever it sets, the next step stands where this one stood.
step() {
  local name=$1 text=$2
  shift 2
  mkdir -p "$logDir" || fail "cannot write to $heddleRoot/build"
  say "$text"
  ("$@") >"$logDir/$name.log" 2>&1 </dev/null
}

# removeAtExit FOLDER: it is gone when ./run ends, however it ends. The shell has one such trap,
# which everything that needs one shares.
temporaryFolders=()
removeAtExit() {
  temporaryFolders+=("$1")
  trap 'rm -rf --one-file-system "${temporaryFolders[@]}"' EXIT
}

# keepAtExit FOLDER: takes that back.
keepAtExit() {
  local folder kept=("${temporaryFolders[@]}")
  temporaryFolders=()
  for folder in "${kept[@]}"; do
    [ "$folder" = "$1" ] || temporaryFolders+=("$folder")
  done
}

logOf() {
  printf '%s' "$logDir/$1.log"
}

# explain NAME: prints the sentence for the failures that a log shows by a well-known message, or
# nothing.
explain() {
  local log
  log=$(logOf "$1")
  if grep -qiE 'no space left on device|not enough free space|enough free space in' "$log"; then
    echo 'the disk is full'
  elif grep -qi 'hash sum mismatch' "$log"; then
    echo 'a file does not have the content that is known or signed'
  elif grep -qiE '404 +not found' "$log"; then
    echo 'the server does not have a file of that name (any more)'
  elif grep -qiE 'temporary failure resolving|could not resolve|could not connect|unable to connect|connection timed out|network is unreachable|failed to fetch' "$log"; then
    echo 'the mirror cannot be reached: is there a network, or a proxy to be set in apt.conf?'
  elif grep -qiE 'could not get lock|unable to acquire the dpkg' "$log"; then
    echo 'another package manager is running'
  elif grep -qiE 'NO_PUBKEY|is not signed|invalid signature|EXPKEYSIG' "$log"; then
    echo 'the signature of the package list could not be checked (is debian-archive-keyring up to date?)'
  elif grep -qiE 'release file .* (is expired|is not valid yet)' "$log"; then
    echo "the mirror's package list is out of date, or the clock of this machine ($(date -I)) is wrong"
  fi
}

# failFrom NAME TEXT: fails with TEXT, the reason when the log shows a well-known one, the end of
# the log, and where all of it is.
failFrom() {
  local reason
  reason=$(explain "$1")
  tail -n 15 "$(logOf "$1")" | sed 's/^/  | /' >&2
  fail "$2${reason:+: $reason}" "the whole log is in $(logOf "$1")"
}

# needSpace FOLDER MEGABYTES WHAT: fails unless the file system of FOLDER has room.
needSpace() {
  local folder=$1 free
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  free=$(df -Pm "$folder" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "$2" ] || fail "$3 needs $2 MB, the file system of $folder has $free MB left"
}

setupIsOff() {
  [ "${HEDDLE_SETUP:-on}" = off ]
}
