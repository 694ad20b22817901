// Eight sums of 8 registers do not fit 32: four rounds of the loop become one, in which a block of
// sums is loaded and stored once, and one loop goes over the words of all four where A and B go on in
// memory. No sum is stored in that loop, and no factor but what it was made ready for. Halves take
// two rounds, because they are made floats: once for all blocks, with a load of 16 of each factor.
// RUN: heddlec %s -o %t.u8 --emit=asm --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size -DFUNCTION=u8_i8_matrix_mad_k32 -DAS_A=as_ushort8 -DSUM=int8
// RUN: FileCheck %s --check-prefixes=BYTES,PLAIN < %t.u8
// RUN: heddlec %s -o %t.i8 --emit=asm --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size -DFUNCTION=i8_i8_matrix_mad_k32 -DAS_A=as_short8 -DSUM=int8
// RUN: FileCheck %s --check-prefixes=BYTES,BIASED < %t.i8
// RUN: heddlec %s -o %t.f16 --emit=asm --target=x86-64-v4 -- -cl-uniform-work-group-size -DFUNCTION=f16_f16_matrix_mad_k16 -DAS_A=as_short8 -DSUM=float8
// RUN: FileCheck %s --check-prefixes=HALVES < %t.f16
// RUN: heddlec %s -o %t.f16.v3 --emit=asm --target=x86-64-v3 -- -cl-uniform-work-group-size -DFUNCTION=f16_f16_matrix_mad_k16 -DAS_A=as_short8 -DSUM=float8
// RUN: FileCheck %s --check-prefixes=NARROW < %t.f16.v3

// BYTES-LABEL:     rounds.entry:
// BIASED-COUNT-64: vpxor{{.*}}(%{{.*}}%zmm
// PLAIN-NOT:       vpxor{{.*}}(%{{.*}}%zmm
// PLAIN-COUNT-16:  vpdpbusd {{.*}}%zmm
// BIASED-COUNT-18: vpdpbusd {{.*}}%zmm
// BYTES-NOT:       {{vmov.*%zmm.*\(%rsp\)$|vpdp}}
// BYTES:           jne
// BYTES-COUNT-16:  vpdpbusd {{.*}}%zmm
// BYTES-NOT:       {{vmov.*%zmm.*\(%rsp\)$|vpdp}}
// BYTES:           jne

// HALVES-LABEL:    rounds.entry:
// HALVES-NOT:      vpmovdw
// HALVES-COUNT-64: vcvtph2ps {{.*}}(%{{.*}}), %zmm
// HALVES:          vpermw {{.*}}(%{{.*}}), %zmm
// HALVES-COUNT-64: vcvtph2ps {{.*}}(%rsp), %zmm
// HALVES-COUNT-32: vfmadd231ps {{.*}}%zmm
// HALVES-NOT:      {{vmov.*%zmm.*\(%rsp\)$|vfmadd}}
// HALVES:          jne

// NARROW-LABEL:    rounds.entry:
// NARROW-NOT:      vpack
// NARROW:          vcvtph2ps {{.*}}(%rsp), %ymm
#define JOINED(name) intel_sub_group_##name
#define PRODUCT(name) JOINED(name)

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void rounds(const global ushort *a, const global uint *b, global uint *c, int length) {
  SUM sums[4][2];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      sums[i][j] = 0;
  const int lane = get_sub_group_local_id(), panel = length * 8;
  for (int first = 0; first < length; first += 16) {
    short8 x[4];
    int8 y[2];
    for (int i = 0; i < 4; ++i)
      for (int r = 0; r < 8; ++r)
        x[i][r] = a[(i * 8 + r) * length + first + lane];
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 8; ++r)
        y[j][r] = b[j * panel + (first / 2 + r) * 16 + lane];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 2; ++j)
        sums[i][j] = PRODUCT(FUNCTION)(AS_A(x[i]), y[j], sums[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      intel_sub_group_block_write8(c + (i * 2 + j) * 128, as_uint8(sums[i][j]));
}
