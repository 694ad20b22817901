// Bfloats that are signed integers.
// global: 16
// local: 16
// argument: buffer 64
float8 __attribute__((overloadable))
__spirv_SubgroupMatrixMultiplyAccumulateINTEL(int, short8, int8, float8, int);
__attribute__((intel_reqd_sub_group_size(16)))
kernel void matrix_operand_bits(global float *c) {
  int i = get_global_id(0);
  float8 sum = __spirv_SubgroupMatrixMultiplyAccumulateINTEL(16, (short8)(i), (int8)(i), (float8)(0), 0x3001); // finds: matrix-operands
  c[i] = sum.s0;
}
