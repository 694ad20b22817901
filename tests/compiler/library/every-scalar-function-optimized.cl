// The optimizer makes no call of a C library function out of what the functions became.
// RUN: heddle-function-list --result='(u?char|u?short|u?int|u?long|half|float|double)' \
// RUN:   --without='atom.*|convert_.*' > %t.cl
// RUN: heddlec %t.cl -o %t.16 --target=x86-64-v3 --sub-group-size=16 -- -cl-std=CL3.0
// RUN: llvm-nm -D --undefined-only %t.16 | count 0
