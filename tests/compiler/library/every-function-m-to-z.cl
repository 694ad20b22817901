// The second half of every-function-a-to-l.cl.
// RUN: heddle-function-list --names='[^a-l].*' > %t.cl
// RUN: heddlec %t.cl -o %t.1 --sub-group-size=1 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: llvm-nm -D --undefined-only %t.1 | count 0
// RUN: heddlec %t.cl -o %t.8 --sub-group-size=8 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: llvm-nm -D --undefined-only %t.8 | count 0
