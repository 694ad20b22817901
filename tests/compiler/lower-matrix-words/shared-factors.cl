// Four products of two A and two B are one grid: a block of sums that fits the registers gets the
// products of four rounds, in a loop for each where B does not go on in the next round, and with the
// first block what the bias of A makes too much, once for each B. Memory that was written since a
// factor was loaded cannot stand for it.
// RUN: heddlec %s -o %t --emit=llvm --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size
// RUN: FileCheck %s < %t
// RUN: heddlec %s --emit=llvm -o - --target=x86-64-v4,+avx512vnni --explain -- -cl-uniform-work-group-size 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXPLAIN

// CHECK-LABEL:    @grid.entry(
// CHECK-COUNT-2:  %matrix.excess{{[0-9]*}} = phi <16 x i32>
// CHECK-NOT:      %matrix.excess{{[0-9]*}} = phi
// CHECK:          {{^matrix.words[0-9]*:}}
// CHECK-COUNT-18: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// CHECK:          {{^matrix.words[0-9]+:}}
// CHECK-COUNT-18: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// CHECK:          {{^matrix.words[0-9]+:}}
// CHECK-COUNT-18: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// CHECK:          {{^matrix.words[0-9]+:}}
// CHECK-COUNT-18: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// CHECK-NOT:      vpdpbusd
// CHECK:          {{^matrix.words[0-9]+:}}
// CHECK-COUNT-16: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// CHECK:          sub <16 x i32>
// EXPLAIN:        depth 128: vpdpbusd, 8 rows of 2 registers at a time

// CHECK-LABEL:    @changed.entry(
// CHECK:          alloca [768 x i8]
// CHECK:          store i32 1
// CHECK:          matrix.words:
// CHECK:          load i32, ptr %

// Two sums of each B from one A, in blocks of three that begin between them: four excesses in each of two loops.
// CHECK-LABEL:    @same.entry(
// CHECK-COUNT-8:  %matrix.excess{{[0-9]*}} = phi <16 x i32>
// CHECK-NOT:      %matrix.excess{{[0-9]*}} = phi
// CHECK:          ret

#define PRODUCT(x, y, sum) intel_sub_group_i8_i8_matrix_mad_k32(x, y, sum)
#define READ_A(place) as_short8(intel_sub_group_block_read_us8(place))
#define READ_B(place) as_int8(intel_sub_group_block_read8(place))

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void grid(const global ushort *a, const global uint *b, global uint *c, int k) {
  int8 s00 = 0, s01 = 0, s10 = 0, s11 = 0;
  for (int first = 0; first < k; first += 32) {
    short8 x0 = READ_A(a), x1 = READ_A(a + 128);
    int8 y0 = READ_B(b), y1 = READ_B(b + 128);
    s00 = PRODUCT(x0, y0, s00);
    s01 = PRODUCT(x0, y1, s01);
    s10 = PRODUCT(x1, y0, s10);
    s11 = PRODUCT(x1, y1, s11);
    a += 256;
    b += 256;
  }
  intel_sub_group_block_write8(c, as_uint8(s00));
  intel_sub_group_block_write8(c + 128, as_uint8(s01));
  intel_sub_group_block_write8(c + 256, as_uint8(s10));
  intel_sub_group_block_write8(c + 384, as_uint8(s11));
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void changed(const global ushort *a, global uint *b, global uint *c) {
  ushort8 x = intel_sub_group_block_read_us8(a);
  int8 y = READ_B(b);
  *b = 1;
  intel_sub_group_block_write8(
      c, as_uint8(intel_sub_group_u8_i8_matrix_mad_k32(x, y, (int8)0)));
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void same(const global ushort *a, const global uint *b, global uint *c, int k) {
  int8 sum[4][2];
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 2; ++i)
      sum[j][i] = i;
  for (int first = 0; first < k; first += 32, a += 128, b += 512) {
    const short8 x = READ_A(a);
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 2; ++i)
        sum[j][i] = PRODUCT(x, READ_B(b + 128 * j), sum[j][i]);
  }
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 2; ++i)
      intel_sub_group_block_write8(c + (j * 2 + i) * 128, as_uint8(sum[j][i]));
}
