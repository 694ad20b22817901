// Rounds of loops that work-items share out by steps of their number: those that all lanes make have no masks.
// RUN: heddlec %s --target=x86-64-v4 --print-after=vectorize-sub-groups -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define {{.*}}@sums.full(
// CHECK:       {{.*}}.whole{{.*}}:
// CHECK:         load <{{[0-9]+}} x float>, ptr addrspace(1)
// CHECK:         br i1
kernel void sums(global const float *in, global float *out, int count) {
  float sum = 0;
  for (int i = get_global_id(0); i < count; i += get_global_size(0))
    sum += in[i];
  out[get_global_id(0)] = sum;
}

// As many rounds as a work-item has.
// CHECK-LABEL: define {{.*}}@rows.full(
// CHECK-NOT:   .whole
// CHECK:         ret
kernel void rows(global const float *in, global const int *lengths, global float *out) {
  float sum = 0;
  for (int i = 0; i < lengths[get_global_id(0)]; ++i)
    sum += in[i * 64 + get_global_id(0)];
  out[get_global_id(0)] = sum;
}
