// Blocks of A that lie one after another do not go on in depth: with A packed, two rounds are one
// instruction. All four pairs of signs have one.
// RUN: heddlec %s --target=sapphirerapids --explain -- -DFUNCTION=i8_i8 -DAS_A=as_short8 -DAS_B=as_int8 \
// RUN:   | FileCheck %s --check-prefix=PLAN
// RUN: heddlec %s --target=sapphirerapids --emit=asm -- -DFUNCTION=i8_i8 -DAS_A=as_short8 -DAS_B=as_int8 \
// RUN:   | FileCheck %s -DPRODUCT=tdpbssd
// RUN: heddlec %s --target=sapphirerapids --emit=asm -- -DFUNCTION=i8_u8 -DAS_A=as_short8 -DAS_B=as_uint8 \
// RUN:   | FileCheck %s -DPRODUCT=tdpbsud
// RUN: heddlec %s --target=sapphirerapids --emit=asm -- -DFUNCTION=u8_i8 -DAS_A=as_ushort8 -DAS_B=as_int8 \
// RUN:   | FileCheck %s -DPRODUCT=tdpbusd
// RUN: heddlec %s --target=sapphirerapids --emit=asm -- -DFUNCTION=u8_u8 -DAS_A=as_ushort8 -DAS_B=as_uint8 \
// RUN:   | FileCheck %s -DPRODUCT=tdpbuud

// PLAN:        A is packed: 256 bytes a round
// PLAN-NOT:    B is packed
// PLAN:        plan: tiles, 2 rounds together
// CHECK-LABEL: packed_bytes.entry:
// CHECK:       tileloadd{{.*[[:space:]].*}}tileloadd{{.*[[:space:]].*}}[[PRODUCT]]
#define JOINED(types) intel_sub_group_##types##_matrix_mad_k32
#define PRODUCT_OF(types) JOINED(types)

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void packed_bytes(const global ushort *a, const global uint *b, global uint *c, int k) {
  int8 sum = 0;
  for (int first = 0; first < k; first += 32) {
    sum = PRODUCT_OF(FUNCTION)(AS_A(intel_sub_group_block_read_us8(a)),
                               AS_B(intel_sub_group_block_read8(b)), sum);
    a += 128;
    b += 128;
  }
  intel_sub_group_block_write8(c, as_uint8(sum));
}
