// Which kernels end soon whatever their arguments are, so that any thread may run a short launch.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'branches'
// CHECK:         no loops
kernel void branches(global float *out, float bound) {
  size_t i = get_global_id(0);
  if (out[i] > bound)
    out[i] = exp(out[i]);
}

// CHECK-LABEL: kernel 'unrolled'
// CHECK:         no loops
kernel void unrolled(global int *out) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += out[i];
  out[get_global_id(0)] = sum;
}

// CHECK-LABEL: kernel 'counts'
// CHECK-NOT:     no loops
// CHECK:         memory:
kernel void counts(global int *out, int count) {
  for (int i = 0; i < count; ++i)
    out[i] += i;
}

// CHECK-LABEL: kernel 'waits'
// CHECK-NOT:     no loops
// CHECK:         memory:
kernel void waits(global atomic_int *flag) {
  while (atomic_load_explicit(flag, memory_order_acquire) == 0)
    ;
}

// CHECK-LABEL: kernel 'waits_by_goto'
// CHECK-NOT:     no loops
// CHECK:         memory:
kernel void waits_by_goto(volatile global int *flag, int first) {
  if (first)
    goto second;
start:
  if (flag[0])
    return;
second:
  if (!flag[1])
    goto start;
}

__attribute__((noinline)) int from(global int *out, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += out[i] * sum;
  return sum;
}
// CHECK-LABEL: kernel 'calls'
// CHECK-NOT:     no loops
// CHECK:         memory:
kernel void calls(global int *out, int count) { out[get_global_id(0)] = from(out, count); }

// It takes a lock of the host.
// CHECK-LABEL: kernel 'prints'
// CHECK-NOT:     no loops
// CHECK:         memory:
kernel void prints() { printf("here\n"); }

// With checks, too: who is told of a finding comes back.
// RUN: heddlec %s --explain --checks --kernel=branches --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=CHECKED
// CHECKED-LABEL: kernel 'branches'
// CHECKED:         no loops
