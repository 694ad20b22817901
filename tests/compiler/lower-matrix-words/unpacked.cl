// Without an instruction for the packed elements both factors are unpacked, once for the two
// operations that share A; the sums of both are done together. Factors of two widths are bytes by
// then, and small floats are done like others: four steps for a word.
// RUN: heddlec %s -o %t --emit=llvm --target=x86-64-v3 -- -cl-uniform-work-group-size
// RUN: FileCheck %s < %t

// CHECK-LABEL:    @bfloats.entry(
// CHECK:          [2560 x i8]
// CHECK:          {{^matrix.words:}}
// CHECK-COUNT-24: call <8 x float> @llvm.fma.v8f32(
// CHECK:          {{^matrix.words[0-9]+:}}
// CHECK-LABEL:    @bytes.entry(
// CHECK:          {{^matrix.words:}}
// CHECK-COUNT-16: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
// CHECK-LABEL:    @mixed.entry(
// CHECK:          {{^matrix.words:}}
// CHECK-COUNT-16: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
// CHECK-LABEL:    @small_floats.entry(
// CHECK:          {{^matrix.words:}}
// CHECK-COUNT-32: call <8 x float> @llvm.fma.v8f32(
// CHECK-NOT:      matrix.k
#define LOAD_A as_short8(intel_sub_group_block_read_us8(a))
#define LOAD_B(i) as_int8(intel_sub_group_block_read8(b + i * 128))

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void bfloats(const global ushort *a, const global uint *b, global uint *c) {
  float8 x = intel_sub_group_bf16_bf16_matrix_mad_k16(LOAD_A, LOAD_B(0), (float8)0);
  float8 y = intel_sub_group_bf16_bf16_matrix_mad_k16(LOAD_A, LOAD_B(1), (float8)0);
  intel_sub_group_block_write8(c, as_uint8(x));
  intel_sub_group_block_write8(c + 128, as_uint8(y));
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void bytes(const global ushort *a, const global uint *b, global uint *c) {
  intel_sub_group_block_write8(
      c, as_uint8(intel_sub_group_i8_i8_matrix_mad_k32(LOAD_A, LOAD_B(0), (int8)0)));
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void mixed(const global ushort *a, const global uint *b, global uint *c) {
  int4 y = as_int4(intel_sub_group_block_read4(b));
  intel_sub_group_block_write8(
      c, as_uint8(intel_sub_group_i8_i4_matrix_mad_k32(LOAD_A, y, (int8)0)));
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void small_floats(const global ushort *a, const global uint *b, global uint *c) {
  intel_sub_group_block_write8(
      c, as_uint8(intel_sub_group_e4m3_e5m2_matrix_mad_k32(LOAD_A, LOAD_B(0), (float8)0)));
}
