#!/bin/sh
# Runs Heddle from where this folder lies. Nothing is installed and nothing outside is written,
# except the kernel cache.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# The loader and the driver of this folder, and no other driver. A loader that is installed is used
# by programs that find it first; both kinds read OCL_ICD_VENDORS.
LD_LIBRARY_PATH=$here/lib:$here/lib/loader${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
OCL_ICD_VENDORS=$here/vendors
HEDDLE_TEST_DATA=$here/share/tests
unset OCL_ICD_FILENAMES OPENCL_VENDOR_PATH
export LD_LIBRARY_PATH OCL_ICD_VENDORS HEDDLE_TEST_DATA
# A system may have no C++ library, or one that is too old for the driver.
if ! "$here/share/heddle/examples/gemm/gemm" --help >/dev/null 2>&1; then
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$here/lib/fallback
fi

# What runs, a line each: a program, and what it runs for: a target of heddle-run-for, a folder of
# kernels, or everything.
listTests() {
  for program in "$here"/tests/*test "$here"/tests/*tests "$here"/tests/matrix-fuzz; do
    [ -x "$program" ] || continue
    name=$(basename "$program")
    case $name in
      matrix_kernel_tests | block_2d_tests)
        for target in native v3 v4 emulated-tiles; do echo "$name $target"; done
        ;;
      heddle-kernel-tests)
        for folder in "$HEDDLE_TEST_DATA"/kernels/*; do
          set -- "$folder"/*.cl
          [ ! -e "$1" ] || echo "$name $(basename "$folder")"
        done
        ;;
      *) echo "$name all" ;;
    esac
  done
}

# runOne REPORTS PROGRAM WHAT: a line of that list, with its output in a file of its own. The
# arguments of "run test" lie in a file, one in a line.
runOne() {
  reports=$1 name=$2 what=$3
  program=$here/tests/$name
  set --
  while IFS= read -r argument; do set -- "$@" "$argument"; done <"$reports/arguments"
  case $name:$what in
    matrix_kernel_tests:emulated-tiles) export HEDDLE_TEST_TILES=1 ;;
    # Only these blocks become tiles.
    block_2d_tests:emulated-tiles) set -- "$@" '--gtest_filter=*BlockProducts*' ;;
  esac
  case $name in
    matrix-fuzz)
      set -- "$program" --seed=1 --count=12 "--emulator=$here/tests/libheddle-amx-emulator.so"
      ;;
    heddle-kernel-tests) set -- "$program" "--folder=$what" --gtest_brief=1 "$@" ;;
    block_2d_tests | matrix_kernel_tests)
      suite=blocks
      [ "$name" = block_2d_tests ] || suite=matrices
      set -- "$here/tests/heddle-run-for" "--target=$what" "--suite=$suite" -- \
        "$program" --gtest_brief=1 "$@"
      ;;
    *) set -- "$program" --gtest_brief=1 "$@" ;;
  esac
  report=$reports/$name.$what
  echo "== $name $what" >"$report"
  "$@" >>"$report" 2>&1 || echo "[exit   ] $?" >>"$report"
  cat "$report"
}

# As many at once as there are processors. Ends in the targets that suites ran for, and
# "N passed, M failed, K skipped": the sums of what the programs say.
runTests() {
  status=0
  reports=$(mktemp -d)
  trap 'rm -rf "$reports"' EXIT
  for argument in "$@"; do printf '%s\n' "$argument"; done >"$reports/arguments"
  listTests | xargs -n 2 -P "$(nproc)" "$here/run" one-test "$reports" || status=1
  sed -n -e 's/^skipped: target/target/' -e '/^target .* (hardware): /p' \
    -e '/^target .* (emulated): /p' "$reports"/*.* | sort -u
  awk '/^\[  PASSED  \] [0-9]+ test/ { passed += $4 }
       /^seeds [0-9.]+: [0-9]+ agreed, 0 disagreed/ { passed += 1 }
       /^\[  FAILED  \] .* \([0-9]+ ms\)$/ { failed += 1; told = 1 }
       /^\[  SKIPPED \] [0-9]+ tests?[.,]/ { skipped += $4 }
       /^skipped: / { skipped += 1 }
       # A program that ends badly without a failure has crashed.
       /^\[exit   \]/ { if (!told) failed += 1; told = 0 }
       END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
             exit failed || !passed }' "$reports"/*.* || status=1
  return "$status"
}

job=${1:-help}
[ $# -eq 0 ] || shift
case $job in
  demo) exec "$here/share/heddle/examples/gemm/gemm" "$@" ;;
  test) runTests "$@" ;;
  one-test) runOne "$@" ;;
  clinfo) exec "$here/bin/clinfo" "$@" ;;
  fuzz) exec "$here/tests/kernel-fuzz" --jobs "$(nproc)" "$@" ;;
  bench) exec "$here/tests/gemm_bench" "$@" ;;
  with) exec "$@" ;;
  env) for name in LD_LIBRARY_PATH OCL_ICD_VENDORS; do
    eval "printf \"export %s='%s'\\n\" $name \"\$$name\""
  done ;;
  *) cat <<'TEXT'
usage: ./run JOB [arguments]

  demo          the matrix products of examples/gemm (with sources in share/heddle/examples)
  test          the test programs
  clinfo        what clinfo says about the device
  fuzz          random kernels at several sub-group sizes, as in fuzz --seed 1 --count 1000
  bench         matrix products in many styles: bench --help, bench --quick
  with CMD…     run CMD; its OpenCL loader sees this driver and no other
  env           prints the variables that "with" sets, for a shell: eval "$(./run env)"

bin/heddlec is the compiler. Needs x86-64 Linux with glibc 2.36 or newer, and no LLVM.
TEXT
    ;;
esac
