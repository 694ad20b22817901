// Elements of less than a word are gathered in the words that they lie in, where there is an
// instruction for that.
// RUN: heddlec %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o - | FileCheck %s --check-prefix=LANES

// CHECK-LABEL: halves.entry:
// CHECK:         vpgatherqd
// CHECK:         vpgatherqd
// CHECK-NOT:     heddle.masked.gather
// LANES-LABEL: halves.entry:
// LANES:         heddle.masked.gather.v{{.*}}i16
__attribute__((intel_reqd_sub_group_size(16)))
kernel void halves(const global ushort *a, const global int *places, global ushort *b, int n) {
  const int i = get_global_id(0), place = places[i];
  ushort value = 0;
  if (place < n)
    value = a[place];
  b[i] = value;
}
