// The inner loop of a product: broadcasts straight from memory, exact 16-bit multiply-adds, nothing
// stored. The byte instruction vpmaddubsw saturates and must not appear.
// RUN: heddlec %s -o %t.avx2 --emit=asm --target=x86-64-v3 -- -cl-uniform-work-group-size
// RUN: FileCheck %s --check-prefix=AVX2 < %t.avx2
// RUN: heddlec %s -o %t.avx512 --emit=asm --target=x86-64-v4 -- -cl-uniform-work-group-size
// RUN: FileCheck %s --check-prefix=AVX512 < %t.avx512

// AVX2-LABEL:    i8.entry:
// AVX2-NOT:      vpmaddubsw
// AVX2:          vpbroadcastd {{[0-9]*}}(%rsp,
// AVX2:          vpmaddwd %ymm
// AVX2-NOT:      vmov{{.*}}, {{[0-9]*}}(%rsp)
// AVX2:          vpaddd %ymm
// AVX2-NOT:      vmov{{.*}}, {{[0-9]*}}(%rsp)
// AVX2:          jne
// AVX2-LABEL:    bf16.entry:
// AVX2:          vbroadcastss {{[0-9]*}}(%rsp,
// AVX2:          vfmadd231ps
// AVX2-NOT:      vmov{{.*}}, {{[0-9]*}}(%rsp)
// AVX2:          jne

// AVX512-LABEL:  i8.entry:
// AVX512:        vpmaddwd {{.*}}%zmm
// AVX512-LABEL:  bf16.entry:
// AVX512:        vfmadd231ps {{.*}}%zmm

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void i8(global short8 *a, global int8 *b, global int8 *c, uint steps) {
  size_t i = get_global_id(0);
  int8 sum = 0;
  for (uint s = 0; s < steps; ++s)
    sum = intel_sub_group_i8_i8_matrix_mad_k32(a[i + s * 16], b[i + s * 16], sum);
  c[i] = sum;
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void bf16(global short8 *a, global int8 *b, global float8 *c, uint steps) {
  size_t i = get_global_id(0);
  float8 sum = 0;
  for (uint s = 0; s < steps; ++s)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(a[i + s * 16], b[i + s * 16], sum);
  c[i] = sum;
}
