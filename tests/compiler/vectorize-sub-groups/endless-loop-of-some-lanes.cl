// What some lanes never come back from leaves sub-group and work-group functions behind it to the
// others: a failed assertion, and a step that the compiler takes apart for the case of zero.
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --emit=llvm -o - -- -cl-std=CL3.0 \
// RUN:   | FileCheck %s

// CHECK: define dso_local void @assertion.entry(
kernel void assertion(global int *a) {
  if (a[get_global_id(0)] == 1234)
    for (;;) {
    }
  a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]);
}

// CHECK: define dso_local void @step.entry(
kernel void step(global int *a, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    for (int q = get_local_id(0); q < 1; q += (int)get_local_size(0))
      a[q] += r;
    if (work_group_all(r != 100))
      break;
  }
}
