// vloada_half and vstorea_half of one component, in any language version.
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o %t.s -- -Werror
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o %t.s -- -Werror -cl-std=CL1.1
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o - -- -Werror -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: doubled.entry:
// CHECK:         vcvtph2ps
// CHECK:         vcvtps2ph
kernel void doubled(global half *out, global const half *in) {
  size_t i = get_global_id(0);
  vstorea_half_rtz(vloada_half(i, in) * 2.0f, i, out);
}

// CHECK-LABEL: through_local.entry:
// CHECK:         vcvtps2ph
kernel void through_local(global half *out, constant half *in, local half *copy) {
  size_t i = get_local_id(0);
  vstorea_half(vloada_half(i, in), i, copy);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstorea_half(vloada_half(i ^ 1, copy) + 1, i, out);
}
