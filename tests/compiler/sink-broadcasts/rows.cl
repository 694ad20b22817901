// The sub-groups of a row of a work-group share a row of A, of which each of the rows that are done at once has 16 elements.
// RUN: heddlec %s --target=x86-64-v4 --emit=asm -o - -- -cl-std=CL3.0 | FileCheck %s

// In the loop as operands, not as vectors on the stack.
// CHECK-LABEL:      product.entry:
// CHECK-COUNT-120:  vfmadd{{.*}}{1to16}
kernel void product(global const float *A, global const float *B, global float *C, int n) {
  local float a[16][16], b[16][16];
  const int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    a[y][x] = A[row * n + t + x];
    b[y][x] = B[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      sum += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * n + column] = sum;
}
