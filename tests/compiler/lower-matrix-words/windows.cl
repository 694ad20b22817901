// Factors that come through windows of 2D blocks are read from there, too: a window writes nothing
// but scratch memory of its own. What is left in ours is A with its sign bits inverted, 32 rows of
// four rounds. The sums wait in memory from round to round, and none of them in a register while
// another block is done: no loop over words loads or stores one.
// RUN: heddlec %s -o %t.ll --emit=llvm --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size
// RUN: FileCheck %s < %t.ll
// RUN: heddlec %s -o %t.s --emit=asm --target=x86-64-v4,+avx512vnni -- -cl-uniform-work-group-size
// RUN: FileCheck %s --check-prefix=ASM < %t.s

// CHECK-LABEL:     @windows.entry(
// CHECK-DAG:       %matrix.scratch = alloca [4096 x i8]
// CHECK-DAG:       %matrix.sums = alloca [4096 x i8]

// ASM-LABEL:       windows.entry:
// ASM-COUNT-18:    vpdpbusd {{.*}}%zmm
// ASM-NOT:         {{vmov.*%zmm.*\(%rsp|vmov.*\(%rsp.*%zmm}}
// ASM:             jne
// ASM-COUNT-16:    vpdpbusd {{.*}}%zmm
// ASM-NOT:         {{vmov.*%zmm.*\(%rsp|vmov.*\(%rsp.*%zmm}}
// ASM:             jne
// ASM-COUNT-16:    vpdpbusd {{.*}}%zmm
// ASM-NOT:         {{vmov.*%zmm.*\(%rsp|vmov.*\(%rsp.*%zmm}}
// ASM:             jne
// ASM-COUNT-16:    vpdpbusd {{.*}}%zmm
// ASM-NOT:         {{vmov.*%zmm.*\(%rsp|vmov.*\(%rsp.*%zmm}}
// ASM:             jne
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void windows(const global char *a, const global char *b, global int *c, int n, int k) {
  int8 sums[4][2];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      sums[i][j] = 0;
  for (int first = 0; first < k; first += 32) {
    short8 x[4];
    int8 y[2];
    intel_sub_group_2d_block_read_8b_32r32x1c(a, k, 32, k, (int2)(first, 0), (private ushort *)x);
    for (int j = 0; j < 2; ++j)
      intel_sub_group_2d_block_read_32b_8r16x1c(b + (size_t)j * k * 16, 64, k / 4, 64,
                                                (int2)(0, first / 4), (private uint *)&y[j]);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 2; ++j)
        sums[i][j] = intel_sub_group_i8_i8_matrix_mad_k32(x[i], y[j], sums[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 8; ++r)
        c[(i * 8 + r) * n + j * 16 + get_sub_group_local_id()] = sums[i][j][r];
}
