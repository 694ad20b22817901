// Functions that nobody defines, and those that have no lowering, are errors of the kernel.
// RUN: not heddlec %s -o %t 2>&1 | FileCheck %s

int elsewhere(int);
// CHECK-DAG: error: kernel 'caller': function 'elsewhere' is called and not defined
kernel void caller(global int *p) { p[0] = elsewhere(p[1]); }
// CHECK-DAG: error: kernel 'copier': function 'async_work_group_copy' is not supported by this device
kernel void copier(global int *p, local int *q) {
  event_t e = async_work_group_copy(q, p, 16, 0);
  wait_group_events(1, &e);
}
