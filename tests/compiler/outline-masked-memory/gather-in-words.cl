// Elements of less than a word are gathered in the words that they lie in, where there is an
// instruction for that.
// RUN: heddlec %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o - | FileCheck %s --check-prefix=AVX2

// CHECK-LABEL: halves.entry:
// CHECK:         vpgatherqd
// CHECK:         vpgatherqd
// CHECK-NOT:     heddle.masked.gather
// AVX2-LABEL:  halves.entry:
// AVX2:          vgatherqps
// AVX2-NOT:      heddle.masked.gather
__attribute__((intel_reqd_sub_group_size(16)))
kernel void halves(const global ushort *a, const global int *places, global ushort *b, int n) {
  const int i = get_global_id(0), place = places[i];
  ushort value = 0;
  if (place < n)
    value = a[place];
  b[i] = value;
}

// By all lanes, where that is quicker than lane by lane.
// RUN: heddlec %s --target=sapphirerapids --emit=asm -o - | FileCheck %s --check-prefix=QUICK
// RUN: heddlec %s --target=znver4 --emit=asm -o - | FileCheck %s --check-prefix=SLOW
// QUICK-LABEL: bytes.entry:
// QUICK-NOT:     vpinsrb
// QUICK:         vpgatherqd
// QUICK:         .size bytes.entry
// SLOW-LABEL: bytes.entry:
// SLOW:         vpinsrb
// SLOW:         .size bytes.entry
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void bytes(const global uchar *a, const global int *places, global uint *b) {
  const int i = get_global_id(0);
  b[i] = a[places[i]];
}
