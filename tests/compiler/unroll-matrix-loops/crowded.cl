// Eight sums of 8 registers each: four rounds of a loop become one and a remainder, two where each
// word of a factor becomes two. A loop whose sums fit the registers stays as it is, and so does one
// that writes to memory which a factor of the next round may be read from, whatever overlaps (two
// versions).
// RUN: heddlec %s -o %t --emit=llvm --print-after=unroll-matrix-loops --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size -DROWS=4 -DCOLUMNS=2 -DSUM=int8 -DFUNCTION=i8_i8_matrix_mad_k32 -DWRITE= \
// RUN:   | FileCheck %s --check-prefix=BYTES
// RUN: heddlec %s -o %t --emit=llvm --print-after=unroll-matrix-loops --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size -DROWS=4 -DCOLUMNS=2 -DSUM=float8 -DFUNCTION=f16_f16_matrix_mad_k16 -DWRITE= \
// RUN:   | FileCheck %s --check-prefix=HALVES
// RUN: heddlec %s -o %t --emit=llvm --print-after=unroll-matrix-loops --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size -DROWS=2 -DCOLUMNS=1 -DSUM=int8 -DFUNCTION=i8_i8_matrix_mad_k32 -DWRITE= \
// RUN:   | FileCheck %s --check-prefix=FITS
// RUN: heddlec %s -o %t --emit=llvm --print-after=unroll-matrix-loops --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size -DROWS=4 -DCOLUMNS=2 -DSUM=int8 -DFUNCTION=i8_i8_matrix_mad_k32 '-DWRITE=((global uint*)b)[-round]=1' \
// RUN:   | FileCheck %s --check-prefix=WRITES

// BYTES-LABEL:    define {{.*}} @product.entry(
// BYTES-COUNT-32: call {{.*}} @heddle.simd_matrix_mad
// BYTES-NOT:      call {{.*}} @heddle.simd_matrix_mad
// BYTES:          {{^for[.].*[.]epil:}}
// BYTES-COUNT-8: call {{.*}} @heddle.simd_matrix_mad
// BYTES-NOT:      call {{.*}} @heddle.simd_matrix_mad

// HALVES-LABEL:    define {{.*}} @product.entry(
// HALVES-COUNT-16: call {{.*}} @heddle.simd_matrix_mad
// HALVES-NOT:      call {{.*}} @heddle.simd_matrix_mad
// HALVES:          {{^for[.].*[.]epil:}}
// HALVES-COUNT-8: call {{.*}} @heddle.simd_matrix_mad
// HALVES-NOT:      call {{.*}} @heddle.simd_matrix_mad

// FITS-LABEL:    define {{.*}} @product.entry(
// FITS-COUNT-2: call {{.*}} @heddle.simd_matrix_mad
// FITS-NOT:      call {{.*}} @heddle.simd_matrix_mad

// WRITES-LABEL:    define {{.*}} @product.entry(
// WRITES-COUNT-16: call {{.*}} @heddle.simd_matrix_mad
// WRITES-NOT:      call {{.*}} @heddle.simd_matrix_mad
#define JOINED(name) intel_sub_group_##name
#define PRODUCT(name) JOINED(name)

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void product(const global ushort *a, const global uint *b, global uint *c, global int *d,
                    int rounds) {
  SUM sums[ROWS][COLUMNS];
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      sums[i][j] = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < ROWS; ++i)
      for (int j = 0; j < COLUMNS; ++j)
        sums[i][j] = PRODUCT(FUNCTION)(as_short8(intel_sub_group_block_read_us8(a + i * 128)),
                                       as_int8(intel_sub_group_block_read8(b + j * 128)),
                                       sums[i][j]);
    WRITE;
    a += ROWS * 128;
    b += COLUMNS * 128;
  }
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      intel_sub_group_block_write8(c + (i * COLUMNS + j) * 128, as_uint8(sums[i][j]));
}
