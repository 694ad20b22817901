# What is checked besides the tests: formatting, the scripts, clang-tidy, and the driver under
# sanitizers. Sourced by ./run.

# What only these need; the other jobs do without.
lintPackages=(
  clang-format-22    # of the compiler's own version: each formats a little differently
  shellcheck
  ccache             # what one step of continuous integration has compiled serves the next ones
)
checkPackages=(
  clang-tidy-22
  libclang-rt-22-dev # the sanitizers' run-time libraries
)

setUpLint() {
  setupIsOff && return 0
  checkMachine
  installPackages 500 "${lintPackages[@]}"
}

setUpChecks() {
  setUp
  setupIsOff || installPackages 200 "${checkPackages[@]}"
}

needTool() {
  command -v "$1" >/dev/null || fail "$1 is missing: the Debian package $2 has it"
}

# projectFiles PATTERN…: what git has, and what it would take.
projectFiles() {
  git -C "$heddleRoot" ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
    while read -r file; do
      if [ -e "$heddleRoot/$file" ]; then printf '%s\n' "$file"; fi
    done
}

# checkFormat [--fix]
checkFormat() {
  needTool clang-format-22 clang-format-22
  local files status=0
  mapfile -t files < <(projectFiles '*.c' '*.cpp' '*.h' '*.hpp')
  [ "${#files[@]}" -gt 0 ] || fail 'git names no source files to check the formatting of'
  if [ "${1:-}" = --fix ]; then
    say "formatting ${#files[@]} files"
    (cd "$heddleRoot" && clang-format-22 -i "${files[@]}")
    return
  fi
  step format "checking the formatting of ${#files[@]} files" \
    formatDifferences "${files[@]}" || status=1
  [ "$status" -eq 0 ] || {
    sed -n 's/: error: code should be clang-formatted.*//p' "$(logOf format)" | sed 's/^/  | /' >&2
    say "clang-format would change these; ./run lint --fix does"
  }
  return "$status"
}

formatDifferences() {
  (cd "$heddleRoot" && clang-format-22 --dry-run --Werror "$@")
}

checkScripts() {
  needTool shellcheck shellcheck
  local files
  mapfile -t files < <(projectFiles run .ci/run '*.sh')
  say "checking ${#files[@]} scripts"
  (cd "$heddleRoot" && shellcheck --shell=bash --severity=warning "${files[@]}") >&2
}

# runLint [--fix]: what needs no build. tests/lint, which ./run test runs, has the project's own rules.
runLint() {
  local check failed=0 passed=0
  case ${1:-} in
    '' | --fix) ;;
    *) fail "'$1' is not an argument of ./run lint, which takes --fix or nothing" ;;
  esac
  for check in checkFormat checkScripts; do
    if "$check" "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  done
  echo "$passed passed, $failed failed, 0 skipped"
  [ "$failed" -eq 0 ]
}

# runTidy [FILE…]: clang-tidy over the files, or over what has changed.
runTidy() {
  needTool clang-tidy-22 clang-tidy-22
  # It reads what the build makes: the compile commands, and headers that are generated.
  build heddle heddlec
  say 'running clang-tidy'
  python3 "$heddleRoot/cmake/scripts/tidy.py" --jobs="$(buildJobs)" "$heddleRoot" "$buildDir" "$@"
}

# The preset of each, and which tests run there: of the kernels, those that ask something of the
# driver. The code of kernels is not instrumented, and heddlec is that of the ordinary build.
declare -A sanitizerPreset=([address]=driver-asan [thread]=driver-tsan)
declare -A sanitizerTests=(
  [address]='^unit\.|^api\.|^kernels\.(atomics|limits|named_barriers|program_variables|work_groups)$'
  [thread]='^unit\.|^api\.'
)
declare -A sanitizerTargets=(
  [address]='heddle_driver_tests heddle-kernel-tests heddle-limits-tests named_barrier_tests'
  [thread]=heddle_driver_tests
)

# runSanitizer address|thread [PATTERN]: the address sanitizer comes with that of undefined behaviour.
runSanitizer() {
  local kind=${1:-} pattern=${2:-} targets
  [ -n "${sanitizerPreset[${kind:-none}]:-}" ] ||
    fail "./run sanitize takes 'address' or 'thread', and a pattern of test names"
  build heddlec
  configureOptions=("-DHEDDLE_USE_COMPILER_OF=$buildDir")
  preset=${sanitizerPreset[$kind]}
  buildDir=$heddleRoot/build/$preset
  read -ra targets <<<"${sanitizerTargets[$kind]}"
  if [ -n "$pattern" ]; then build; else build "${targets[@]}"; fi
  export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1:check_initialization_order=1}
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
  # A test starts threads in a forked child, as applications do. At the end of a program it would wait
  # a second for races of other threads, which is most of what a thousand tests take.
  export TSAN_OPTIONS=${TSAN_OPTIONS:-second_deadlock_stack=1:die_after_fork=0:atexit_sleep_ms=20}
  runTests "${pattern:-${sanitizerTests[$kind]}}"
}
