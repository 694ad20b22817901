// Where gathers are no quicker than a load for each lane, they are taken under masks alone: there
// each lane would be a branch as well.
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o - | FileCheck %s

// CHECK-LABEL: words.entry:
// CHECK:         vgatherdps
// CHECK:         vgatherdps
// CHECK-NOT:     heddle.masked.gather
__attribute__((intel_reqd_sub_group_size(16)))
kernel void words(const global float *a, const global int *places, global float *b) {
  const int i = get_global_id(0), place = places[i];
  float sum = 1;
  if (place != 7)
    sum += a[place];
  b[i] = sum;
}

// Places that 32 bits do not hold.
// CHECK-LABEL: far.entry:
// CHECK:         vgatherqps
// CHECK-NOT:     heddle.masked.gather
__attribute__((intel_reqd_sub_group_size(8)))
kernel void far(const global float *a, const global ulong *places, global float *b) {
  const int i = get_global_id(0);
  float sum = 1;
  if (places[i] != 7)
    sum += a[places[i]];
  b[i] = sum;
}

// CHECK-LABEL: doubles.entry:
// CHECK:         vgatherdpd
// CHECK-NOT:     heddle.masked.gather
__attribute__((intel_reqd_sub_group_size(8)))
kernel void doubles(const global double *a, const global int *places, global double *b) {
  const int i = get_global_id(0), place = places[i];
  double sum = 1;
  if (place != 7)
    sum += a[place];
  b[i] = sum;
}

// CHECK-LABEL: all.entry:
// CHECK-NOT:     vgather
// CHECK:         .size all.entry
__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(8, 1, 1)))
kernel void all(const global float *a, const global int *places, global float *b) {
  const int i = get_global_id(0);
  b[i] = a[places[i]];
}
