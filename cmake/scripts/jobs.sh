# What ./run does with a finished build. Sourced by ./run.

# runWith CMD…: the OpenCL loader of CMD sees the driver of the build tree and no other. ocl-icd and
# the Khronos loader both take a folder of .icd files in OCL_ICD_VENDORS; the other variables would
# add drivers.
runWith() {
  [ $# -gt 0 ] || fail 'which command? ./run with CMD…'
  [ -e "$buildDir/vendors/heddle.icd" ] || fail "build/$preset holds no driver yet: ./run build"
  env -u OCL_ICD_FILENAMES -u OPENCL_VENDOR_PATH OCL_ICD_VENDORS="$buildDir/vendors" "$@"
}

runDemo() {
  say 'running the demo'
  runWith "$buildDir/examples/gemm/gemm" "$@"
}

# Runs the tests, and ends in a line that counts test cases, not programs.
runTests() {
  local status=0 results=$buildDir/test-results.xml
  rm -f "$results"
  say "testing build/$preset"
  runWith ctest --test-dir "$buildDir" --output-on-failure --no-tests=error -j "$(nproc)" \
    --test-output-size-passed 10000000 --test-output-size-failed 10000000 \
    --output-junit "$results" ${1:+-R "$1"} </dev/null || status=$?
  python3 "$heddleRoot/cmake/scripts/count_tests.py" "$results" || status=1
  return "$status"
}

runBenchmarks() {
  local program status=0
  compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null ||
    say "no other OpenCL driver to compare with; apt-get install $heddlePeerPackage brings one"
  for program in "$buildDir"/tests/bench/*_bench; do
    [ -x "$program" ] || fail "build/$preset has no benchmarks"
    say "running $(basename "$program")"
    # One that fails says why; the others have their figures.
    runWith "$program" "$@" || status=1
  done
  return "$status"
}
