// Values that are implementation-defined are stored; LLVM would leave out what it takes for poison.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - --sub-group-size=1 | FileCheck %s

// CHECK-LABEL: @out_of_range.entry(
// CHECK-COUNT-2: store i32 0, ptr addrspace(1)
kernel void out_of_range(global uint *p) {
  p[0] = (uint)-1.0f;
  p[1] = convert_uint(-1.0f);
}

// CHECK-LABEL: @byte.entry(
// CHECK: and i32 %{{.*}}, 255
kernel void byte(global int *p, float x) { *p = (uchar)x; }

// CHECK-LABEL: @three_bytes.entry(
// CHECK: insertelement <4 x i8> <i8 poison, i8 1, i8 2, i8 0>, i8 %x, i64 0
kernel void three_bytes(global int *p, char x) { *p = as_int((char3)(x, 1, 2)) & 0xffffff; }
