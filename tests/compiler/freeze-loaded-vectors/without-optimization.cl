// Private bytes that are written by lanes and copied by vectors of longs: nothing simplifies what
// the elements of one loaded vector go through, and LLVM crashed in them.
// RUN: heddle-function-list --names=lgamma_r > %t.cl
// RUN: heddlec %t.cl -o %t.v4 --target=x86-64-v4 --sub-group-size=8 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: heddlec %t.cl -o %t.spr --target=sapphirerapids --sub-group-size=8 -- -cl-std=CL3.0 -cl-opt-disable
