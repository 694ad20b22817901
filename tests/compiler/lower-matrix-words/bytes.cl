// A word of A broadcast, a word row of B straight from where it lies, and one instruction for four
// products: no form that saturates, no sum stored. Factors that need no other form take up no
// memory; where both have one sign, A is stored with its sign bits inverted, and what that makes
// too much is one more sum for each register of B.
// RUN: heddlec %s -o %t.u8_i8 --emit=asm --target=x86-64-v4,+avx512vnni -- -DFUNCTION=u8_i8 -DAS_A=as_ushort8 -DAS_B=as_int8
// RUN: FileCheck %s --check-prefixes=WIDE,PLAIN < %t.u8_i8
// RUN: heddlec %s -o %t.i8_u8 --emit=asm --target=x86-64-v4,+avx512vnni -- -DFUNCTION=i8_u8 -DAS_A=as_short8 -DAS_B=as_uint8
// RUN: FileCheck %s --check-prefixes=WIDE,PLAIN < %t.i8_u8
// RUN: heddlec %s -o %t.i8_i8 --emit=asm --target=x86-64-v4,+avx512vnni -- -DFUNCTION=i8_i8 -DAS_A=as_short8 -DAS_B=as_int8
// RUN: FileCheck %s --check-prefixes=WIDE,BIASED < %t.i8_i8
// RUN: heddlec %s -o %t.u8_u8 --emit=asm --target=x86-64-v4,+avx512vnni -- -DFUNCTION=u8_u8 -DAS_A=as_ushort8 -DAS_B=as_uint8
// RUN: FileCheck %s --check-prefixes=WIDE,BIASED < %t.u8_u8

// The encoding of processors without AVX-512, and the ones that multiply any pair of signs.
// RUN: heddlec %s -o %t.vex --emit=asm --target=x86-64-v3,+avxvnni -- -DFUNCTION=i8_i8 -DAS_A=as_short8 -DAS_B=as_int8
// RUN: FileCheck %s --check-prefixes=VEX < %t.vex
// RUN: heddlec %s -o %t.ss --emit=asm --target=x86-64-v3,+avxvnni,+avxvnniint8 -- -DFUNCTION=i8_i8 -DAS_A=as_short8 -DAS_B=as_int8
// RUN: FileCheck %s --check-prefixes=ANY -DPRODUCT=vpdpbssd < %t.ss
// RUN: heddlec %s -o %t.uu --emit=asm --target=x86-64-v3,+avxvnni,+avxvnniint8 -- -DFUNCTION=u8_u8 -DAS_A=as_ushort8 -DAS_B=as_uint8
// RUN: FileCheck %s --check-prefixes=ANY -DPRODUCT=vpdpbuud < %t.uu
// RUN: heddlec %s -o %t.us --emit=asm --target=x86-64-v3,+avxvnni,+avxvnniint8 -- -DFUNCTION=u8_i8 -DAS_A=as_ushort8 -DAS_B=as_int8
// RUN: FileCheck %s --check-prefixes=ANY -DPRODUCT=vpdpbsud < %t.us

// WIDE-LABEL:  bytes.entry:
// WIDE-NOT:    vpdpbusds
// PLAIN-NOT:   {{mm.*%rsp|%rsp.*mm}}
// BIASED:      {{vp?xor.*\(%.*mm}}
// BIASED:      {{vmov.*mm.*\(%rsp\)}}
// BIASED-COUNT-9: vpdpbusd {{.*}}%zmm
// PLAIN-COUNT-8: vpdpbusd {{.*}}%zmm
// WIDE-NOT:    {{vmov.*\(%rsp|^\.LBB|vpdp}}
// WIDE:        jne
// PLAIN-NOT:   vpsubd
// BIASED:      {{jne|jl}}
// BIASED-COUNT-8: vpsubd %zmm
// BIASED-NOT:  vpsubd

// VEX-LABEL:   bytes.entry:
// VEX:         {vex} vpdpbusd {{.*}}%ymm
// VEX-NOT:     vpdpbusds

// ANY-LABEL:   bytes.entry:
// ANY-NOT:     vpdpbusd
// ANY:         [[PRODUCT]] {{.*}}%ymm
// ANY:         jne
#define JOINED(types) intel_sub_group_##types##_matrix_mad_k32
#define PRODUCT_OF(types) JOINED(types)

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void bytes(const global ushort *a, const global uint *b, global uint *c, int k) {
  int8 sum = 0;
  for (int first = 0; first < k; first += 32) {
    sum = PRODUCT_OF(FUNCTION)(AS_A(intel_sub_group_block_read_us8(a)),
                               AS_B(intel_sub_group_block_read8(b)), sum);
    a += 128;
    b += 128;
  }
  intel_sub_group_block_write8(c, as_uint8(sum));
}
