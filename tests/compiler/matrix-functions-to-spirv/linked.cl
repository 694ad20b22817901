// A compiled object calls functions on 2-bit integers by their names, as imports that nobody has to
// define; two objects agree about them.
// RUN: heddlec --compile %s -o %t.a -- -D NAME=a -cl-std=CL3.0
// RUN: heddlec --compile %s -o %t.b -- -D NAME=b -cl-std=CL3.0
// RUN: heddlec --link %t.a %t.b --target=x86-64-v3 -o %t.hdl --print-after=lower-subgroup-matrix 2>&1 | FileCheck %s

// CHECK-COUNT-2: call {{.*}}@heddle.matrix_mad.{{.*}}, i32 64, i32 -1073741821)
// CHECK-NOT: intel_sub_group
__attribute__((intel_reqd_sub_group_size(16))) kernel void NAME(global const char8 *a,
                                                                global const int4 *b,
                                                                global int8 *c) {
  size_t i = get_global_id(0);
  c[i] = intel_sub_group_i2_i2_matrix_mad_k64(a[i], b[i], c[i]);
}
