# What the tests of the set-up share. Sourced by them, with the root of the tree as argument.
set -euo pipefail

# shellcheck disable=SC2034 # for the scripts that are tested
heddleRoot=$1
testDir=$(mktemp -d)
trap 'rm -rf "$testDir"' EXIT
export HOME=$testDir/home
unset XDG_CACHE_HOME HEDDLE_SETUP HEDDLE_SETUP_FROM
# shellcheck source=/dev/null
source "$heddleRoot/cmake/scripts/common.sh"
# shellcheck disable=SC2034
logDir=$testDir/logs

failures=0

# expect WHAT FOUND WANTED: WANTED is a pattern.
expect() {
  # shellcheck disable=SC2254
  case $2 in $3) return 0 ;; esac
  printf 'FAILED: %s\n  found:  %s\n  wanted: %s\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

finish() {
  [ "$failures" -eq 0 ] && echo 'all as expected'
  exit "$failures"
}
