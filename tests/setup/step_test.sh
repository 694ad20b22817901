#!/usr/bin/env bash
# A step of ./run leaves the shell as it was, and temporary folders go whatever happens.
# shellcheck source=/dev/null
source "$(dirname "$0")/support.sh" "$1"

mkdir -p "$testDir/gone" "$HOME"
wanders() {
  cd "$testDir/gone" && left=behind && trap 'touch "$testDir/trapped"' EXIT
  rm -rf "$testDir/gone"
}
before=$PWD traps=$(trap -p EXIT) left=''
step wanders 'a step that goes into a folder and removes it' wanders 2>/dev/null
expect 'the folder after a step' "$PWD" "$before"
expect 'that it is there' "$(/bin/pwd)" '/*'
expect 'a variable after a step' "$left" ''
expect 'the trap after a step' "$(trap -p EXIT)" "$traps"
rm "$testDir/trapped"

fails() { echo 'No space left on device' && return 3; }
status=0
step fails 'a step that fails' fails 2>/dev/null || status=$?
expect 'the status of a step' "$status" 3
expect 'the reason' "$(explain fails)" 'the disk is full'

# Two that are temporary, one of them with a quote in its name, and one that is kept after all.
message=$(
  trap - EXIT
  for name in one "two's" kept; do
    mkdir "$testDir/$name"
    removeAtExit "$testDir/$name"
  done
  keepAtExit "$testDir/kept"
  fail 'the end' 2>&1
) || true
expect 'what is left of them' "$(cd "$testDir" && echo -- *)" '-- home kept logs'
expect 'the last word' "$message" 'run: the end'
finish
