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

# Ends in "N passed, M failed, K skipped": the sums of what the GoogleTest programs say.
runTests() {
  status=0
  report=$(mktemp)
  trap 'rm -f "$report"' EXIT
  for program in "$here"/tests/*test "$here"/tests/*tests; do
    [ -x "$program" ] || continue
    echo "== $(basename "$program")"
    { "$program" --gtest_brief=1 "$@" || echo "[exit   ] $?"; } 2>&1 | tee -a "$report"
  done
  awk '/^\[  PASSED  \] [0-9]+ test/ { passed += $4 }
       /^\[  FAILED  \] [0-9]+ tests?, listed/ { failed += $4; told = 1 }
       /^\[  SKIPPED \] [0-9]+ tests?, listed/ { skipped += $4 }
       # A program that ends badly without a list of failures has crashed.
       /^\[exit   \]/ { if (!told) failed += 1; told = 0 }
       END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
             exit failed || !passed }' "$report" || status=1
  return "$status"
}

job=${1:-help}
[ $# -eq 0 ] || shift
case $job in
  demo) exec "$here/share/heddle/examples/gemm/gemm" "$@" ;;
  test) runTests "$@" ;;
  clinfo) exec "$here/bin/clinfo" "$@" ;;
  fuzz) exec "$here/tests/kernel-fuzz" --jobs "$(nproc)" "$@" ;;
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
  with CMD…     run CMD; its OpenCL loader sees this driver and no other
  env           prints the variables that "with" sets, for a shell: eval "$(./run env)"

bin/heddlec is the compiler. Needs x86-64 Linux with glibc 2.36 or newer, and no LLVM.
TEXT
    ;;
esac
