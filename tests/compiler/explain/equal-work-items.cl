// Kernels whose work-items cannot tell which they are, written for a single one, have no lanes.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --emit=llvm --kernel=task --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=CODE
// RUN: heddlec %s --emit=llvm --kernel=streams --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=STREAMS
// RUN: heddlec %s --emit=llvm --kernel=streams --sub-group-size=1 --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=STREAMS
// RUN: heddlec %s --emit=llvm --kernel=pads --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=PADS
// RUN: heddlec %s --emit=llvm --kernel=pads --sub-group-size=1 --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=PADS

// CHECK-LABEL: kernel 'task'
// CHECK:         sub-group size 1: nothing tells its work-items from each other
// CODE-LABEL:  define {{.*}}@task.entry(
// CODE-NOT:      llvm.masked
kernel void task(global const int *rows, global float *x, int n) {
  for (int i = 1; i < n; ++i)
    x[rows[i]] += x[rows[i - 1]] * get_num_groups(0);
}

// Its rounds lie side by side.
// CHECK-LABEL: kernel 'streams'
// CHECK:         sub-group size 1: nothing tells its work-items from each other
// STREAMS-LABEL: define {{.*}}@streams.entry(
// STREAMS:         fadd <{{8|16}} x float>
kernel void streams(global const float *a, global const float *b, global float *c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}

// So are those that reach for words anywhere, or do so under conditions.
// CHECK-LABEL: kernel 'pads'
// CHECK:         sub-group size 1: nothing tells its work-items from each other
// PADS-LABEL:  define {{.*}}@pads.entry(
// PADS:          call <{{8|16}} x float> @llvm.masked.gather
kernel void pads(global const float *restrict a, global float *restrict b) {
  for (int i = 0; i < 3364; ++i)
    b[i] = i % 58 > 0 && i % 58 < 57 ? a[i / 58 * 56 + i % 58 - 1] : 0;
}

__attribute__((noinline)) int half_of(int x) { return x / 2; }

// CHECK-LABEL: kernel 'calls_a_function'
// CHECK:         sub-group size 1: nothing tells its work-items from each other
kernel void calls_a_function(global int *x) {
  *x = half_of(*x);
  printf("%d\n", *x);
}

// CHECK-LABEL: kernel 'has_an_id'
// CHECK:         sub-group size 16:
kernel void has_an_id(global int *x) { x[get_local_id(1)] = 1; }

// The old values are ids.
// CHECK-LABEL: kernel 'takes_numbers'
// CHECK:         sub-group size 16:
kernel void takes_numbers(global int *next, global int *x) { x[atomic_inc(next)] = 1; }

// Several meet.
// CHECK-LABEL: kernel 'waits'
// CHECK:         sub-group size 16:
kernel void waits(local int *x) {
  *x = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}
