// Each product of a few rows would wait for the one before: sums of integers are added up in parts,
// which begin with zeros, so that a round does not wait for the last one's either. Floats are added
// in the order of k.
// RUN: heddlec %s -o %t.one --print-after=lower-matrix-words --target=x86-64-v4,+avx512vnni -- -DROWS= 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: heddlec %s -o %t.two --print-after=lower-matrix-words --target=x86-64-v4,+avx512vnni -- -DROWS=2 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: heddlec %s -o %t.eight --print-after=lower-matrix-words --target=x86-64-v4,+avx512vnni -- -DROWS=8 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: heddlec %s -o %t.float --print-after=lower-matrix-words --target=x86-64-v4 -- -DROWS= -DFLOATS 2>&1 | FileCheck %s --check-prefix=MANY

// Sixteen words in two rounds of depth 32: four parts of each sum.
// ONE:          matrix.words:
// ONE-COUNT-4:  phi <16 x i32> [ zeroinitializer,
// ONE-COUNT-4:  @llvm.x86.avx512.vpdpbusd.512
// ONE-NOT:      @llvm.x86.avx512.vpdpbusd.512
// ONE:          matrix.done:
// ONE-COUNT-4:  add <16 x i32>
// TWO:          matrix.words:
// TWO-COUNT-8:  phi <16 x i32> [ zeroinitializer,
// TWO:          matrix.done:
// TWO-COUNT-8:  add <16 x i32>
// MANY:         matrix.words:
// MANY-NOT:     [ zeroinitializer,
// MANY:         matrix.done:
#define VECTOR_(type, rows) type##rows
#define VECTOR(type, rows) VECTOR_(type, rows)
#ifdef FLOATS
#define SUM float
#define FACTOR short
#define MULTIPLY intel_sub_group_bf16_bf16_matrix_mad_k16
#else
#define SUM int
#define FACTOR ushort
#define MULTIPLY intel_sub_group_u8_i8_matrix_mad_k32
#endif
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void rows(const global VECTOR(FACTOR, ROWS) *a, const global int8 *b,
                 global VECTOR(SUM, ROWS) *c, int rounds) {
  const int lane = get_sub_group_local_id();
  VECTOR(SUM, ROWS) sum = c[lane];
  for (int i = 0; i < rounds; i += 2) {
    sum = MULTIPLY(a[i * 16 + lane], b[i * 16 + lane], sum);
    sum = MULTIPLY(a[i * 16 + 16 + lane], b[i * 16 + 16 + lane], sum);
  }
  c[lane] = sum;
}
