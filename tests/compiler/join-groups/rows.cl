// Rows that are no multiple of the lanes begin sub-groups of their own: lanes are neighbours in local
// and in global memory, those that are missing are masked, and what is the same for a row is read
// once. Sub-groups need not be in step: there is one work-group.
// RUN: heddlec %s --kernel=product --explain --sub-group-size=16 --join-groups=10x10*1,rows --target=x86-64-v4 | FileCheck %s --check-prefix=EXPLAIN
// RUN: heddlec %s --kernel=product --emit=asm --sub-group-size=16 --join-groups=10x10*1,rows --target=x86-64-v4 -o - | FileCheck %s
// RUN: heddlec %s --kernel=product --emit=asm --sub-group-size=8 --join-groups=20x4*1,rows,tails --target=x86-64-v4 -o - | FileCheck %s
// RUN: heddlec %s --kernel=product --emit=asm --sub-group-size=16 --join-groups=10x10*1 --target=x86-64-v4 -o - | FileCheck %s --check-prefix=TOGETHER
// RUN: heddlec %s --kernel=rounds_of_group --explain --sub-group-size=16 --join-groups=10x10*1,rows --target=x86-64-v4 | FileCheck %s --check-prefix=APART
// RUN: not heddlec %s --kernel=product --sub-group-size=16 --join-groups=10x10*2,rows --target=x86-64-v4 2>&1 | FileCheck %s --check-prefix=SEVERAL

// EXPLAIN:  1 work-groups of 100 work-items run as the lanes of sub-groups, each row in its own
// CHECK-NOT: gather
// CHECK-NOT: scatter
// CHECK:     vfmadd
// CHECK-NOT: gather
// CHECK-NOT: scatter
// TOGETHER:  gather
// SEVERAL:   '10x10*2,rows' is not of the form SIZE*COUNT
kernel void product(global const float *a, global const float *b, global float *c, int n,
                    local float *of_a, local float *of_b) {
  int x = get_local_id(0), y = get_local_id(1), size = get_local_size(0);
  float sum = 0;
  for (int k = 0; k < n; k += size) {
    of_a[y * size + x] = a[get_global_id(1) * n + k + x];
    of_b[y * size + x] = b[(k + y) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < size; ++i)
      sum = fma(of_a[y * size + i], of_b[i * size + x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[get_global_id(1) * n + get_global_id(0)] = sum;
}

// APART: barriers: {{.*}} each sub-group keeps where it goes on
kernel void rounds_of_group(global int *data, local int *shared, global const int *limits) {
  int l = get_local_id(0) + get_local_id(1) * 10, own = data[get_global_id(0)];
  for (int round = 0; round < limits[l]; ++round) {
    shared[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own += shared[(l + 1) % 100];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = own;
}
