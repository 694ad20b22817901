// global: 16
// local: 16
// argument: buffer 64
float8 __attribute__((overloadable))
__spirv_SubgroupMatrixMultiplyAccumulateINTEL(int, short8, int8, float8, int);
int8 __attribute__((overloadable))
__spirv_SubgroupMatrixMultiplyAccumulateINTEL(int, short8, int8, int8, int);
__attribute__((intel_reqd_sub_group_size(16)))
kernel void matrix_operand_bits_agree(global float *c) {
  int i = get_global_id(0);
  float8 sum = __spirv_SubgroupMatrixMultiplyAccumulateINTEL(16, (short8)(i), (int8)(i), (float8)(0), 0x3000);
  int8 bytes = __spirv_SubgroupMatrixMultiplyAccumulateINTEL(32, (short8)(i), (int8)(i), (int8)(0), 0x31);
  c[i] = sum.s0 + bytes.s0;
}
