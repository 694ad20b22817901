// Every function that clang declares for what the device reports compiles, lane by lane and
// widened, and leaves nothing undefined. This is the first half of the alphabet; conversions are in a
// file of their own.
// RUN: heddle-function-list --names='[a-l].*' --without='convert_.*' > %t.cl
// RUN: heddlec %t.cl -o %t.1 --sub-group-size=1 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: llvm-nm -D --undefined-only %t.1 | count 0
// RUN: heddlec %t.cl -o %t.8 --sub-group-size=8 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: llvm-nm -D --undefined-only %t.8 | count 0
