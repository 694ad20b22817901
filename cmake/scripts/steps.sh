# Steps of continuous integration. Sourced by .ci/run.
#
# Each runs whatever became of those before it. At the end stand a table of the steps, the targets
# that tests ran for, what failed, as only the end of a log may be kept, and as the last line the sum
# of their tests, "N passed, M failed, K skipped".

stepRows=()
stepTargets=()
stepFailures=()
stepCounts=(0 0 0)

# duration SECONDS
duration() {
  printf '%d min %02d s' $(($1 / 60)) $(($1 % 60))
}

# ciStep NAME CMD…: runs CMD. A last line "N passed, M failed, K skipped" says what it did; without
# one it counts as one test.
ciStep() {
  local name=$1 status=0 start=$SECONDS output counts spent
  shift
  output=$(mktemp)
  printf '\n== %s: %s\n' "$name" "$*"
  "$@" </dev/null 2>&1 | tee "$output" || status=${PIPESTATUS[0]}
  counts=$(tail -n 1 "$output" |
    sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p')
  # "target x86-64-v4 (hardware): kernels, matrices"
  mapfile -t -O "${#stepTargets[@]}" stepTargets < <(grep -E '^target .+: .+$' "$output")
  # "failed: kernels.memory: what it said"; of a step that does not list its failures, its end.
  mapfile -t -O "${#stepFailures[@]}" stepFailures < <(
    if [ "$status" -ne 0 ]; then
      grep -E '^failed: ' "$output" || tail -n 20 "$output" | sed "s/^/failed: $name: /"
    fi
  )
  rm -f "$output"
  if [ -z "$counts" ]; then
    if [ "$status" -eq 0 ]; then counts='1 0 0'; else counts='0 1 0'; fi
  fi
  addCounts "$status" "$counts"
  spent=$(duration $((SECONDS - start)))
  stepRows+=("$(printf '%-24s %12s   %s' "$name" "$spent" "$stepCounted")")
  printf '== %s took %s\n' "$name" "$spent"
}

# ciStepWithin MINUTES NAME CMD…: the same, where the step, which takes MINUTES on two processors, is
# likely to end before ciMinutes are over; else it is skipped, and says so. On a slow machine the steps
# that matter most have run then, and the table below is seen.
ciStepWithin() {
  local minutes=$1
  shift
  if [ $((SECONDS + minutes * 60)) -le $((ciMinutes * 60)) ]; then
    ciStep "$@"
  else
    skipStep "$1" "it takes some $minutes minutes, and those before it took $(duration "$SECONDS") of $ciMinutes"
  fi
}

# skipStep NAME WHY: a step that this machine cannot run.
skipStep() {
  printf '\n== %s: skipped: %s\n' "$1" "$2"
  addCounts 0 '0 0 1'
  stepRows+=("$(printf '%-24s %12s   %s' "$1" '' "skipped: $2")")
}

# addCounts STATUS 'PASSED FAILED SKIPPED'
addCounts() {
  local passed failed skipped
  read -r passed failed skipped <<<"$2"
  # It ended badly after what it had counted, or before it counted all.
  if [ "$1" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
  stepCounted="$passed passed, $failed failed, $skipped skipped"
  stepCounts=($((stepCounts[0] + passed)) $((stepCounts[1] + failed)) $((stepCounts[2] + skipped)))
}

# endSteps: the table, the last line, and the status of all.
endSteps() {
  printf '\n== in %s:\n' "$(duration "$SECONDS")"
  printf '   %s\n' "${stepRows[@]}" "${stepTargets[@]}" "${stepFailures[@]}"
  printf '%d passed, %d failed, %d skipped\n' "${stepCounts[@]}"
  [ "${stepCounts[1]}" -eq 0 ] && [ "${stepCounts[0]}" -gt 0 ]
}
