#!/usr/bin/env bash
# What .ci/run makes of its steps: ci_steps.sh ROOT
set -euo pipefail

# reported STEPS: what is printed for them, with the times left out, and the exit status.
reported() {
  local status=0
  bash -c "set -euo pipefail; source '$root/cmake/scripts/steps.sh'; $1; endSteps" |
    sed -E 's/ +[0-9]+ min [0-9]+ s/ TIME/' || status=$?
  echo "status $status"
}

# expect NAME STEPS LINE…: the last lines.
expect() {
  local name=$1 steps=$2 wanted got
  shift 2
  wanted=$(printf '%s\n' "$@")
  got=$(reported "$steps" | tail -n $#)
  [ "$got" = "$wanted" ] && return 0
  printf '%s: wanted\n%s\ngot\n%s\n' "$name" "$wanted" "$got"
  failures=$((failures + 1))
}

root=$1
failures=0

expect 'counts are summed' \
  'ciStep a echo "2 passed, 0 failed, 1 skipped"; ciStep b echo "3 passed, 0 failed, 0 skipped"' \
  '5 passed, 0 failed, 1 skipped' 'status 0'
expect 'a step without counts is one test' 'ciStep a true' '1 passed, 0 failed, 0 skipped' 'status 0'
expect 'a failure does not keep the next step from running' 'ciStep a false; ciStep b true' \
  '   b TIME   1 passed, 0 failed, 0 skipped' \
  '1 passed, 1 failed, 0 skipped' 'status 1'
expect 'a failure that was not counted is one' \
  'f() { echo "2 passed, 0 failed, 0 skipped"; return 3; }; ciStep a f' \
  '2 passed, 1 failed, 0 skipped' 'status 1'
expect 'a step that ended before it counted failed' \
  'f() { echo "2 passed, 0 failed, 0 skipped"; echo more; kill -9 $BASHPID; }; ciStep a f' \
  '0 passed, 1 failed, 0 skipped' 'status 1'
expect 'a step for which there is time runs' 'ciMinutes=80; ciStepWithin 15 a true' \
  '1 passed, 0 failed, 0 skipped' 'status 0'
expect 'a step for which there is none is skipped' 'ciMinutes=10; ciStep a true; ciStepWithin 15 b false' \
  '1 passed, 0 failed, 1 skipped' 'status 0'
expect 'a step that cannot run is skipped' 'ciStep a true; skipStep b "no such machine"' \
  '   b                                       skipped: no such machine' \
  '1 passed, 0 failed, 1 skipped' 'status 0'
expect 'nothing that ran is no success' 'skipStep b "no such machine"' \
  '0 passed, 0 failed, 1 skipped' 'status 1'
expect 'targets are named at the end' \
  'f() { echo "target a (hardware): b"; echo "2 passed, 0 failed, 0 skipped"; }; ciStep a f' \
  '   target a (hardware): b' '2 passed, 0 failed, 0 skipped' 'status 0'

echo "ci_steps: $failures problems"
[ "$failures" -eq 0 ]
