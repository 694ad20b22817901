// What neighbouring elements of each lane's own row take is what they take as one vector.
// RUN: heddlec %s --explain --target=x86-64-v3 | FileCheck %s

// CHECK-LABEL: kernel 'products'
// CHECK:         sub-group size 8:
kernel void products(global const double *a, global const double *b, global double *c, uint k,
                     uint pitch) {
  const size_t row = get_global_id(0);
  double sums[2] = {0, 0};
  global const double *first = a + row * pitch, *second = first + (size_t)pitch * 64;
  for (uint i = 0; i < k; i += 4)
#pragma unroll
    for (uint j = 0; j < 4; ++j) {
      sums[0] = fma(first[i + j], b[i + j], sums[0]);
      sums[1] = fma(second[i + j], b[i + j], sums[1]);
    }
  c[row] = sums[0] + sums[1];
}
